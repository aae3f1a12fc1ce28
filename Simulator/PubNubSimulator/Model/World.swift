import PubNubMachines
import PubNubWire

/// The channels and groups there are in every simulation.
///
/// A channel has two streams, its messages and its presence events; streams are numbered.
enum World {
    /// What brings a stream to a subscriber: the channel's own name, or a group.
    struct Match: Hashable {
        let stream: Int
        let group: Int?

        /// The name on the wire by which it comes.
        var name: String {
            let target = group.map { World.groups[$0] } ?? World.channel(of: stream)
            return World.isPresence(stream) ? PresenceName.make(target) : target
        }

        /// Tells this way apart from the others on which the same stream may come.
        var way: Int { (group ?? -1) + 1 }
    }

    static let channels = ["a", "b", "c", "d", "e"]
    static let groups = ["g", "h"]
    /// The channels of each group; `a` and `c` can be had in both ways.
    static let members = [[2, 3], [0, 4]]
    static let streams = 2 * channels.count
    /// How many sets of keys the application changes between.
    static let keysets = 2

    static let targets =
        channels.map { SubscriptionTarget(name: $0, isGroup: false) }
        + groups.map { SubscriptionTarget(name: $0, isGroup: true) }

    static func channel(of stream: Int) -> String { channels[stream % channels.count] }

    static func isPresence(_ stream: Int) -> Bool { stream >= channels.count }

    static func presence(of channel: Int) -> Int { channel + channels.count }

    private static let numbers = Dictionary(uniqueKeysWithValues: channels.enumerated().map { ($1, $0) })
    private static let groupNumbers = Dictionary(uniqueKeysWithValues: groups.enumerated().map { ($1, $0) })

    /// All that a request for these names matches.
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

    /// The way on which an envelope came; nil when it names what does not exist.
    static func match(of envelope: Envelope) -> Match? {
        guard let channel = numbers[envelope.channel] else { return nil }
        let stream = envelope.isPresence ? presence(of: channel) : channel
        return Match(stream: stream, group: envelope.subscription.flatMap { groupNumbers[$0] })
    }

    /// The channels and groups that stand in a request without their presence, as targets.
    static func present(in names: SubscriptionTargetList.Names) -> [SubscriptionTarget] {
        let plain = { (name: String) in !PresenceName.strip(name).isPresence }
        return names.channels.names.filter(plain).map { SubscriptionTarget(name: $0, isGroup: false) }
            + names.groups.names.filter(plain).map { SubscriptionTarget(name: $0, isGroup: true) }
    }
}
