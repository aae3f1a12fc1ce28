import PubNubWire

/// What is to change in the memberships of a user, or in the members of a channel.
struct RelationChange: Sendable, Equatable {
    /// Another side of a relation, and the relation's own fields.
    struct Entry: Sendable, Equatable {
        let identifier: String
        /// By the service's names; null clears.
        var members: [String: JSONValue] = [:]
    }

    var set: [Entry] = []
    var removed: [String] = []

    /// The change as it travels; `key` is what the other side is called. A list without entries is left out.
    func body(_ key: String) -> JSONValue {
        var members: [String: JSONValue] = [:]
        if !set.isEmpty {
            members["set"] = .array(
                set.map { entry in .object(entry.members.merging([key: Self.object(entry.identifier)]) { _, id in id })
                }
            )
        }
        if !removed.isEmpty { members["delete"] = .array(removed.map { .object([key: Self.object($0)]) }) }
        return .object(members)
    }

    private static func object(_ identifier: String) -> JSONValue {
        .object(["id": .string(identifier)])
    }
}
