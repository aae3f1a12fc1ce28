/// The channels of which a client received participants, messages or events while it was not subscribed to them itself.
///
/// The client retains them, so that their data stays while no one else holds an object. It retains at least the last
/// ``maxChannels`` channels, unless those have more than ``maxParticipants`` participants together, and less than twice as
/// many.
struct KnownChannels: Sendable {
    static let maxChannels = 1_000
    static let maxParticipants = 131_072

    private struct Generation {
        var channels: [ChannelIdentity: PNChannel] = [:]
        var participants = 0
    }

    private var recent = Generation()
    private var former = Generation()

    /// Retains a channel as the latest one.
    mutating func retain(_ channel: PNChannel) {
        let count = channel.state.participantCount
        if recent.channels.count >= Self.maxChannels || recent.participants + count > Self.maxParticipants {
            former = recent
            recent = Generation()
        }
        if recent.channels.updateValue(channel, forKey: channel.identity) == nil { recent.participants += count }
    }

    mutating func removeAll() {
        recent = Generation()
        former = Generation()
    }

    var count: Int { recent.channels.count + former.channels.count }
}
