/// Users, channels and memberships of all keysets.
struct ObjectStore: Sendable {
    private var keysets: [String: KeysetObjects] = [:]
    private(set) var count = 0
    /// About how much memory all of it takes.
    private(set) var bytes = 0

    subscript(keyset: String) -> KeysetObjects { keysets[keyset] ?? KeysetObjects() }

    mutating func apply(_ change: ObjectChange) {
        // In place: a copy of a table would be made for every change otherwise.
        let difference = Self.apply(change.kind, to: &keysets[change.keyset, default: KeysetObjects()])
        count += difference.count
        bytes += difference.bytes
        if keysets[change.keyset]?.count == 0 { keysets[change.keyset] = nil }
    }

    private static func apply(
        _ change: ObjectChange.Kind,
        to objects: inout KeysetObjects
    ) -> (count: Int, bytes: Int) {
        let (count, bytes) = (objects.count, objects.bytes)
        objects.apply(change)
        return (objects.count - count, objects.bytes - bytes)
    }
}
