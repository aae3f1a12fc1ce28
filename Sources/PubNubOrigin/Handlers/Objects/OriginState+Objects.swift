import PubNubWire

extension Endpoint {
    static let users = all(.users, .users)
    static let user = one(.user, .get, Kind.read, get)
    static let userChange = one(.user, .update, Kind.change, set, weight: weightOfUser)
    static let userRemoval = one(.user, .delete, Kind.change, remove, weight: weightOfUser)
    static let channels = all(.channels, .channels)
    static let channel = one(.channel, .get, Kind.read, get)
    static let channelChange = one(.channel, .update, Kind.change, set)
    static let channelRemoval = one(.channel, .delete, Kind.change, remove, weight: weightOfChannel)
    static let memberships = one(.user, .get, Kind.list, list)
    static let membershipsChange = Endpoint(.objects, .membershipsChange, .change(response(.user, relate)))
    static let members = one(.channel, .get, Kind.list, list)
    static let membersChange = one(.channel, .manage, Kind.change, relate)

    private typealias Body =
        @Sendable (inout OriginState, ObjectKind, OriginCall, Moment) throws(ObjectsRefusal) -> OriginResponse
    private typealias Weight = @Sendable (OriginState, OriginCall) -> Int

    private static let get: Body = { state, kind, call, _ throws(ObjectsRefusal) in try state.object(kind, call) }
    private static let set: Body = { state, kind, call, now throws(ObjectsRefusal) in
        try state.setObject(kind, call, at: now)
    }
    private static let remove: Body = { state, kind, call, now throws(ObjectsRefusal) in
        try state.removeObject(kind, call, at: now)
    }
    private static let list: Body = { state, kind, call, _ throws(ObjectsRefusal) in
        try state.relations(of: kind, call)
    }
    private static let relate: Body = { state, kind, call, now throws(ObjectsRefusal) in
        try state.changeRelations(of: kind, call, at: now)
    }

    /// A change of a user has an event for each of its channels.
    private static let weightOfUser: Weight = { state, call in
        1 + state.membershipCount(of: call[.id] ?? "", .user, call.keyset)
    }

    /// With a channel go its memberships, if the keyset wants that.
    private static let weightOfChannel: Weight = { state, call in
        guard state.appContext(of: call.keyset).hasReferentialIntegrity else { return 1 }
        let count = state.membershipCount(of: call[.id] ?? "", .channel, call.keyset)
        return 1 + min(count, state.limits.membershipsPerUser)
    }

    /// A list of all objects of a kind.
    private static func all(_ collection: ObjectCollection, _ kind: TokenPattern.Kind) -> Endpoint {
        let list: Body = { state, _, call, _ throws(ObjectsRefusal) in try state.listObjects(collection, call) }
        return Endpoint(.objects, .right(.get, on: .application(kind)), .list(response(collection.kind, list)))
    }

    /// A call about one object.
    private static func one(
        _ object: ObjectKind,
        _ right: AccessRights,
        _ kind: (@escaping Serve) -> Kind,
        _ body: @escaping Body,
        weight: Weight? = nil
    ) -> Endpoint {
        Endpoint(.objects, .right(right, on: .object(object)), kind(response(object, body)), weight: weight)
    }

    private static func response(_ kind: ObjectKind, _ body: @escaping Body) -> Serve {
        { state, call, now in
            do throws(ObjectsRefusal) {
                guard state.appContext(of: call.keyset).isEnabled else { throw .notEnabled }
                return try body(&state, kind, call, now)
            } catch {
                return error.response
            }
        }
    }
}

/// App Context: users, channels, and the memberships between them.
extension OriginState {
    /// The switches of App Context of a keyset.
    func appContext(of keyset: String) -> AppContextSettings { keysets[keyset]?.appContext ?? configuration.appContext }

    /// The identifier in a call's path.
    func objectID(_ kind: ObjectKind, _ call: OriginCall) throws(ObjectsRefusal) -> String {
        let id = call[.id] ?? ""
        guard let fault = ObjectName.fault(id, kind, maxLength: limits.nameLength) else { return id }
        throw .invalid([ObjectsRefusal.Detail(message: fault, location: "\(kind.word).id", locationType: .path)])
    }

