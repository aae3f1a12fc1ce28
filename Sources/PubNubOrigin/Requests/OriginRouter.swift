import PubNubWire

/// From a request to the route that serves it.
enum OriginRouter {
    /// The call a request makes; nil when no route serves it.
    static func call(for request: OriginRequest) -> OriginCall? {
        request.matched.map { OriginCall($0, request: request) }
    }
}
