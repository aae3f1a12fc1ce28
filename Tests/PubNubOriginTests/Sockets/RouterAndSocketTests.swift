import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite("Router and socket: the same requests have the same responses")
struct RouterAndSocketTests {
    private static let targets = [
        "/time/0", "/time/t_1", "/nothing", "/v2/subscribe/demo/a/0?tt=0&uuid=u1",
        "/publish/demo/demo/0/a/0/%22h%C3%A9%22?uuid=u1&meta=%7B%7D", "/publish/demo/demo/0/a/m_1/2?store=0",
        "/publish/demo/demo/0/a/0/nonsense", "/v2/subscribe/demo/a,a-pnpres/0?tt=1&uuid=u2",
        "/subscribe/demo/a/s_1/1", "/v2/history/sub-key/demo/channel/a?include_token=true&include_meta=true",
        "/v2/presence/sub-key/demo/channel/a?state=1", "/v2/presence/sub-key/demo",
        "/v2/presence/sub-key/demo/channel/a/heartbeat?uuid=u3&heartbeat=20",
        "/v2/presence/sub_key/demo/channel/a/leave?uuid=u1", "/v2/presence/sub-key/demo/channel/a",
        "/subscribe/demo/,/0/0?channel-group=none",
    ]

    @Test func agree() async throws {
        let probe = OriginProbe()
        let expected = Self.targets.map { probe.get($0) }
        try await withOrigin(OriginConfiguration(clock: OriginManualClock())) { _, address in
            let answers = try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                return Self.targets.map { target in
                    connection.get(target)
                    return connection.answer()
                }
            }
            for (answer, expected) in zip(answers, expected) {
                #expect(answer?.text == expected.body)
                #expect(answer?.status == expected.status)
                #expect(answer?["content-type"] == expected.response?.contentType)
                #expect(answer?["server"] == expected.response?.server)
            }
        }
    }
}
