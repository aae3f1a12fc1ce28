import PubNubWire
import Testing

extension RouteTests {
    /// Recorded paths of message actions.
    static let actions = [
        Literal(
            route: .messageActions,
            verb: .get,
            path: "/v1/message-actions/demo/channel/test-channel",
            arguments: ["sub": "demo", "channel": "test-channel"]
        ),
        Literal(
            route: .messageActionAddition,
            verb: .post,
            path: "/v1/message-actions/demo/channel/test-channel/message/16228386282753291",
            arguments: ["sub": "demo", "channel": "test-channel", "message": "16228386282753291"]
        ),
        Literal(
            route: .messageActionRemoval,
            verb: .delete,
            path: "/v1/message-actions/demo/channel/a/message/16228386282753291/action/16228386320157220",
            arguments: ["sub": "demo", "channel": "a", "message": "16228386282753291", "action": "16228386320157220"]
        ),
    ]
}
