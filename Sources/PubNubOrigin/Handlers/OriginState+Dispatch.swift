import PubNubWire

extension OriginState {
    /// Why a call is refused on every route for its keys, names or rights; nil when it is not. A refused publish call names a
    /// timetoken.
    func refusal(of arrived: ParsedCall, at now: Moment, timetoken: UInt64) -> OriginResponse? {
        let call = arrived.call
        guard arrived.endpoint.keys == .served else { return nil }
        let isTooLong = call.keyset.utf8.count > limits.nameLength
        guard !isTooLong, keysets.serves(call.keyset) else {
            if arrived.endpoint.family == .messageActions { return ActionRefusal.invalidSubscribeKey.response }
            return ErrorResponse.invalidSubscribeKey(channels: isTooLong || arrived.publishes ? [] : call.channels)
        }
        if arrived.publishes, let key = keysets.publishKey(of: call.keyset), call[.pub] != key {
            return ErrorResponse.publish("Invalid Key", timetoken: timetoken)
        }
        guard let fault = arrived.namesFault else { return accessRefusal(of: arrived, at: now) }
        if arrived.publishes { return ErrorResponse.publish(fault, timetoken: timetoken) }
        let isForFiles = arrived.endpoint.family == .files
        return isForFiles ? ErrorResponse.files(400, code: 3001, fault) : ErrorResponse.pubSub(fault)
    }
}

extension OriginCall {
    /// Why a server of a part of a cluster does not serve the call: another part has the keyset. nil if it does.
    func refusal(_ partition: ClusterPartition) -> OriginResponse? {
        guard has(.sub), !partition.serves(keyset) else { return nil }
        return ErrorResponse.misdirected(keyset, partition)
    }

    /// The error in the names of the call, in the words of the service; nil if they are valid.
    func namesFault(_ limits: OriginLimits) -> String? {
        // The time is for everybody, with any names.
        if case .time = route { return nil }
        guard channels.count + groups.count <= limits.channelsPerRequest else { return "Too Many Channels" }
        let isTooLong = { (name: String) in NameLength.isExceeded(by: name, limit: limits.nameLength) }
        if namesContain(isTooLong) { return "Name Too Long" }
        if let client, isTooLong(client) { return "Invalid UUID" }
        if let client = self[.uuid], isTooLong(client) { return "Invalid UUID" }
        let isInvalid =
            Self.namingArguments.contains(where: isDotSegment)
            || namesContain(Self.isDotSegment)
            || query.list("add").contains { Self.isDotSegment(ChannelName.base($0)) }
            || query.list("remove").contains { Self.isDotSegment(ChannelName.base($0)) }
        return isInvalid ? "Invalid Name" : nil
    }

    /// Whether a closure returns true for a channel, or for one of the two names of a group, without its suffix.
    private func namesContain(_ matches: (String) -> Bool) -> Bool {
        if channels.contains(where: { matches(ChannelName.base($0)) }) { return true }
        return groups.contains { group in
            let name = GroupName(wire: ChannelName.base(group))
            return matches(name.namespace) || matches(name.bare)
        }
    }

    private static let namingArguments: [RouteArgument] = [.sub, .pub, .group, .namespace, .token, .uuid]

    /// Whether proxies and URL libraries remove the name from a path, so that a request would reach another resource.
    static func isDotSegment(_ name: String) -> Bool { name == "." || name == ".." }
}

extension OriginRequest {
    /// The refusal of a request that no route serves: unknown path, or known path and wrong method.
    var routeRefusal: OriginResponse {
        let others = Verb.allCases.filter { $0.rawValue != method }
        let path = RouteMatch.publishPath(path) ?? path
        let found = others.compactMap { verb in Route.match(verb: verb, path: path).map { (verb, $0.route) } }
        let allowed = found.flatMap { verb, route in route.servesHead ? [verb.rawValue, "HEAD"] : [verb.rawValue] }
        if !allowed.isEmpty { return ErrorResponse.methodNotAllowed(allowed) }
        guard path.hasPrefix("/v2/presence/") else { return ErrorResponse.notFound }
        return PresenceResponse.object(status: 404, message: "Not Found")
    }
}
