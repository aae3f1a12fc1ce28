import PubNubWire

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
