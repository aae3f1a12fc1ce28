/// What serves the requests of a port, behind the same connections.
package enum RequestService: Sendable {
    /// The service of clients.
    case core(OriginCore)
    /// Another service, whose requests neither wait for messages nor change the log.
    case other(any RequestResponder)

    /// The core; nil for another service.
    var core: OriginCore? {
        if case .core(let core) = self { core } else { nil }
    }
}

/// A service other than that of clients, such as the admin listener's.
package protocol RequestResponder: Sendable {
    /// Responds to a request.
    ///
    /// - Parameters:
    ///   - request: The request, of any method. It has the headers of ``FileConditions``.
    ///   - client: The address of the client, as limits tell clients apart.
    ///   - respond: Takes the response, once, possibly before this returns, on any thread.
    func serve(
        _ request: OriginRequest,
        from client: AddressKey?,
        _ respond: @escaping @Sendable (OriginResponse) -> Void
    )

    /// The response in the form of the service to a request that is refused before the service has it.
    ///
    /// - Parameter status: The status of the response.
    /// - Returns: The response.
    func refusal(status: Int) -> OriginResponse
}
