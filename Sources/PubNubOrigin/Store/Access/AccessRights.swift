import PubNubWire

/// Permissions on a channel, a group or everything.
package struct AccessRights: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Subscribing, presence and history.
    package static let read = AccessRights(rawValue: 1)
    /// Publishing.
    package static let write = AccessRights(rawValue: 2)
    /// Changing and listing channel groups, and changing the members of channels.
    package static let manage = AccessRights(rawValue: 4)
    /// Deleting stored messages, users and channels.
    package static let delete = AccessRights(rawValue: 8)
    /// Reading the metadata of users and channels.
    package static let get = AccessRights(rawValue: 32)
    /// Changing the metadata of users and channels.
    package static let update = AccessRights(rawValue: 64)
    /// Making users members of channels.
    package static let join = AccessRights(rawValue: 128)

    /// The rights that version 1 knows, by the names they have in queries and responses.
    package static let named: [(name: String, right: AccessRights)] = [("r", .read), ("w", .write), ("m", .manage)]
    /// Those that version 2 adds.
    package static let namedLater: [(name: String, right: AccessRights)] = [
        ("d", .delete), ("g", .get), ("u", .update), ("j", .join),
    ]
}

/// Rights, and until when they hold.
package struct AccessGrant: Hashable, Sendable {
    package let rights: AccessRights
    /// In units of 10⁻⁷ s since 1970 UTC; nil for ever.
    package let expiry: UInt64?

    package init(rights: AccessRights, expiry: UInt64?) {
        self.rights = rights
        self.expiry = expiry
    }

    func isValid(at date: UInt64) -> Bool { expiry.map { $0 > date } ?? true }

    /// How long they still hold, in minutes that have begun; nil for ever.
    package func minutes(from date: UInt64) -> UInt64? {
        expiry.map { $0 > date ? ($0 - date - 1) / 600_000_000 + 1 : 0 }
    }
}

/// What rights are given on.
package struct AccessTarget: Sendable {
    package enum Scope: Hashable, Sendable {
        /// Everything of the keyset.
        case application
        /// A channel, a presence channel, or a pattern such as `a.*`.
        case channel(String)
        /// A group, `namespace:group`, a namespace as `namespace:`, or all namespaces as `:`.
        case group(String)
        /// A client's identifier, in version 2.
        case user(String)

        package static func == (left: Scope, right: Scope) -> Bool {
            switch (left, right) {
            case (.application, .application): true
            case (.channel(let left), .channel(let right)), (.group(let left), .group(let right)),
                (.user(let left), .user(let right)):
                left.hasSameBytes(as: right)
            default: false
            }
        }

        package func hash(into hasher: inout Hasher) {
            let (kind, name) =
                switch self {
                case .application: (0, "")
                case .channel(let name): (1, name)
                case .group(let name): (2, name)
                case .user(let name): (3, name)
                }
            hasher.combine(kind)
            name.hashBytes(into: &hasher)
        }
    }

    package let keyset: String
    package let scope: Scope

    package init(keyset: String, scope: Scope) {
        self.keyset = keyset
        self.scope = scope
    }

    /// The targets whose rights hold here too: itself, the patterns and namespaces above it, and everything.
    var covering: [AccessTarget] {
        let scopes: [Scope] =
            switch scope {
            case .application: [.application]
            case .user: [scope, .application]
            case .channel(let name): Self.patterns(above: name).map { .channel($0) } + [.application]
            case .group(let name): Self.namespaces(above: name).map { .group($0) } + [.application]
            }
        return scopes.map { AccessTarget(keyset: keyset, scope: $0) }
    }

    /// A pattern covers channels; with the presence suffix it covers their presence channels instead.
    private static func patterns(above name: String) -> [String] {
        let suffix = ChannelName.isPresence(name) ? ChannelName.presenceSuffix : ""
        let patterns = ChannelName.patterns(covering: ChannelName.base(name)).map { $0 + suffix }
        return [name] + patterns.filter { !$0.hasSameBytes(as: name) }
    }

    private static func namespaces(above name: String) -> [String] {
        guard name != ":" else { return [name] }
        guard name.holds(":") else { return [name, ":"] }
        let namespace = "\(name.cut(at: ":").before):"
        return namespace == name ? [name, ":"] : [name, namespace, ":"]
    }
}

extension AccessTarget: Hashable {
    package static func == (left: AccessTarget, right: AccessTarget) -> Bool {
        left.scope == right.scope && left.keyset.hasSameBytes(as: right.keyset)
    }

    package func hash(into hasher: inout Hasher) {
        keyset.hashBytes(into: &hasher)
        hasher.combine(scope)
    }
}
