import PubNubWire

/// App Context: users, channels, and the memberships between them.
extension OriginState {
    mutating func objects(_ call: OriginCall, at now: Moment) -> [OriginAction] {
        do throws(ObjectsRefusal) {
            guard configuration.appContext.isEnabled else { throw .notEnabled }
            return try serveObjects(call, at: now)
        } catch {
            return [.respond(call.id, error.response.wrapped(in: call.callback))]
        }
    }

    private mutating func serveObjects(_ call: OriginCall, at now: Moment) throws(ObjectsRefusal) -> [OriginAction] {
        switch call.route {
        case .users: return [try listObjects(.users, call)]
        case .channels: return [try listObjects(.channels, call)]
        case .user: return [try object(.user, call)]
        case .channel: return [try object(.channel, call)]
        case .userChange: return try setObject(.user, call, at: now)
        case .channelChange: return try setObject(.channel, call, at: now)
        case .userRemoval: return try removeObject(.user, call, at: now)
        case .channelRemoval: return try removeObject(.channel, call, at: now)
        case .memberships, .members: return [try relations(call)]
        case .membershipsChange: return try changeRelations(of: .user, call, at: now)
        case .membersChange: return try changeRelations(of: .channel, call, at: now)
        default: throw .notFound
        }
    }

    /// The identifier in a call's path.
    func objectID(_ kind: ObjectKind, _ call: OriginCall) throws(ObjectsRefusal) -> String {
        let id = call["id"] ?? ""
        guard let fault = ObjectName.fault(id, kind, longest: limits.nameLength) else { return id }
        throw .invalid([ObjectsRefusal.Detail(message: fault, location: "\(kind.word).id", place: .path)])
    }

    private func include(_ call: OriginCall) -> ObjectsInclude {
        ObjectsInclude(call.query.list("include"), related: .user)
    }

    private func listObjects(_ collection: ObjectCollection, _ call: OriginCall) throws(ObjectsRefusal) -> OriginAction
    {
        let settings = configuration.appContext
        let isDisallowed = collection == .users ? settings.disallowsAllUsers : settings.disallowsAllChannels
        guard !configuration.accessManager || !isDisallowed else { throw .forbidden }
        let list = try ObjectsList(call, of: collection, limits: limits)
        let table = objectStore[call.keyset][collection.kind]
        if let relation = table.mismatch(in: list.query.filter) { throw .mismatch(relation) }
        let page = table.page(list.query)
        let entries = page.entries.map { ObjectsResponse.text(of: $0, collection.kind, list.include.own) }
        return respond(to: call, with: ObjectsResponse.page(entries, list, total: page.total))
    }

    private func object(_ kind: ObjectKind, _ call: OriginCall) throws(ObjectsRefusal) -> OriginAction {
        guard let record = objectStore[call.keyset][kind][try objectID(kind, call)] else { throw .notFound }
        return respond(to: call, with: ObjectsResponse.object(record, kind, include(call)))
    }

    private mutating func setObject(
        _ kind: ObjectKind,
        _ call: OriginCall,
        at now: Moment
    ) throws(ObjectsRefusal) -> [OriginAction] {
        let id = try objectID(kind, call)
        var body = try ObjectsBody(call.request, limits: limits)
        let patch = body.patch(of: kind)
        let old = objectStore[call.keyset][kind][id]
        let content = patch.applied(to: old?.content ?? ObjectContent())
        if content.bytes > limits.objectBytes {
            body.refuse("\(kind.title) must not be larger than \(limits.objectBytes) bytes.", at: kind.word)
        }
        guard body.details.isEmpty else { throw .invalid(body.details) }
        if let expected = call.request.ifMatch, expected != old?.eTag { throw .modified(kind) }
        if let old, old.content == content {
            return [respond(to: call, with: ObjectsResponse.object(old, kind, include(call)))]
        }
        try checkRoomForObjects(old == nil ? 1 : 0, bytes: content.bytes)
        let timetoken = clock.next(date: now.date)
        let record = MetadataRecord(
            id: old?.id ?? id,
            content: content,
            updated: timetoken,
            eTag: ObjectTag.ofRecord(id, kind, keyset: call.keyset, changed: timetoken)
        )
        let event = ObjectEvent.set(record, kind, before: old, on: audience(of: record.id, kind, call))
        let set = ObjectsResponse.object(record, kind, include(call))
        return keep([.set(record, kind)], [event], for: call, at: now) { _ in set }
    }

