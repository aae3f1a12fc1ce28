import PubNubWire

extension OriginState {
    /// Why a call is refused on every route for its keys, names or rights; nil when it is not. A refused publish call names a
    /// timetoken.
    func refusal(of arrived: ArrivedCall, at now: Moment, timetoken: UInt64) -> OriginResponse? {
        let call = arrived.call
        if case .time = call.route { return nil }
        let isTooLong = call.keyset.utf8.count > limits.nameLength
        guard !isTooLong, let keyset = keysets[call.keyset] else {
            return call.publishes
                ? ErrorResponse.publish("Invalid Key", timetoken: timetoken)
                : ErrorResponse.invalidSubscribeKey(channels: isTooLong ? [] : call.channels)
        }
        if call.publishes, let key = keyset.publishKey, call["pub"] != key {
            return ErrorResponse.publish("Invalid Key", timetoken: timetoken)
        }
        guard let fault = arrived.namesFault else { return accessRefusal(of: arrived, at: now) }
        return call.publishes
            ? ErrorResponse.publish(fault, timetoken: timetoken) : ErrorResponse.pubSub(fault)
    }
}

extension OriginCall {
    /// Why a server of a part of a cluster does not serve the call: another part has the keyset. nil if it does.
    func refusal(_ partition: ClusterPartition) -> OriginResponse? {
        guard has("sub"), !partition.serves(keyset) else { return nil }
        return ErrorResponse.misdirected(keyset, partition)
    }

    /// Whether the call publishes a message or a signal.
    var publishes: Bool {
        switch route {
        case .publish, .publishCompressed, .signal: true
        default: false
        }
    }

    /// The error in the names of the call, in the words of the service; nil if they are valid.
    func namesFault(_ limits: OriginLimits) -> String? {
        // The time is for everybody, with any names.
        if case .time = route { return nil }
        guard channels.count + groups.count <= limits.channelsPerRequest else { return "Too Many Channels" }
        var names = channels.map(ChannelName.base)
        for group in groups {
            let name = GroupName(wire: ChannelName.base(group))
            names += [name.namespace, name.bare]
        }
        if names.contains(where: { $0.utf8.count > limits.nameLength }) { return "Name Too Long" }
        if let client, client.utf8.count > limits.nameLength { return "Invalid UUID" }
        if let client = self["uuid"], client.utf8.count > limits.nameLength { return "Invalid UUID" }
        let isInvalid =
            (mayHaveDotSegment && Self.namingArguments.contains(where: isDotSegment))
            || names.contains(where: Self.isDotSegment)
            || query.list("add").contains { Self.isDotSegment(ChannelName.base($0)) }
            || query.list("remove").contains { Self.isDotSegment(ChannelName.base($0)) }
        return isInvalid ? "Invalid Name" : nil
    }

    /// Whether a segment of the path begins with a dot or an escape, as one does that is a dot segment.
    private var mayHaveDotSegment: Bool {
        var target = request.target
        return target.withUTF8 { bytes in
            var isAtStart = false
            for byte in bytes {
                if byte == UInt8(ascii: "?") { return false }
                if isAtStart, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "%") { return true }
                isAtStart = byte == UInt8(ascii: "/")
            }
            return false
        }
    }

    private static let namingArguments = ["sub", "pub", "group", "namespace", "token", "uuid"]

    private func isDotSegment(_ argument: String) -> Bool {
        // Two escaped dots have six bytes, so longer arguments need not be decoded.
        guard let length = encodedLength(of: argument), length <= 6 else { return false }
        return self[argument].map(Self.isDotSegment) ?? false
    }

    /// Whether proxies and URL libraries remove the name from a path, so that a request would reach another resource.
    static func isDotSegment(_ name: String) -> Bool { name == "." || name == ".." }
}

extension OriginRouter {
    /// The refusal of a request that no route serves: unknown path, or known path and wrong method.
    static func refusal(of request: OriginRequest) -> OriginResponse {
        let others = Verb.allCases.filter { $0.rawValue != request.method }
        let path = RouteMatch.publishPath(request.path) ?? request.path
        if others.contains(where: { Route.match(verb: $0, path: path) != nil }) {
            return ErrorResponse.methodNotAllowed
        }
        guard path.hasPrefix("/v2/presence/") else { return ErrorResponse.notFound }
        return PresenceResponse.object(status: 404, message: "Not Found")
    }
}
