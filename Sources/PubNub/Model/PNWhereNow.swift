/// The channels one client is subscribed to: the answer to a request for them.
public final class PNWhereNow: Sendable {
    /// The identifier that was asked for.
    public let identifier: String

    /// The channels it is subscribed to.
    public let channels: [PNChannel]

    init(identifier: String, channels: [PNChannel]) {
        self.identifier = identifier
        self.channels = channels
    }
}

extension PNWhereNow: CustomStringConvertible {
    /// The identifier and the names of the channels.
    public var description: String {
        "PNWhereNow(\(identifier): \(channels.map(\.name).joined(separator: ", ")))"
    }
}
