import PubNubWire

/// Changes to make to the memberships of one user or channel. A membership that is deleted and then set is set, and has
/// only what is set then.
struct RelationsDraft: Sendable {
    private struct Entry {
        let old: MembershipRecord?
        /// nil when it is to be deleted.
        var content: ObjectContent?

        var isAdded: Bool { old == nil && content != nil }
    }

    let id: String
    let kind: ObjectKind
    private var order: [String] = []
    private var entries: [NameKey: Entry] = [:]

    /// - Parameters:
    ///   - id: the end that all of them share.
    ///   - kind: what it is.
    init(id: String, kind: ObjectKind) {
        self.id = id
        self.kind = kind
    }

    /// Changes the fields of a membership, or adds it. If the draft deletes it, it begins without fields.
    mutating func set(_ other: String, _ patch: ObjectPatch, now old: MembershipRecord?) {
        let content = if let entry = entries[other] { entry.content } else { old?.content }
        put(other, patch.applied(to: content ?? ObjectContent()), old)
    }

    mutating func delete(_ other: String, now old: MembershipRecord?) { put(other, nil, old) }

    /// How large the content of a membership will be.
    func bytes(of other: String) -> Int { entries[other]?.content?.bytes ?? 0 }

    /// How many memberships will be added.
    var growth: Int { entries.values.count(where: \.isAdded) }

    /// How many memberships will be deleted.
    var loss: Int { entries.values.count { $0.old != nil && $0.content == nil } }

    /// The identifiers at the other ends of the memberships that will be added.
    var added: [String] { order.filter { entries[$0]?.isAdded == true } }

    /// How much content will be set.
    var bytes: Int { entries.values.reduce(0) { $0 + ($1.content?.bytes ?? 0) } }

    /// The identifiers at the other ends.
    var others: Set<NameKey> { Set(entries.keys) }

    /// The memberships as they will be, but for their dates.
    var records: [MembershipRecord] {
        order.compactMap { other in entries[other].flatMap { record(other, $0, at: $0.old?.updated ?? 0) } }
    }

    /// The changes that make a difference, each with its event; `timetoken` gives each its date.
    func changes(timetoken: () -> UInt64) -> [(change: ObjectChange.Kind, event: ObjectChangeEvent)] {
        order.compactMap { other in
            guard let entry = entries[other], entry.content != entry.old?.content else { return nil }
            if let record = record(other, entry, at: timetoken()) {
                return (.join(record), .joined(record, before: entry.old))
            }
            return entry.old.map { (.part(user: $0.user, channel: $0.channel), .parted($0)) }
        }
    }

    private mutating func put(_ other: String, _ content: ObjectContent?, _ old: MembershipRecord?) {
        if entries.updateValue(Entry(old: old, content: content), forKey: other) == nil { order.append(other) }
    }

    private func record(_ other: String, _ entry: Entry, at timetoken: UInt64) -> MembershipRecord? {
        guard let content = entry.content else { return nil }
        return MembershipRecord(
            user: entry.old?.user ?? (kind == .user ? id : other),
            channel: entry.old?.channel ?? (kind == .user ? other : id),
            content: content,
            updated: timetoken
        )
    }
}
