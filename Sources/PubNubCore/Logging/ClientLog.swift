/// Logs what a client does. Every record has the source `PubNub`.
package enum ClientLog {
    /// The source of the records of the client itself.
    package static let source = "PubNub"

    private static var center: LogCenter { .shared }

    /// Logs a message, which is made only when the level is on, or somebody watches.
    ///
    /// - Parameters:
    ///   - level: The topic of the record.
    ///   - source: The sender; the client by default.
    ///   - message: The message.
    package static func log(
        _ level: ClientLogLevel,
        source: @autoclosure () -> String = ClientLog.source,
        _ message: @autoclosure () -> String
    ) {
        let isActive = center.isActive(level)
        guard isActive || center.isWatched else { return }
        let message = message()
        if center.isWatched { center.show(message) }
        if isActive { center.write(level, from: source(), message) }
    }

    /// Whether a message of this level is logged or watched now.
    static func logs(_ level: ClientLogLevel) -> Bool { center.isActive(level) || center.isWatched }

    /// Logs a warning that no setting hides, such as that security was relaxed.
    package static func warn(_ message: String) {
        if center.isWatched { center.show(message) }
        center.warn(message)
    }

    /// Whether packets are logged, dumped or watched.
    static var logsPackets: Bool { center.logsPackets }

    /// Stores an HTTP packet if that is turned on.
    package static func dumpPacket(_ packet: @autoclosure () -> String) {
        let isStored = center.storesPackets
        guard isStored || center.isWatched else { return }
        let packet = packet()
        if center.isWatched { center.show(packet) }
        if isStored { center.store.append(packet: packet + "\n\n") }
    }
}
