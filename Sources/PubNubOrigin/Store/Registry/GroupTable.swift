import PubNubWire

/// Which channels each group holds, and the other way round.
///
/// A group of a namespace goes by its name on the wire, `namespace:group`. Groups and namespaces are there as long as
/// there are channels in them.
package struct GroupTable: Sendable {
    private var channelsOf: [Topic: Set<NameKey>] = [:]
    private var groupsOf: [Topic: Set<NameKey>] = [:]
    /// The groups of each keyset by namespace, without its name; those outside of namespaces stand under "".
    private var groupsIn: [NameKey: [NameKey: Set<NameKey>]] = [:]
    /// How many channels there are in all groups together.
    private(set) var count = 0
    private var counts = KeysetCounts()

    /// How many channels there are in all groups of a keyset.
    package func count(keyset: String) -> Int { counts[keyset] }

    /// The groups of a namespace, or those outside of namespaces, that hold at least one channel, in order of their
    /// names. The names lack the namespace.
    func groups(keyset: String, namespace: String = "") -> [String] {
        groupsIn[keyset]?[namespace]?.sortedNames ?? []
    }

    /// The namespaces of a keyset that hold at least one group, in order of their names.
    func namespaces(keyset: String) -> [String] {
        groupsIn[keyset]?.sortedNames.filter { !$0.isEmpty } ?? []
    }

    /// The channels of a group in order of their names; empty for an unknown group.
    func channels(of group: String, keyset: String) -> [String] {
        channelsOf[Topic(keyset: keyset, name: group)]?.sortedNames ?? []
    }

    /// How many of these channels the group does not hold yet.
    func countNew(_ channels: [String], in group: String, keyset: String) -> Int {
        let known = channelsOf[Topic(keyset: keyset, name: group)] ?? []
        return Set(names: channels).subtracting(known).count
    }

    /// How many channels a group holds.
    func count(of group: String, keyset: String) -> Int {
        channelsOf[Topic(keyset: keyset, name: group)]?.count ?? 0
    }

    /// The groups that hold a channel, or a pattern, under exactly this name, in order of their names.
    func groups(holding channel: String, keyset: String) -> [String] {
        groupsOf[Topic(keyset: keyset, name: channel)]?.sortedNames ?? []
    }

    mutating func apply(_ change: GroupChange) {
        switch change {
        case .add(let channels, let group): add(channels, to: group.name, keyset: group.keyset)
        case .remove(let channels, let group): remove(channels, from: group.name, keyset: group.keyset)
        case .removeGroup(let group): removeGroup(group.name, keyset: group.keyset)
        case .removeNamespace(let namespace, let keyset): removeNamespace(namespace, keyset: keyset)
        }
    }

    mutating func add(_ channels: [String], to group: String, keyset: String) {
        guard !channels.isEmpty else { return }
        let name = GroupName(wire: group)
        groupsIn[keyset, default: [:]][name.namespace, default: []].insert(name.bare)
        let added = countNew(channels, in: group, keyset: keyset)
        count += added
        counts.add(added, to: keyset)
        channelsOf[Topic(keyset: keyset, name: group), default: []].formUnion(Set(names: channels))
        for channel in channels { groupsOf[Topic(keyset: keyset, name: channel), default: []].insert(group) }
    }

    mutating func remove(_ channels: [String], from group: String, keyset: String) {
        let groupTopic = Topic(keyset: keyset, name: group)
        let removed = channelsOf[groupTopic]?.intersection(Set(names: channels)).count ?? 0
        count -= removed
        counts.add(-removed, to: keyset)
        channelsOf[groupTopic]?.subtract(Set(names: channels))
        if channelsOf[groupTopic]?.isEmpty == true {
            channelsOf[groupTopic] = nil
            forget(GroupName(wire: group), keyset: keyset)
        }
        for channel in channels {
            let topic = Topic(keyset: keyset, name: channel)
            groupsOf[topic]?.remove(group)
            if groupsOf[topic]?.isEmpty == true { groupsOf[topic] = nil }
        }
    }

    mutating func removeGroup(_ group: String, keyset: String) {
        remove(channels(of: group, keyset: keyset), from: group, keyset: keyset)
    }

    mutating func removeNamespace(_ namespace: String, keyset: String) {
        for group in groups(keyset: keyset, namespace: namespace) {
            removeGroup(GroupName(namespace: namespace, bare: group).wire, keyset: keyset)
        }
    }

    private mutating func forget(_ name: GroupName, keyset: String) {
        groupsIn[keyset]?[name.namespace]?.remove(name.bare)
        if groupsIn[keyset]?[name.namespace]?.isEmpty == true { groupsIn[keyset]?[name.namespace] = nil }
        if groupsIn[keyset]?.isEmpty == true { groupsIn[keyset] = nil }
    }
}

/// The name of a channel group in its two parts.
struct GroupName: Hashable, Sendable {
    /// Empty for a group outside of namespaces.
    let namespace: String
    let bare: String

    init(namespace: String = "", bare: String) {
        self.namespace = namespace
        self.bare = bare
    }

    /// The parts of `group` or `namespace:group`.
    init(wire: String) {
        let (first, second) = wire.cut(at: ":")
        namespace = second == nil ? "" : String(first)
        bare = String(second ?? first)
    }

    /// The name as subscribers spell it.
    var wire: String { namespace.isEmpty ? bare : "\(namespace):\(bare)" }
}

/// A change of the channel groups of a keyset. Groups are named as on the wire.
package enum GroupChange: Sendable, Equatable {
    case add([String], to: Topic)
    case remove([String], from: Topic)
    case removeGroup(Topic)
    case removeNamespace(String, keyset: String)
}
