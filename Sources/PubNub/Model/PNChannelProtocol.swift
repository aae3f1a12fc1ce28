/// What channels, channel groups and channel group namespaces have in common: things one can subscribe to, ask about
/// and give rights on.
public protocol PNChannelProtocol: AnyObject, Sendable {
    /// The name as the service knows it; `namespace:group` for a group inside a namespace.
    var name: String { get }

    /// The time token of the last thing received here; `nil` before anything was.
    var updateTimeToken: String? { get }

    /// When presence here last changed, as far as this process was told; `nil` before that.
    var presenceUpdateDate: PNDate? { get }

    /// How many clients are here, anonymous ones included, as far as this process was told.
    var participantsCount: UInt { get }

    /// The identifiers of the clients known to be here.
    var participants: [String] { get }

    /// Whether this is a channel group (or a namespace of groups) and not a channel.
    var isChannelGroup: Bool { get }
}
