/// A refusal as the service put it, before it becomes an error.
struct ServiceRefusal: Sendable, Hashable {
    /// The HTTP status, or the status that the answer itself claims.
    let status: Int
    /// Its words; nil when it has none, or they are not about the refusal.
    let text: String?
    /// What it found wrong, one thing each.
    var details: [String] = []
    /// The channels that it names as the cause.
    var channels: [String] = []
    /// The channel groups that it names as the cause, as they stand on the wire.
    var channelGroups: [String] = []
}