    private func include(_ call: OriginCall) -> ObjectsInclude {
        ObjectsInclude(call.query.list("include"), related: .user)
    }

    fileprivate func listObjects(
        _ collection: ObjectCollection,
        _ call: OriginCall
    ) throws(ObjectsRefusal) -> OriginResponse {
        let settings = appContext(of: call.keyset)
        let isDisallowed = collection == .users ? settings.disallowsAllUsers : settings.disallowsAllChannels
        guard !keysets.hasAccessManager(call.keyset) || !isDisallowed else { throw .forbidden }
        let list = try ObjectsList(call, of: collection, limits: limits)
        let table = objectStore[call.keyset][collection.kind]
        if let relation = table.mismatch(in: list.query.filter) { throw .mismatch(relation) }
        let page = table.page(list.query)
        let entries = page.entries.map { ObjectsResponse.text(of: $0, collection.kind, list.include.own) }
        return ObjectsResponse.page(entries, list, total: page.total)
    }

    fileprivate func object(_ kind: ObjectKind, _ call: OriginCall) throws(ObjectsRefusal) -> OriginResponse {
        guard let record = objectStore[call.keyset][kind][try objectID(kind, call)] else { throw .notFound }
        return ObjectsResponse.object(record, kind, include(call))
    }

    fileprivate mutating func setObject(
        _ kind: ObjectKind,
        _ call: OriginCall,
        at now: Moment
    ) throws(ObjectsRefusal) -> OriginResponse {
        let id = try objectID(kind, call)
        let settings = appContext(of: call.keyset)
        var body = try ObjectsBody(call.request, limits: limits, validatesContacts: settings.validatesContacts)
        let patch = body.patch(of: kind)
        let old = objectStore[call.keyset][kind][id]
        let content = patch.applied(to: old?.content ?? ObjectContent())
        if content.bytes > limits.objectBytes {
            body.refuse("\(kind.title) must not be larger than \(limits.objectBytes) bytes.", at: kind.word)
        }
        guard body.details.isEmpty else { throw .invalid(body.details) }
        guard EntityTagCondition(call.request.ifMatch).accepts(old?.eTag) else { throw .modified(kind) }
        if let old, old.content == content {
            return ObjectsResponse.object(old, kind, include(call))
        }
        try checkRoomForObjects(old == nil ? 1 : 0, bytes: content.bytes, keyset: call.keyset)
        let timetoken = clock.next(date: now.date)
        let record = MetadataRecord(
            id: old?.id ?? id,
            content: content,
            updated: timetoken,
            eTag: ObjectTag.ofRecord(id, kind, keyset: call.keyset, changed: timetoken)
        )
        let event = ObjectChangeEvent.set(record, kind, before: old, on: audience(of: record.id, kind, call))
        keep([.set(record, kind)], [event], keyset: call.keyset, at: now)
        return ObjectsResponse.object(record, kind, include(call))
    }

    fileprivate mutating func removeObject(
        _ kind: ObjectKind,
        _ call: OriginCall,
        at now: Moment
    ) throws(ObjectsRefusal) -> OriginResponse {
        let id = try objectID(kind, call)
        guard let old = objectStore[call.keyset][kind][id] else {
            return ObjectsResponse.removed
        }
        var changes: [ObjectChange.Kind] = [.remove(old.id, kind)]
        var events = [ObjectChangeEvent.removed(old.id, kind, on: audience(of: old.id, kind, call))]
        if appContext(of: call.keyset).hasReferentialIntegrity {
            guard membershipCount(of: old.id, kind, call.keyset) <= limits.membershipsPerUser else {
                throw .hasMemberships(kind, most: limits.membershipsPerUser)
            }
            for record in memberships(of: old.id, kind, call) {
                changes.append(.part(user: record.user, channel: record.channel))
                events.append(.parted(record))
            }
        }
        keep(changes, events, keyset: call.keyset, at: now)
        return ObjectsResponse.removed
    }

