import PubNubWire

/// The address of a channel group in the registry: its name, and that of its namespace.
package struct GroupAddress: Sendable, Hashable {
    /// The name without the namespace.
    package let name: String

    /// `nil` for a group of the global scope.
    package var namespace: String?

    package init(name: String, namespace: String? = nil) {
        self.name = name
        self.namespace = namespace
    }
}

extension GroupAddress {
    /// The address of a name on the wire, `group` or `namespace:group`.
    init(wireName: String) {
        let (first, second) = wireName.cut(at: ":")
        name = second.map { String($0) } ?? wireName
        namespace = second == nil || first.isEmpty ? nil : String(first)
    }

    var wireName: String { namespace.map { $0 == ":" ? ":" : "\($0):\(name)" } ?? name }
}
