import PubNubWire

/// One channel of one keyset. As for the service, names are different if their bytes are.
package struct Topic: Sendable {
    /// The subscribe key the channel belongs to.
    package let keyset: String
    /// The channel's name; that of its presence channel ends with `-pnpres`.
    package let name: String

    package init(keyset: String, name: String) {
        self.keyset = keyset
        self.name = name
    }
}

extension Topic: Hashable, Comparable {
    package static func == (left: Topic, right: Topic) -> Bool {
        left.name.hasSameBytes(as: right.name) && left.keyset.hasSameBytes(as: right.keyset)
    }

    package func hash(into hasher: inout Hasher) {
        keyset.hashBytes(into: &hasher)
        name.hashBytes(into: &hasher)
    }

    package static func < (left: Topic, right: Topic) -> Bool {
        (NameKey(left.keyset), NameKey(left.name)) < (NameKey(right.keyset), NameKey(right.name))
    }
}

/// Facts about channel names that more than one store needs.
package enum ChannelName {
    /// The suffix of the presence channel that every channel and group has.
    static let presenceSuffix = "-pnpres"

    package static func isPresence(_ name: String) -> Bool {
        name.endsInBytes(of: "-pnpres")
    }

    /// The channel a presence channel belongs to; any other name unchanged.
    package static func base(_ name: String) -> String {
        isPresence(name) ? String(Substring(name.utf8.dropLast(presenceSuffix.utf8.count))) : name
    }

    static func presence(of name: String) -> String { name + presenceSuffix }

    /// Whether the name, without its presence suffix, is a pattern such as `a.*`.
    package static func isWildcard(_ name: String) -> Bool {
        let name = base(name)
        return name.endsInBytes(of: ".*")
    }

    /// The patterns that cover a channel, narrowest first: `a.b.c` has `a.b.*` and `a.*`.
    static func patterns(covering name: String) -> [String] {
        guard name.holds(".") else { return [] }
        var found: [String] = []
        for index in name.utf8.indices.reversed() where name.utf8[index] == UInt8(ascii: ".") {
            found.append(name[..<index] + ".*")
        }
        return found
    }
}

/// One name in a subscriber's list, distinguished by how it selects messages.
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
