import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite("Several keysets in one server are isolated from each other")
struct KeysetTests {
    private static let keysets = [
        OriginKeyset(subscribeKey: "open"),
        OriginKeyset(subscribeKey: "keyed", publishKey: "pub"),
        OriginKeyset(subscribeKey: "demo", publishKey: "demo", secretKey: SignedCall.secretKey, accessManager: true),
        {
            var quiet = OriginKeyset(subscribeKey: "quiet")
            quiet.appContext.isEnabled = false
            return quiet
        }(),
    ]

    private let probe = OriginProbe(keysets: Self.keysets)

    @Test("A subscribe key that is not listed is refused")
    func unlisted() {
        #expect(probe.get("/publish/any/open/0/a/0/1").status == 200)
        #expect(probe.get("/publish/any/other/0/a/0/1").status == 400)
        #expect(probe.get("/v2/subscribe/other/a/0?tt=0").status == 400)
        #expect(probe.get("/v2/history/sub-key/other/channel/a").status == 400)
    }

    @Test("A publish key is checked only for its keyset")
    func publishKeys() {
        #expect(probe.get("/publish/pub/keyed/0/a/0/1").status == 200)
        #expect(probe.get("/publish/wrong/keyed/0/a/0/1").status == 400)
        #expect(probe.get("/publish/wrong/open/0/a/0/1").status == 200)
    }

    @Test("The access manager guards its keyset, and no other")
    func accessManager() {
        #expect(probe.get("/publish/demo/demo/0/a/0/1").status == 403)
        #expect(probe.get("/publish/any/open/0/a/0/1").status == 200)
        #expect(probe.grant(["channel": "a", "w": "1"]).status == 200)
        #expect(probe.get("/publish/demo/demo/0/a/0/1").status == 200)
        #expect(probe.get("/v2/subscribe/demo/a/0?tt=0").status == 403)
        #expect(probe.get("/v2/subscribe/open/a/0?tt=0").status == 200)
    }

    @Test("A signature with the secret key of another keyset is refused")
    func signatures() {
        let target = SignedCall(items: ["channel": "a", "w": "1"], timestamp: probe.clock.date / 10_000_000).target
        #expect(probe.get(target).status == 200)
        let elsewhere = target.replacing("/sub-key/demo?", with: "/sub-key/open?")
        // The keyset without an access manager answers and changes nothing.
        #expect(probe.get(elsewhere).body?.contains("not enabled") == true)
    }

    @Test("App Context is switched for each keyset")
    func appContext() {
        #expect(probe.get("/v2/objects/open/uuids").status == 200)
        #expect(probe.get("/v2/objects/quiet/uuids").status == 403)
    }

    @Test("Messages of the same channel do not cross keysets")
    func messages() {
        #expect(probe.get("/publish/any/open/0/a/0/%22mine%22").status == 200)
        #expect(probe.get("/v2/history/sub-key/open/channel/a").body?.contains("mine") == true)
        #expect(probe.get("/v2/history/sub-key/keyed/channel/a").body?.contains("mine") == false)
    }

    @Test("Keysets can be replaced while the server runs; wrong ones change nothing")
    func replacement() async throws {
        var configuration = OriginConfiguration()
        configuration.keysets = [OriginKeyset(subscribeKey: "first")]
        try await withOrigin(configuration) { server, address in
            try server.replaceKeysets([OriginKeyset(subscribeKey: "second")])
            #expect(throws: OriginError.self) {
                try server.replaceKeysets([OriginKeyset(subscribeKey: "a"), OriginKeyset(subscribeKey: "a")])
            }
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                connection.get("/publish/any/first/0/a/0/1")
                #expect(connection.answer()?.status == 400)
                connection.get("/publish/any/second/0/a/0/1")
                #expect(connection.answer()?.status == 200)
            }
        }
    }

    @Test("Keysets that cannot be served are refused at the start, without naming a key")
    func refusals() async {
        let wrong = [
            [OriginKeyset(subscribeKey: "")],
            [OriginKeyset(subscribeKey: "visible"), OriginKeyset(subscribeKey: "visible")],
            [OriginKeyset(subscribeKey: "visible", secretKey: "hidden", accessManager: true)],
        ]
        for keysets in wrong {
            var configuration = OriginConfiguration()
            configuration.keysets = keysets
            let server = OriginServer(configuration: configuration)
            await #expect { try await server.start() } throws: { error in
                guard case .invalidConfiguration(let text)? = error as? OriginError else { return false }
                return !text.contains("visible") && !text.contains("hidden")
            }
        }
    }
}
