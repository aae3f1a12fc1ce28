import PubNubWire

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
        if others.contains(where: { Route.match(verb: $0, path: path) != nil }) { return ErrorAnswer.methodNotAllowed }
        guard path.hasPrefix("/v2/presence/") else { return ErrorAnswer.notFound }
        return PresenceAnswer.object(status: 404, message: "Not Found")
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
