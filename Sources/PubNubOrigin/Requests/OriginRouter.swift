import PubNubWire

/// From a request to the route that serves it.
enum OriginRouter {
    /// The call a request makes; nil when no route serves it.
    static func call(for request: OriginRequest) -> OriginCall? {
        let match = request.matched ?? RouteMatch(method: request.method, target: request.target)
        return match.map { OriginCall($0, request: request) }
    }
}
