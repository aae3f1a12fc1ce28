import PubNubWire
import Testing

extension RouteTests {
    /// Recorded paths of App Context.
    static let objects = [
        Literal(
            route: .users,
            verb: .get,
            path: "/v2/objects/demo/uuids",
            arguments: ["sub": "demo"]
        ),
        Literal(
            route: .user,
            verb: .get,
            path: "/v2/objects/demo/uuids/a%2Fb",
            arguments: ["sub": "demo", "id": "a%2Fb"]
        ),
        Literal(
            route: .userChange,
            verb: .patch,
            path: "/v2/objects/demo/uuids/a%2Fb",
            arguments: ["sub": "demo", "id": "a%2Fb"]
        ),
        Literal(
            route: .userRemoval,
            verb: .delete,
            path: "/v2/objects/demo/uuids/a%2Fb",
            arguments: ["sub": "demo", "id": "a%2Fb"]
        ),
        Literal(
            route: .channels,
            verb: .get,
            path: "/v2/objects/demo/channels",
            arguments: ["sub": "demo"]
        ),
        Literal(
            route: .channel,
            verb: .get,
            path: "/v2/objects/demo/channels/c",
            arguments: ["sub": "demo", "id": "c"]
        ),
        Literal(
            route: .channelChange,
            verb: .patch,
            path: "/v2/objects/demo/channels/c",
            arguments: ["sub": "demo", "id": "c"]
        ),
        Literal(
            route: .channelRemoval,
            verb: .delete,
            path: "/v2/objects/demo/channels/c",
            arguments: ["sub": "demo", "id": "c"]
        ),
        Literal(
            route: .memberships,
            verb: .get,
            path: "/v2/objects/demo/uuids/u/channels",
            arguments: ["sub": "demo", "id": "u"]
        ),
        Literal(
            route: .membershipsChange,
            verb: .patch,
            path: "/v2/objects/demo/uuids/u/channels",
            arguments: ["sub": "demo", "id": "u"]
        ),
        Literal(
            route: .members,
            verb: .get,
            path: "/v2/objects/demo/channels/c/uuids",
            arguments: ["sub": "demo", "id": "c"]
        ),
        Literal(
            route: .membersChange,
            verb: .patch,
            path: "/v2/objects/demo/channels/c/uuids",
            arguments: ["sub": "demo", "id": "c"]
        ),
    ]

    @Test("App Context: every call has uuid and auth, and none a callback")
    func objectItems() {
        for literal in Self.objects {
            let row = literal.route.row
            #expect(row.sendsIdentifier && row.sendsAuth && !row.isSigned && row.callback == CallbackPosition.none)
        }
    }

    @Test(
        "Damaged paths of App Context match no route",
        arguments: [
            "/v2/objects/s", "/v2/objects/s/", "/v2/objects/s/users", "/v2/objects/s/uuids/", "/v1/objects/s/uuids",
            "/v2/objects/s/uuids/a/channels/b", "/v2/objects/s/channels/a/channels", "/v2/objects/s/uuids/a/uuids",
        ]
    )
    func damagedObjects(_ path: String) {
        for verb in Verb.allCases { #expect(Route.match(verb: verb, path: path[...]) == nil) }
    }
}
