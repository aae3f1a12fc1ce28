import PubNubWire

/// From a request to the route that serves it.
enum OriginRouter {
    /// The call a request makes; nil when no route serves it.
    static func call(for request: OriginRequest) -> OriginCall? {
        guard let match = request.matched ?? RouteMatch(request) else { return nil }
        return OriginCall(match, request: request)
    }
}
