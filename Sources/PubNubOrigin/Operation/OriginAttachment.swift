/// Makes what runs next to a server.
package protocol OriginAttachmentSource: OriginAttachmentSettings {
    /// Makes the attachment of one server, which does not run yet.
    ///
    /// - Parameters:
    ///   - monitor: Reports about the server.
    ///   - configuration: The configuration of the server.
    /// - Returns: The attachment.
    func attachment(_ monitor: OriginMonitor, _ configuration: OriginConfiguration) -> any OriginAttachment
}

/// Something that runs next to a server, from before it opens its storage until after it has stopped.
package protocol OriginAttachment: Sendable {
    /// Objects that receive a record of each request to the server.
    var observers: [any OriginObserver] { get }

    /// Starts. The server calls it once.
    ///
    /// - Throws: ``OriginError``: the server does not start then.
    func start() async throws(OriginError)

    /// Stops, and returns when nothing of it is left. The server calls it also after a start that failed.
    func stop() async
}
