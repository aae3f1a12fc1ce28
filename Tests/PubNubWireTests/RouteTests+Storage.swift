import PubNubWire
import Testing

extension RouteTests {
    /// Recorded paths of version 3 of the storage service.
    static let storage = [
        Literal(
            route: .batchHistory,
            verb: .get,
            path: "/v3/history/sub-key/demo/channel/test-channel1,test-channel2",
            arguments: ["sub": "demo", "channels": "test-channel1,test-channel2"]
        ),
        Literal(
            route: .historyWithActions,
            verb: .get,
            path: "/v3/history-with-actions/sub-key/demo/channel/test-channel",
            arguments: ["sub": "demo", "channels": "test-channel"]
        ),
        Literal(
            route: .messageCounts,
            verb: .get,
            path: "/v3/history/sub-key/demo/message-counts/unique_asyncio_1,unique_asyncio_2",
            arguments: ["sub": "demo", "channels": "unique_asyncio_1,unique_asyncio_2"]
        ),
        Literal(
            route: .historyDeletion,
            verb: .delete,
            path: "/v3/history/sub-key/demo/channel/test-channel",
            arguments: ["sub": "demo", "channel": "test-channel"]
        ),
    ]

    @Test("Requests of the storage service have uuid and auth, and no callback")
    func storageItems() {
        for literal in Self.storage {
            #expect(literal.route.row.sendsIdentifier && literal.route.row.sendsAuth && !literal.route.row.isSigned)
        }
    }

    @Test(
        "Damaged paths of the storage service match no route",
        arguments: [
            "/v3/history/sub-key/s/channel", "/v3/history/sub-key/s/channel/", "/v3/history/sub-key/s/message-counts",
            "/v3/history/sub_key/s/channel/a", "/v4/history/sub-key/s/channel/a", "/v3/history/sub-key/s/counts/a",
            "/v3/history-with-actions/sub-key/s/channel", "/v3/history/sub-key/s/channel/a/b",
        ]
    )
    func damagedStorage(_ path: String) {
        for verb in Verb.allCases { #expect(Route.match(verb: verb, path: path[...]) == nil) }
    }
}
