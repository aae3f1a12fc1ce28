import PubNubWire

/// The route that serves a request, and the values of its placeholders.
struct RouteMatch: Sendable {
    let route: Route
    let arguments: RouteArguments
    let query: OriginQuery

    /// Finds the route of a request; nil if none serves it.
    init?(method: String, target: String) {
        // Almost all requests have this one.
        let isHead = method == "HEAD"
        let found = method == "GET" || isHead ? Verb.get : Verb(rawValue: method)
        let target = Self.escapingFileName(target)
        guard let verb = found, let path = RoutePath(target: target) else { return nil }
        // No route has the path of an old client, so that of today's is looked for first.
        let matched = Route.match(verb: verb, path: path)
        let other = matched == nil ? Self.publishPath(target.cut(at: "?").before) : nil
        guard let match = matched ?? other.flatMap({ Route.match(verb: verb, path: $0) }) else { return nil }
        guard !isHead || match.route.servesHead else { return nil }
        route = match.route
        arguments = match.arguments
        query = OriginQuery(of: target, from: path.queryStart)
    }

    /// A target in which each `%` of the name of a file has two hexadecimal digits behind it: some clients put a name into the path as it is, so a
    /// percent sign that begins no escape stands for itself.
    static func escapingFileName(_ target: String) -> String {
        guard OriginRequest.isForFiles(target), target.utf8.contains(UInt8(ascii: "%")),
            let path = RoutePath(target: target),
            let found = Route.match(verb: .get, path: path) ?? Route.match(verb: .delete, path: path),
            let name = found.arguments[.name]
        else { return target }
        let bytes = Array(name.utf8)
        var escaped: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            escaped.append(byte)
            guard byte == UInt8(ascii: "%") else { continue }
            let digits = bytes[(index + 1)...].prefix(2)
            let isEscape = digits.count == 2 && digits.allSatisfy { ASCII.hexValue($0) != nil }
            if !isEscape { escaped += Array("25".utf8) }
        }
        return String(target[..<name.startIndex]) + String(decoding: escaped, as: UTF8.self)
            + String(target[name.endIndex...])
    }

    /// A publish path as the table has it: old clients put a signature where today's put 0. nil for every other path.
    static func publishPath(_ path: Substring) -> Substring? {
        guard path.hasPrefix("/publish/") else { return nil }
        var parts = path.split(at: "/", keepsEmpty: true)
        guard parts.count >= 7, parts[4] != "0" else { return nil }
        parts[4] = "0"
        return parts.joined(separator: "/")[...]
    }
}

extension Route {
    /// Whether the route serves HEAD as it serves GET, without the body: it only reads. Many other calls change something by GET.
    var servesHead: Bool {
        switch self {
        case .time, .history, .batchHistory, .historyWithActions, .messageActions, .messageCounts, .hereNow,
            .hereNowGlobal, .whereNow, .state, .channelGroups, .namespaceGroups, .namespaces, .audit, .auditV2, .users,
            .user, .channels, .channel, .memberships, .members, .files, .fileDownload, .fileContent:
            true
        case .publish, .publishCompressed, .signal, .subscribe, .subscribeV2, .leave, .heartbeat,
            .messageActionAddition, .messageActionRemoval, .historyDeletion, .stateUpdate, .namespaceRemoval,
            .groupChannels, .namespaceGroupChannels, .groupRemoval, .namespaceGroupRemoval, .pushChannels,
            .pushRemoval, .pushChannelsV2, .pushRemovalV2, .grant, .grantV2, .tokenGrant, .tokenRevocation,
            .userChange, .userRemoval, .channelChange, .channelRemoval, .membershipsChange, .membersChange,
            .fileUploadAddress, .fileUpload, .filePublish, .filePublishBody, .fileRemoval:
            false
        }
    }
}