    /// The channels that receive a change of a user or channel: its own and, for a user, those it is a member of. Of a user that a version
    /// without the limit has given more memberships, these are the first channels only.
    private func audience(of id: String, _ kind: ObjectKind, _ call: OriginCall) -> [String] {
        guard kind == .user else { return [id] }
        return ([id] + memberships(of: id, kind, call).map(\.channel)).withoutRepetitions()
    }

    private func memberships(of id: String, _ kind: ObjectKind, _ call: OriginCall) -> [MembershipRecord] {
        let query = ObjectQuery(limit: limits.membershipsPerUser)
        return objectStore[call.keyset].page(of: id, kind, query).entries.map(\.record)
    }

    fileprivate func membershipCount(of id: String, _ kind: ObjectKind, _ keyset: String) -> Int {
        objectStore[keyset].memberships.others(of: id, kind).count
    }

    /// About how many changes an entry of the log leads to.
    func weight(of entry: LogEntry) -> Int {
        guard case .request(let call) = entry else { return 1 }
        return call.route.endpoint.weight?(self, call) ?? 1
    }
}

/// A list of objects, with a copy of the objects of its keyset.
struct ObjectsReading: OriginListQuery {
    private let call: OriginCall
    private let state: OriginState
    private let moment: Moment
    private let serve: Endpoint.Serve

    /// - Parameters:
    ///   - call: The call that lists.
    ///   - state: The state with the objects.
    ///   - now: The moment of the call.
    ///   - serve: Writes the list.
    init(_ call: OriginCall, _ state: OriginState, at now: Moment, _ serve: @escaping Endpoint.Serve) {
        self.call = call
        // Of the rest a copy would be made with the next change, for nothing.
        var copy = OriginState(configuration: state.configuration)
        copy.keysets = state.keysets
        copy.objectStore = state.objectStore.part(of: call.keyset)
        self.state = copy
        moment = now
        self.serve = serve
    }

    var keyset: String { call.keyset }

    var withoutContent: ObjectsReading {
        ObjectsReading(call, OriginState(configuration: state.configuration), at: moment, serve)
    }

    func withContent(of state: OriginState) -> ObjectsReading { ObjectsReading(call, state, at: moment, serve) }

    var isLong: Bool { state.objectStore[call.keyset].count > Self.longCount }

    var response: OriginResponse {
        var state = state
        return serve(&state, call, moment)
    }
}

extension OriginState {
    /// Makes changes, and notifies subscribers.
    ///
    /// - Parameters:
    ///   - kinds: The changes.
    ///   - events: The events for subscribers, sent if the keyset has them enabled.
    ///   - keyset: The keyset of all of them.
    ///   - now: The moment of the changes.
    mutating func keep(_ kinds: [ObjectChange.Kind], _ events: [ObjectChangeEvent], keyset: String, at now: Moment) {
        for kind in kinds { make(.object(ObjectChange(keyset: keyset, kind: kind)), at: now) }
        let settings = appContext(of: keyset)
        for event in events where settings.sendsEvents(of: event.subject) {
            publish(event, keyset: keyset, at: now)
        }
    }

    /// Whether more objects fit in.
    mutating func checkRoomForObjects(_ added: Int, bytes: Int, keyset: String) throws(ObjectsRefusal) {
        let count = counted(objectStore.count, own: objectStore[keyset].count)
        let size = counted(objectStore.bytes, own: objectStore[keyset].bytes)
        guard count + added <= limits.objects, size + bytes <= limits.allObjectBytes,
            added <= 0 || allows(objectStore[keyset].count + added, .objects, keyset)
        else { throw .full }
    }

    /// Publishes an event. Subscribers receive it like a message; history does not contain it.
    private mutating func publish(_ event: ObjectChangeEvent, keyset: String, at now: Moment) {
        let payload = event.payload
        for channel in event.channels {
            let message = StoredMessage(
                timetoken: clock.next(date: now.date),
                payload: payload,
                kind: Self.objectEvent,
                isTransient: true
            )
            append(event: message, to: Topic(keyset: keyset, name: channel))
        }
    }

    /// The member `e` of the envelope of an event.
    private static let objectEvent = 2
}
