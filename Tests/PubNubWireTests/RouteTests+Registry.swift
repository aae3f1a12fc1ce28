import PubNubWire
import Testing

/// Channel groups and push registrations.
extension RouteTests {
    static let registry = [
        Literal(
            route: .channelGroups,
            verb: .get,
            path: "/v1/channel-registration/sub-key/sub-c-demo/channel-group",
            arguments: ["sub": "sub-c-demo"]
        ),
        Literal(
            route: .namespaceGroups,
            verb: .get,
            path: "/v1/channel-registration/sub-key/sub-c-demo/namespace/foo/channel-group",
            arguments: ["sub": "sub-c-demo", "namespace": "foo"]
        ),
        Literal(
            route: .namespaces,
            verb: .get,
            path: "/v1/channel-registration/sub-key/sub-c-demo/namespace",
            arguments: ["sub": "sub-c-demo"]
        ),
        Literal(
            route: .namespaceRemoval,
            verb: .get,
            path: "/v1/channel-registration/sub-key/sub-c-demo/namespace/foo/remove",
            arguments: ["sub": "sub-c-demo", "namespace": "foo"]
        ),
        Literal(
            route: .groupChannels,
            verb: .get,
            path: "/v1/channel-registration/sub-key/sub-c-demo/channel-group/a%20b",
            arguments: ["sub": "sub-c-demo", "group": "a%20b"]
        ),
        Literal(
            route: .namespaceGroupChannels,
            verb: .get,
            path: "/v1/channel-registration/sub-key/sub-c-demo/namespace/foo/channel-group/g",
            arguments: ["sub": "sub-c-demo", "namespace": "foo", "group": "g"]
        ),
        Literal(
            route: .groupRemoval,
            verb: .get,
            path: "/v1/channel-registration/sub-key/sub-c-demo/channel-group/g/remove",
            arguments: ["sub": "sub-c-demo", "group": "g"]
        ),
        Literal(
            route: .namespaceGroupRemoval,
            verb: .get,
            path: "/v1/channel-registration/sub-key/sub-c-demo/namespace/foo/channel-group/g/remove",
            arguments: ["sub": "sub-c-demo", "namespace": "foo", "group": "g"]
        ),
    ]

    static let push = [
        Literal(
            route: .pushChannels,
            verb: .get,
            path: "/v1/push/sub-key/sub-c-demo/devices/6652cff7f17536c8",
            arguments: ["sub": "sub-c-demo", "token": "6652cff7f17536c8"]
        ),
        Literal(
            route: .pushRemoval,
            verb: .get,
            path: "/v1/push/sub-key/sub-c-demo/devices/6652cff7f17536c8/remove",
            arguments: ["sub": "sub-c-demo", "token": "6652cff7f17536c8"]
        ),
        Literal(
            route: .pushChannelsV2,
            verb: .get,
            path: "/v2/push/sub-key/sub-c-demo/devices-apns2/6652cff7f17536c8",
            arguments: ["sub": "sub-c-demo", "token": "6652cff7f17536c8"]
        ),
        Literal(
            route: .pushRemovalV2,
            verb: .get,
            path: "/v2/push/sub-key/sub-c-demo/devices-apns2/6652cff7f17536c8/remove",
            arguments: ["sub": "sub-c-demo", "token": "6652cff7f17536c8"]
        ),
    ]

    static var registryAndPush: Set<Route> { Set((registry + push).map(\.route)) }

    @Test("Callbacks of lists and removals have their prefixes")
    func registryCallbacks() {
        let prefixes = Dictionary(uniqueKeysWithValues: Self.registryAndPush.map { ($0, $0.row.callback) })
        #expect(
            prefixes == [
                .channelGroups: .query(prefix: "cga"), .namespaceGroups: .query(prefix: "cga"),
                .namespaces: .query(prefix: "cgnr"), .namespaceRemoval: .query(prefix: "cgnd"),
                .groupChannels: .query(prefix: "cfgr"), .namespaceGroupChannels: .query(prefix: "cfgr"),
                .groupRemoval: .query(prefix: "cgr"), .namespaceGroupRemoval: .query(prefix: "cgr"),
                .pushChannels: .query(prefix: "pec"), .pushChannelsV2: .query(prefix: "pec"),
                .pushRemoval: .query(prefix: "pnr"), .pushRemovalV2: .query(prefix: "pnr"),
            ]
        )
    }

    @Test("Push requests have a uuid, those of channel groups have none")
    func registryIdentifiers() {
        #expect(Self.push.allSatisfy { $0.route.row.sendsIdentifier })
        #expect(Self.registry.allSatisfy { !$0.route.row.sendsIdentifier })
    }

    @Test(
        "Damaged paths of channel groups and push match no route",
        arguments: [
            "/v1/channel-registration/sub-key/s", "/v1/channel-registration/sub-key/s/channel-group/",
            "/v1/channel-registration/sub-key/s/channel-group/g/delete",
            "/v1/channel-registration/sub-key/s/namespace//channel-group",
            "/v1/channel-registration/sub-key/s/namespace/n", "/v2/channel-registration/sub-key/s/namespace",
            "/v1/push/sub-key/s/devices", "/v1/push/sub-key/s/devices//remove", "/v1/push/sub-key/s/devices-apns2/t",
            "/v2/push/sub-key/s/devices/t", "/v3/push/sub-key/s/devices/t",
        ]
    )
    func damaged(_ path: String) {
        #expect(Route.match(verb: .get, path: path[...]) == nil)
    }
}
