@testable import PubNubMachines
@testable import PubNubWire

/// The channels and groups of every simulation.
///
/// A channel has two streams, its messages and its presence events; streams are numbered.
enum World {
    /// The subscription that delivers a stream: the channel's own name, or a group.
    struct Match: Hashable {
        let stream: Int
        let group: Int?

        /// The name on the wire of the subscription.
        var name: String {
            let target = group.map { World.groups[$0] } ?? World.channel(of: stream)
            return World.isPresence(stream) ? PresenceName.make(target) : target
        }

        /// Distinguishes the subscriptions that deliver the same stream.
        var way: Int { (group ?? -1) + 1 }
    }

    static let channels = ["a", "b", "c", "d", "e"]
    static let groups = ["g", "h"]
    /// The channels of each group; `a` and `c` can be subscribed by name and by group.
    static let members = [[2, 3], [0, 4]]
    static let streams = 2 * channels.count
    /// The number of keysets between which the application changes.
    static let keysets = 2

    static let targets =
        channels.map { SubscriptionTarget(name: $0, isGroup: false) }
        + groups.map { SubscriptionTarget(name: $0, isGroup: true) }

    static func channel(of stream: Int) -> String { channels[stream % channels.count] }

    static func isPresence(_ stream: Int) -> Bool { stream >= channels.count }

    static func presence(of channel: Int) -> Int { channel + channels.count }

    private static let numbers = Dictionary(uniqueKeysWithValues: channels.enumerated().map { ($1, $0) })
    private static let groupNumbers = Dictionary(uniqueKeysWithValues: groups.enumerated().map { ($1, $0) })

    /// Returns all subscriptions that a request with these names matches.
    static func matches(of names: SubscriptionTargetList.Names) -> [Match] {
        var result: [Match] = []
        for wireName in names.channels.names {
            let (name, isPresence) = PresenceName.strip(wireName)
            guard let channel = numbers[name] else { continue }
            result.append(Match(stream: isPresence ? presence(of: channel) : channel, group: nil))
        }
        for wireName in names.groups.names {
            let (name, isPresence) = PresenceName.strip(wireName)
            guard let group = groupNumbers[name] else { continue }
            for channel in members[group] {
                result.append(Match(stream: isPresence ? presence(of: channel) : channel, group: group))
            }
        }
        return result
    }

    /// Returns the subscription that delivered an envelope; nil if the envelope names none that exists.
    static func match(of envelope: Envelope) -> Match? {
        guard let channel = numbers[envelope.channel] else { return nil }
        let stream = envelope.isPresence ? presence(of: channel) : channel
        return Match(stream: stream, group: envelope.subscription.flatMap { groupNumbers[$0] })
    }

    /// Returns the channels and groups of a request, without presence names, as targets.
    static func present(in names: SubscriptionTargetList.Names) -> [SubscriptionTarget] {
        let plain = { (name: String) in !PresenceName.strip(name).isPresence }
        return names.channels.names.filter(plain).map { SubscriptionTarget(name: $0, isGroup: false) }
            + names.groups.names.filter(plain).map { SubscriptionTarget(name: $0, isGroup: true) }
    }
}
