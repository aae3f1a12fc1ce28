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
        let parts = wire.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        namespace = parts.count == 2 ? String(parts[0]) : ""
        bare = String(parts.last ?? "")
    }

    /// The name as subscribers spell it.
    var wire: String { namespace.isEmpty ? bare : "\(namespace):\(bare)" }
}
