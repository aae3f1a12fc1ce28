/// Clients that one object of the process serves, without keeping them alive.
///
/// Who serves them begins with the first that comes, and ends with the last that goes.
struct WeakEngines {
    private struct Member {
        weak var engine: ClientEngine?
    }

    private var members: [ObjectIdentifier: Member] = [:]

    /// Those that are still there.
    var all: [ClientEngine] { members.values.compactMap(\.engine) }

    /// - Returns: Whether it is the first.
    @discardableResult
    mutating func add(_ engine: ClientEngine) -> Bool {
        defer { members[ObjectIdentifier(engine)] = Member(engine: engine) }
        return members.isEmpty
    }

    /// Takes an identifier because a client that is being let go of can no longer be referred to.
    ///
    /// - Returns: Whether it was the last.
    @discardableResult
    mutating func remove(_ id: ObjectIdentifier) -> Bool {
        members.removeValue(forKey: id) != nil && members.isEmpty
    }
}
