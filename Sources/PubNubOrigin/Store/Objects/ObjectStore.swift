import PubNubWire

/// Users, channels and memberships of all keysets.
struct ObjectStore: Sendable {
    private var keysets: [NameKey: KeysetObjects] = [:]
    private(set) var count = 0
    /// About how much memory all of it takes.
    private(set) var bytes = 0

    subscript(keyset: String) -> KeysetObjects { keysets[keyset] ?? KeysetObjects() }

    /// A store with the objects of one keyset only.
    func part(of keyset: String) -> ObjectStore {
        var part = ObjectStore()
        part.keysets[keyset] = keysets[keyset]
        return part
    }

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
        let count = objects.count
        let bytes = objects.bytes
        objects.apply(change)
        return (objects.count - count, objects.bytes - bytes)
    }
}

/// A change of what App Context knows.
package struct ObjectChange: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        /// A record takes the place of an earlier one.
        case set(MetadataRecord, ObjectKind)
        case remove(String, ObjectKind)
        /// A membership takes the place of an earlier one.
        case join(MembershipRecord)
        case part(user: String, channel: String)
    }

    package let keyset: String
    package let kind: Kind

    package init(keyset: String, kind: Kind) {
        self.keyset = keyset
        self.kind = kind
    }
}

/// A request for a page of a list.
struct ObjectQuery: Sendable {
    var filter: ObjectFilter?
    var sort = ObjectSort()
    /// How many entries come before the page.
    var offset = 0
    var limit = 100
    /// Whether all entries that are wanted are to be counted.
    var countsAll = false
}

/// A page of a list.
struct StoredObjectPage<Entry: Sendable>: Sendable {
    var entries: [Entry] = []
    /// The number of matches on all pages; nil if it was not counted.
    var total: Int?
}
