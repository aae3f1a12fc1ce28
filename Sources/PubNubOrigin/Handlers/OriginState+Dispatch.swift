import PubNubWire

extension OriginState {
    /// Finds the route of a request and has it handled, or refuses it.
    mutating func dispatch(_ request: OriginRequest, id: RequestID, at now: Moment) -> [OriginAction] {
        guard request.target.utf8.count <= limits.maximumURLBytes else {
            return [.respond(id, ErrorResponse.uriTooLong)]
        }
        guard request.body.count <= limits.maximumBodyBytes else {
            return [.respond(id, ErrorResponse.entityTooLarge)]
        }
        guard let call = OriginRouter.call(for: request, id: id) else {
            return [.respond(id, OriginRouter.refusal(of: request))]
        }
        if let refusal = refusal(of: call, at: now) { return [.respond(id, refusal.wrapped(in: call.callback))] }
        return handle(call, at: now)
    }

    private mutating func handle(_ call: OriginCall, at now: Moment) -> [OriginAction] {
        switch call.route {
        case .time: time(call, at: now)
        case .publish, .publishCompressed: publish(call, at: now)
        case .signal: signal(call, at: now)
        case .subscribe, .subscribeV2: subscribe(call, at: now)
        case .leave: leave(call, at: now)
        case .heartbeat: heartbeat(call, at: now)
        case .history: history(call, at: now)
        case .batchHistory: batchHistory(call)
        case .historyWithActions: historyWithActions(call)
        case .messageActions, .messageActionAddition, .messageActionRemoval: messageActions(call, at: now)
        case .messageCounts: messageCounts(call)
        case .historyDeletion: deleteHistory(call)
        case .hereNow: hereNow(call)
        case .hereNowGlobal: hereNowGlobal(call)
        case .whereNow: whereNow(call, at: now)
        case .state: state(call)
        case .stateUpdate: updateState(call, at: now)
        case .channelGroups, .namespaceGroups: channelGroups(call)
        case .namespaces: namespaces(call)
        case .namespaceRemoval: removeNamespace(call)
        case .groupChannels, .namespaceGroupChannels: groupChannels(call)
        case .groupRemoval, .namespaceGroupRemoval: removeGroup(call)
        case .pushChannels, .pushChannelsV2: pushChannels(call)
        case .pushRemoval, .pushRemovalV2: removePush(call)
        case .grant, .grantV2: grant(call, at: now)
        case .audit, .auditV2: audit(call, at: now)
        case .users, .user, .userChange, .userRemoval, .channels, .channel, .channelChange, .channelRemoval,
            .memberships, .membershipsChange, .members, .membersChange:
            objects(call, at: now)
        }
    }

    /// What keys and names are checked for on every route; nil when nothing is wrong.
    private mutating func refusal(of call: OriginCall, at now: Moment) -> OriginResponse? {
        guard call.route != .time else { return nil }
        let publishes = [.publish, .publishCompressed, .signal].contains(call.route)
        let isTooLong = call.keyset.utf8.count > limits.nameLength
        if isTooLong || configuration.subscribeKey.map({ $0 != call.keyset }) ?? false {
            return publishes
                ? ErrorResponse.publish("Invalid Key", timetoken: clock.now(date: now.date))
                : ErrorResponse.invalidSubscribeKey(channels: isTooLong ? [] : call.channels)
        }
        if publishes, let key = configuration.publishKey, call["pub"] != key {
            return ErrorResponse.publish("Invalid Key", timetoken: clock.now(date: now.date))
        }
        guard let fault = namesFault(call) else { return accessRefusal(of: call, at: now) }
        return publishes
            ? ErrorResponse.publish(fault, timetoken: clock.now(date: now.date)) : ErrorResponse.pubSub(fault)
    }

    private func namesFault(_ call: OriginCall) -> String? {
        let channels = call.channels
        let groups = call.groups
        guard channels.count + groups.count <= limits.channelsPerRequest else { return "Too Many Channels" }
        let parts = groups.flatMap { group -> [String] in
            let name = GroupName(wire: ChannelName.base(group))
            return [name.namespace, name.bare]
        }
        for name in channels.map(ChannelName.base) + parts where name.utf8.count > limits.nameLength {
            return "Name Too Long"
        }
        for client in [call.client, call["uuid"]] where (client?.utf8.count ?? 0) > limits.nameLength {
            return "Invalid UUID"
        }
        let segments = ["sub", "pub", "group", "namespace", "token", "uuid"].compactMap { call[$0] }
        let listed = call.query.list("add") + call.query.list("remove")
        if (segments + (channels + listed).map(ChannelName.base) + parts).contains(where: Self.isDotSegment) {
            return "Invalid Name"
        }
        return nil
    }

    /// Whether proxies and URL libraries remove the name from a path, so that a request would reach another resource.
    static func isDotSegment(_ name: String) -> Bool { name == "." || name == ".." }
}

/// From a request to the route that serves it.
enum OriginRouter {
    /// The call a request makes; nil when no route serves it.
    static func call(for request: OriginRequest, id: RequestID) -> OriginCall? {
        guard let verb = Verb(rawValue: request.method) else { return nil }
        let path = publishPath(request.path) ?? request.path
        guard let match = Route.match(verb: verb, path: path) else { return nil }
        return OriginCall(id: id, route: match.route, arguments: match.arguments, request: request)
    }

    /// The refusal of a request that no route serves: unknown path, or known path and wrong method.
    static func refusal(of request: OriginRequest) -> OriginResponse {
        let others = Verb.allCases.filter { $0.rawValue != request.method }
        let path = publishPath(request.path) ?? request.path
        if others.contains(where: { Route.match(verb: $0, path: path) != nil }) {
            return ErrorResponse.methodNotAllowed
        }
        guard path.hasPrefix("/v2/presence/") else { return ErrorResponse.notFound }
        return PresenceResponse.object(status: 404, message: "Not Found")
    }

    /// A publish path as the table has it: old clients put a signature where today's put 0.
    private static func publishPath(_ path: Substring) -> Substring? {
        guard path.hasPrefix("/publish/") else { return nil }
        var parts = path.split(at: "/", keepsEmpty: true)
        guard parts.count >= 7, parts[4] != "0" else { return nil }
        parts[4] = "0"
        return parts.joined(separator: "/")[...]
    }
}

extension OriginState {
    /// Makes changes, and responds only once they are stored.
    mutating func change(
        _ changes: [ArchiveChange],
        for call: OriginCall,
        response: OriginResponse = RegistryResponse.ok
    ) -> [OriginAction] {
        for change in changes { apply(change) }
        return [
            .keep(
                changes,
                for: call.id,
                response: response.wrapped(in: call.callback),
                failure: ErrorResponse.storageFailed.wrapped(in: call.callback)
            )
        ]
    }

    mutating func apply(_ change: ArchiveChange) {
        switch change {
        case .groups(let change): groups.apply(change)
        case .push(let change): push.apply(change)
        case .access(let record): access.apply(record)
        case .object(let change): objectStore.apply(change)
        case .action(let change): actions.apply(change)
        }
    }
}

extension OriginState {
    /// The time, as a timetoken.
    mutating func time(_ call: OriginCall, at now: Moment) -> [OriginAction] {
        let response = OriginResponse(text: "[\(clock.now(date: now.date))]")
        return [.respond(call.id, response.wrapped(in: call.callback))]
    }
}