    private mutating func removeObject(
        _ kind: ObjectKind,
        _ call: OriginCall,
        at now: Moment
    ) throws(ObjectsRefusal) -> [OriginAction] {
        let id = try objectID(kind, call)
        guard let old = objectStore[call.keyset][kind][id] else {
            return [respond(to: call, with: ObjectsResponse.removed)]
        }
        var changes: [ObjectChange.Kind] = [.remove(old.id, kind)]
        var events = [ObjectEvent.removed(old.id, kind, on: audience(of: old.id, kind, call))]
        if configuration.appContext.hasReferentialIntegrity {
            for record in memberships(of: old.id, kind, call) {
                changes.append(.part(user: record.user, channel: record.channel))
                events.append(.parted(record))
            }
        }
        return keep(changes, events, for: call, at: now) { _ in ObjectsResponse.removed }
    }

    /// The channels that receive a change of a user or channel: its own and, for a user, those it is a member of.
    private func audience(of id: String, _ kind: ObjectKind, _ call: OriginCall) -> [String] {
        guard kind == .user else { return [id] }
        return ([id] + memberships(of: id, kind, call).map(\.channel)).withoutRepetitions()
    }

    private func memberships(of id: String, _ kind: ObjectKind, _ call: OriginCall) -> [MembershipRecord] {
        let query = ObjectQuery(limit: .max)
        return objectStore[call.keyset].page(of: id, kind, query).entries.map(\.record)
    }
}

extension OriginState {
    /// Makes changes, notifies subscribers, and responds only once the changes are stored.
    ///
    /// - Parameters:
    ///   - kinds: the changes.
    ///   - events: the events for subscribers, sent if the keyset has them enabled.
    ///   - call: the call that asks for them.
    ///   - now: the moment of the call.
    ///   - response: makes the response of the state after the changes.
    /// - Returns: what is to be done.
    mutating func keep(
        _ kinds: [ObjectChange.Kind],
        _ events: [ObjectEvent],
        for call: OriginCall,
        at now: Moment,
        response: (OriginState) -> OriginResponse
    ) -> [OriginAction] {
        let changes = kinds.map { ArchiveChange.object(ObjectChange(keyset: call.keyset, kind: $0)) }
        for change in changes { apply(change) }
        for event in events where configuration.appContext.sendsEvents(of: event.subject) {
            publish(event, keyset: call.keyset, at: now)
        }
        let failure = ObjectsRefusal.storageFailed.response.wrapped(in: call.callback)
        return [.keep(changes, for: call.id, response: response(self).wrapped(in: call.callback), failure: failure)]
    }

    /// Whether more objects fit in.
    func checkRoomForObjects(_ added: Int, bytes: Int) throws(ObjectsRefusal) {
        guard objectStore.count + added <= limits.objects, objectStore.bytes + bytes <= limits.allObjectBytes else {
            throw .full
        }
    }

    /// Publishes an event. Subscribers receive it like a message; history does not contain it.
    private mutating func publish(_ event: ObjectEvent, keyset: String, at now: Moment) {
        let payload = event.payload
        for channel in event.channels {
            let message = StoredMessage(timetoken: clock.next(date: now.date), payload: payload, kind: Self.objectEvent)
            append(event: message, to: Topic(keyset: keyset, name: channel))
        }
    }

    /// The member `e` of the envelope of an event.
    private static let objectEvent = 2
}
