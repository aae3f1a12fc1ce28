import PubNubWire

/// What rights are given on.
struct AccessTarget: Hashable, Sendable {
    enum Scope: Hashable, Sendable {
        /// Everything of the keyset.
        case application
        /// A channel, a presence channel, or a pattern such as `a.*`.
        case channel(String)
        /// A group, `namespace:group`, a namespace as `namespace:`, or all namespaces as `:`.
        case group(String)
        /// A client's identifier, in version 2.
        case user(String)
    }

    let keyset: String
    let scope: Scope

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

    /// A pattern covers channels, and only with the presence suffix the presence channels beside them.
    private static func patterns(above name: String) -> [String] {
        let suffix = ChannelName.isPresence(name) ? ChannelName.presenceSuffix : ""
        let patterns = ChannelName.patterns(covering: ChannelName.base(name)).map { $0 + suffix }
        return [name] + patterns.filter { $0 != name }
    }

    private static func namespaces(above name: String) -> [String] {
        guard name != ":" else { return [name] }
        guard name.holds(":") else { return [name, ":"] }
        let namespace = "\(name.cut(at: ":").before):"
        return namespace == name ? [name, ":"] : [name, namespace, ":"]
    }
}
