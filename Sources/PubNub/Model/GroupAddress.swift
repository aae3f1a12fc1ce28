/// The address of a channel group in the registry: its name, and that of its namespace.
struct GroupAddress: Sendable, Hashable {
    /// The name without the namespace.
    let name: String

    /// `nil` for a group of the global scope.
    var namespace: String?
}
