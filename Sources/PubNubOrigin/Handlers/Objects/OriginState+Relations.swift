import PubNubWire

extension OriginState {
    /// A page of the channels of a user, or of the users of a channel.
    func relations(of kind: ObjectKind, _ call: OriginCall) throws(ObjectsRefusal) -> OriginResponse {
        let id = try objectID(kind, call)
        let list = try ObjectsList(call, of: kind == .user ? .memberships : .members, limits: limits)
        if let relation = objectStore[call.keyset].mismatch(in: list.query.filter, of: id, kind) {
            throw .mismatch(relation)
        }
        return relationsResponse(list, of: id, kind, call)
    }

    /// Deletes and sets relations, and responds with the list after that.
    mutating func changeRelations(
        of kind: ObjectKind,
        _ call: OriginCall,
        at now: Moment
    ) throws(ObjectsRefusal) -> OriginResponse {
        let id = try objectID(kind, call)
        var body = try ObjectsBody(call.request, limits: limits)
        let requested = body.relations(to: kind.other)
        let list: ObjectsList
        do throws(ObjectsRefusal) {
            list = try ObjectsList(call, of: kind == .user ? .memberships : .members, limits: limits)
        } catch {
            throw .invalid(body.details + error.details)
        }
        let draft = draft(of: requested, id, kind, call, &body)
        guard body.details.isEmpty else { throw .invalid(body.details) }
        if let relation = objectStore[call.keyset].mismatch(in: list.query.filter, of: id, kind, after: draft) {
            throw .mismatch(relation)
        }
        try checkMemberships(draft, keyset: call.keyset)
        try checkRoomForObjects(draft.growth, bytes: draft.bytes, keyset: call.keyset)
        let changes = draft.changes { clock.next(date: now.date) }
        if !changes.isEmpty { keep(changes.map(\.change), changes.map(\.event), keyset: call.keyset, at: now) }
        return relationsResponse(list, of: id, kind, call)
    }

    /// Checks that no user gets more memberships than the limit. A user with more of them may change these.
    private func checkMemberships(_ draft: RelationsDraft, keyset: String) throws(ObjectsRefusal) {
        guard draft.growth > 0 else { return }
        let most = limits.membershipsPerUser
        let memberships = objectStore[keyset].memberships
        func count(of user: String) -> Int { memberships.others(of: user, .user).count }
        let isWithin =
            switch draft.kind {
            case .user: draft.growth <= draft.loss || count(of: draft.id) + draft.growth - draft.loss <= most
            case .channel: draft.added.allSatisfy { count(of: $0) < most }
            }
        guard isWithin else { throw .tooManyMemberships(most: most) }
    }

    /// Combines the changes of a body with the current memberships, and records errors in the body.
    private func draft(
        of requested: RequestedRelations,
        _ id: String,
        _ kind: ObjectKind,
        _ call: OriginCall,
        _ body: inout ObjectsBody
    ) -> RelationsDraft {
        let objects = objectStore[call.keyset]
        var draft = RelationsDraft(id: id, kind: kind)
        // First, as the service does it: an identifier in both lists ends up set.
        for other in requested.delete { draft.delete(other, now: objects.membership(of: id, kind, with: other)) }
        for (index, setting) in requested.set.enumerated() {
            let other = setting.id
            draft.set(other, setting.patch, now: objects.membership(of: id, kind, with: other))
            if draft.bytes(of: other) > limits.objectBytes {
                body.refuse("Membership must not be larger than \(limits.objectBytes) bytes.", at: "set[\(index)]")
            }
            guard appContext(of: call.keyset).hasReferentialIntegrity else { continue }
            for (end, kind) in [(id, kind), (other, kind.other)] where objects[kind][end] == nil {
                body.refuse("\(kind.title) does not exist.", at: "set[\(index)].\(kind.wireName).id")
            }
        }
        return draft
    }

    private func relationsResponse(
        _ list: ObjectsList,
        of id: String,
        _ kind: ObjectKind,
        _ call: OriginCall
    ) -> OriginResponse {
        let page = objectStore[call.keyset].page(of: id, kind, list.query)
        let entries = page.entries.map { ObjectsResponse.text(of: $0, kind.other, list.include) }
        return ObjectsResponse.page(entries, list, total: page.total)
    }
}
