/// Which channels each group holds, and the other way round.
struct ChannelGroups: Sendable {
    private var channelsOf: [Topic: Set<String>] = [:]
    private var groupsOf: [Topic: Set<String>] = [:]

    /// The groups of a keyset that hold at least one channel, in order of their names.
    func groups(keyset: String) -> [String] {
        channelsOf.keys.filter { $0.keyset == keyset }.map(\.name).sorted()
    }

    /// The channels of a group in order of their names; none when there is no such group.
    func channels(of group: String, keyset: String) -> [String] {
        channelsOf[Topic(keyset: keyset, name: group)]?.sorted() ?? []
    }

    /// The groups that hold a channel, or a pattern, under exactly this name.
    func groups(holding channel: String, keyset: String) -> Set<String> {
        groupsOf[Topic(keyset: keyset, name: channel)] ?? []
    }

    mutating func add(_ channels: [String], to group: String, keyset: String) {
        guard !channels.isEmpty else { return }
        channelsOf[Topic(keyset: keyset, name: group), default: []].formUnion(channels)
        for channel in channels { groupsOf[Topic(keyset: keyset, name: channel), default: []].insert(group) }
    }

    mutating func remove(_ channels: [String], from group: String, keyset: String) {
        let groupTopic = Topic(keyset: keyset, name: group)
        channelsOf[groupTopic]?.subtract(channels)
        if channelsOf[groupTopic]?.isEmpty == true { channelsOf[groupTopic] = nil }
        for channel in channels {
            let topic = Topic(keyset: keyset, name: channel)
            groupsOf[topic]?.remove(group)
            if groupsOf[topic]?.isEmpty == true { groupsOf[topic] = nil }
        }
    }

    mutating func removeGroup(_ group: String, keyset: String) {
        remove(channels(of: group, keyset: keyset), from: group, keyset: keyset)
    }
}
