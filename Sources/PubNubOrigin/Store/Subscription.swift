/// One name in a subscriber's list, told apart by how it selects messages.
struct Subscription: Hashable, Sendable {
    /// How a name selects messages.
    enum Kind: Hashable, Sendable {
        case channel
        case wildcard
        case group
    }

    let kind: Kind
    /// Keyset and name as subscribed, presence suffix included.
    let topic: Topic

    var isPresence: Bool { ChannelName.isPresence(topic.name) }

    static func channel(_ name: String, keyset: String) -> Subscription {
        Subscription(
            kind: ChannelName.isWildcard(name) ? .wildcard : .channel,
            topic: Topic(keyset: keyset, name: name)
        )
    }

    static func group(_ name: String, keyset: String) -> Subscription {
        Subscription(kind: .group, topic: Topic(keyset: keyset, name: name))
    }
}
