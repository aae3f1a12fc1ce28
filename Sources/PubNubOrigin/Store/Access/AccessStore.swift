/// The grants of all keysets. Rights add up: a lower level cannot revoke a right of a higher level or of every client.
struct AccessStore: Sendable {
    /// The rights given on one target.
    struct Entry: Sendable {
        /// The grant for every client; nil without one.
        var everybody: AccessGrant?
        /// Those of authorization keys.
        var keys: [String: AccessGrant] = [:]

        var count: Int { keys.count + (everybody == nil ? 0 : 1) }

        func valid(at date: UInt64) -> Entry {
            Entry(
                everybody: everybody.flatMap { $0.isValid(at: date) ? $0 : nil },
                keys: keys.filter { $0.value.isValid(at: date) }
            )
        }
    }

    private var entries: [AccessTarget: Entry] = [:]
    private let capacity: Int
    /// The number of stored grants, including expired ones.
    private(set) var count = 0

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
    func entry(on target: AccessTarget, at date: UInt64) -> Entry? {
        guard let entry = entries[target]?.valid(at: date), entry.count > 0 else { return nil }
        return entry
    }

    /// The targets of a keyset on which something is given at a date.
    func scopes(keyset: String, at date: UInt64) -> [AccessTarget.Scope] {
        entries.filter { $0.key.keyset == keyset && $0.value.valid(at: date).count > 0 }.map(\.key.scope)
    }

    /// Whether changes fit in, once what has expired by a date is gone.
    mutating func makeRoom(for records: [AccessRecord], at date: UInt64) -> Bool {
        func growth() -> Int { records.count { !$0.grant.rights.isEmpty && !holds($0) } }
        if count + growth() <= capacity { return true }
        removeExpired(at: date)
        // A renewed grant may have been among the expired.
        return count + growth() <= capacity
    }

    /// Puts rights in the place of earlier ones, or takes those away.
    mutating func apply(_ record: AccessRecord) {
        var entry = entries[record.target] ?? Entry()
        count -= entry.count
        let grant = record.grant.rights.isEmpty ? nil : record.grant
        if let key = record.key {
            entry.keys[key] = grant
        } else {
            entry.everybody = grant
        }
        count += entry.count
        entries[record.target] = entry.count > 0 ? entry : nil
    }

    private func holds(_ record: AccessRecord) -> Bool {
        guard let entry = entries[record.target] else { return false }
        return record.key.map { entry.keys[$0] != nil } ?? (entry.everybody != nil)
    }

    private mutating func removeExpired(at date: UInt64) {
        entries = entries.mapValues { $0.valid(at: date) }.filter { $0.value.count > 0 }
        count = entries.values.reduce(0) { $0 + $1.count }
    }
}

/// A change of rights in its stored form. Without rights, it removes the grant.
struct AccessRecord: Hashable, Sendable {
    let target: AccessTarget
    /// The authorization key; nil for everybody.
    let key: String?
    let grant: AccessGrant
}
