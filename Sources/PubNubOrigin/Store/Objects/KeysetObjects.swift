import PubNubWire

/// Everything that App Context knows of a keyset.
struct KeysetObjects: Sendable {
    private(set) var users = MetadataTable()
    private(set) var channels = MetadataTable()
    private(set) var memberships = MembershipTable()

    var count: Int { users.count + channels.count + memberships.count }
    var bytes: Int { users.bytes + channels.bytes + memberships.bytes }

    subscript(kind: ObjectKind) -> MetadataTable { kind == .user ? users : channels }

    mutating func apply(_ change: ObjectChange.Kind) {
        switch change {
        case .set(let record, .user): users.set(record)
        case .set(let record, .channel): channels.set(record)
        case .remove(let id, .user): users.remove(id)
        case .remove(let id, .channel): channels.remove(id)
        case .join(let record): memberships.set(record)
        case .part(let user, let channel): memberships.remove(user: user, channel: channel)
        }
    }

    /// A membership by the end that is spoken of and the other one.
    func membership(of id: String, _ kind: ObjectKind, with other: String) -> MembershipRecord? {
        kind == .user ? memberships[user: id, channel: other] : memberships[user: other, channel: id]
    }

    /// A page of what a user or a channel is related to.
    ///
    /// In the order of identifiers and without a filter it costs as much as the page; otherwise all relations of this
    /// one user or channel are gone through.
    func page(of id: String, _ kind: ObjectKind, _ query: ObjectQuery) -> StoredObjectPage<RelationEntry> {
        let others = memberships.others(of: id, kind)
        guard query.filter != nil || !query.sort.keys.isEmpty else {
            let start = min(query.offset, others.count)
            let entries = entries(of: id, kind, at: start..<start + min(query.limit, others.count - start))
            return StoredObjectPage(entries: entries, total: query.countsAll ? others.count : nil)
        }
        let entries = entries(of: id, kind, at: 0..<others.count)
            .filter { entry in query.filter?.matches { entry.value(at: $0) } ?? true }
            .sorted { left, right in
                query.sort.isOrdered((left.id, { left.value(at: $0) }), (right.id, { right.value(at: $0) }))
            }
        let page = Array(entries.dropFirst(query.offset).prefix(query.limit))
        return StoredObjectPage(entries: page, total: query.countsAll ? entries.count : nil)
    }

    /// A comparison in a filter with a value of another kind than a relation has there; nil if all kinds agree.
    ///
    /// - Parameters:
    ///   - filter: the filter of a list.
    ///   - id: the end whose relations are listed.
    ///   - kind: what it is.
    ///   - draft: changes that are to be made before; nil for none.
    /// - Returns: the first such comparison.
    func mismatch(
        in filter: ObjectFilter?,
        of id: String,
        _ kind: ObjectKind,
        after draft: RelationsDraft? = nil
    ) -> ObjectRelation? {
        let compared = (filter?.relations ?? []).filter { relation in
            guard case .custom = relation.path.field else { return false }
            return relation.kind != nil
        }
        guard !compared.isEmpty else { return nil }
        let others = draft?.others ?? []
        let drafted = (draft?.records ?? []).map { entry(of: $0, kind) }
        let kept = entries(of: id, kind, at: 0..<memberships.others(of: id, kind).count)
        for entry in drafted + kept.filter({ !others.contains(NameKey($0.id)) }) {
            let other = compared.first { relation in
                let found = entry.value(at: relation.path).kind
                return found != .missing && found != relation.kind
            }
            if let other { return other }
        }
        return nil
    }

    private func entries(of id: String, _ kind: ObjectKind, at positions: Range<Int>) -> [RelationEntry] {
        var entries: [RelationEntry] = []
        memberships.others(of: id, kind).visit(positions) { other in
            if let record = membership(of: id, kind, with: other.text) { entries.append(entry(of: record, kind)) }
            return true
        }
        return entries
    }

    private func entry(of record: MembershipRecord, _ kind: ObjectKind) -> RelationEntry {
        let other = record.id(of: kind.other)
        return RelationEntry(record: record, id: other, related: self[kind.other][other])
    }
}
