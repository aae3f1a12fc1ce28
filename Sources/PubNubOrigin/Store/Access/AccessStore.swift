package import PubNubWire

/// The grants of all keysets. Rights add up: a lower level cannot revoke a right of a higher level or of every client.
package struct AccessStore: Sendable {
    /// The rights given on one target.
    package struct Grant: Sendable {
        /// The grant for every client; nil without one.
        package var everybody: AccessGrant?
        /// Those of authorization keys.
        package var keys: [NameKey: AccessGrant] = [:]

        var count: Int { keys.count + (everybody == nil ? 0 : 1) }

        func valid(at date: UInt64) -> Grant {
            Grant(
                everybody: everybody.flatMap { $0.isValid(at: date) ? $0 : nil },
                keys: keys.filter { $0.value.isValid(at: date) }
            )
        }
    }

    private var entries: [AccessTarget: Grant] = [:]
    private let capacity: Int
    /// The number of stored grants, including expired ones.
    private(set) var count = 0
    private var counts = KeysetCounts()

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Whether a client with this authorization key, nil for none, has a right on a target.
    func allows(_ right: AccessRights, on target: AccessTarget, key: String?, at date: UInt64) -> Bool {
        target.covering.contains { target in
            guard let entry = entries[target] else { return false }
            return [entry.everybody, key.flatMap { entry.keys[$0] }].contains { grant in
                grant.map { $0.isValid(at: date) && $0.rights.contains(right) } ?? false
            }
        }
    }

    /// The grants on a target itself that are valid at a date; nil without any.
    package func entry(on target: AccessTarget, at date: UInt64) -> Grant? {
        guard let entry = entries[target]?.valid(at: date), entry.count > 0 else { return nil }
        return entry
    }

    /// The targets of a keyset on which something is given at a date.
    package func scopes(keyset: String, at date: UInt64) -> [AccessTarget.Scope] {
        entries.filter { $0.key.keyset.hasSameBytes(as: keyset) && $0.value.valid(at: date).count > 0 }.map(\.key.scope)
    }

    /// The grants by which a client with this authorization key, nil for none, has rights on a target at a date, the nearest first.
    package func grants(covering target: AccessTarget, key: String?, at date: UInt64) -> [CoveringGrant] {
        target.covering.flatMap { target -> [CoveringGrant] in
            guard let entry = entry(on: target, at: date) else { return [] }
            let everybody = entry.everybody.map { CoveringGrant(scope: target.scope, isForKey: false, grant: $0) }
            let own = key.flatMap { entry.keys[$0] }.map {
                CoveringGrant(scope: target.scope, isForKey: true, grant: $0)
            }
            return [everybody, own].compactMap(\.self)
        }
    }

    /// Whether changes fit in, once what has expired by a date is gone.
    ///
    /// - Parameters:
    ///   - records: The changes.
    ///   - keyset: The keyset whose grants count; `nil` counts those of all keysets.
    ///   - date: The date.
    /// - Returns: Whether they fit in.
    mutating func makeRoom(for records: [AccessRecord], of keyset: String? = nil, at date: UInt64) -> Bool {
        if count(of: keyset) + growth(by: records) <= capacity { return true }
        removeExpired(at: date)
        // A renewed grant may have been among the expired.
        return count(of: keyset) + growth(by: records) <= capacity
    }

    private func count(of keyset: String?) -> Int { keyset.map { counts[$0] } ?? count }

    /// How many grants a keyset would have after changes, once what has expired by a date is gone if there are more than `most`.
    mutating func count(after records: [AccessRecord], keyset: String, most: Int, at date: UInt64) -> Int {
        if counts[keyset] + growth(by: records) > most { removeExpired(at: date) }
        return counts[keyset] + growth(by: records)
    }

    private func growth(by records: [AccessRecord]) -> Int {
        records.count { !$0.grant.rights.isEmpty && !holds($0) }
    }

    /// Whether a change takes away a right that a grant gives at a date. Rights add up, so any other change takes none away.
    func isReduced(by record: AccessRecord, at date: UInt64) -> Bool {
        guard let entry = entries[record.target],
            let former = record.key == nil ? entry.everybody : record.key.flatMap({ entry.keys[$0] }),
            former.isValid(at: date)
        else { return false }
        return !former.rights.isSubset(of: record.grant.rights)
    }

    /// Puts rights in the place of earlier ones, or takes those away.
    mutating func apply(_ record: AccessRecord) {
        var entry = entries[record.target] ?? Grant()
        let before = entry.count
        let grant = record.grant.rights.isEmpty ? nil : record.grant
        if let key = record.key {
            entry.keys[key] = grant
        } else {
            entry.everybody = grant
        }
        count += entry.count - before
        counts.add(entry.count - before, to: record.target.keyset)
        entries[record.target] = entry.count > 0 ? entry : nil
    }

    private func holds(_ record: AccessRecord) -> Bool {
        guard let entry = entries[record.target] else { return false }
        return record.key.map { entry.keys[$0] != nil } ?? (entry.everybody != nil)
    }

    private mutating func removeExpired(at date: UInt64) {
        entries = entries.mapValues { $0.valid(at: date) }.filter { $0.value.count > 0 }
        count = 0
        counts = KeysetCounts()
        for (target, entry) in entries {
            count += entry.count
            counts.add(entry.count, to: target.keyset)
        }
    }
}

/// A grant that gives a client rights on something.
package struct CoveringGrant: Sendable, Equatable {
    /// The scope of the grant: the target itself, or something above it.
    package let scope: AccessTarget.Scope
    /// Whether it is for the client's authorization key, and not for every client.
    package let isForKey: Bool
    package let grant: AccessGrant
}

/// A change of rights in its stored form. Without rights, it removes the grant.
package struct AccessRecord: Hashable, Sendable {
    package let target: AccessTarget
    /// The authorization key; nil for everybody.
    package let key: String?
    package let grant: AccessGrant

    package init(target: AccessTarget, key: String?, grant: AccessGrant) {
        self.target = target
        self.key = key
        self.grant = grant
    }
}
