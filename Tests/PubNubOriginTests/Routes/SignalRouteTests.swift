import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "Publish".
@Suite("Signals")
struct SignalRouteTests {
    private let probe = OriginProbe()

    private func signal(_ json: String, _ query: String = "", to channel: String = "a") -> OriginProbe.Exchange {
        probe.get("/signal/demo/demo/0/\(channel)/0/\(PercentEncoding.escape(json))\(query)")
    }

    @Test("The response is that of a publish")
    func answer() {
        let exchange = signal(#""hi""#, "?uuid=u1")
        #expect(exchange.status == 200 && exchange.body == #"[1,"Sent","14186550000000000"]"#)
        #expect(exchange.response?.contentType == #"text/javascript; charset="UTF-8""#)
    }

    @Test("Reaches waiting and late subscribers with kind 1 and its publisher, and is never stored")
    func delivery() throws {
        let poll = probe.get("/v2/subscribe/demo/a/0?tt=1")
        _ = signal(#"{"typing":true}"#, "?uuid=u1&custom_message_type=mood")
        let late = probe.get("/v2/subscribe/demo/a/0?tt=1")
        for body in [poll.body, late.body] {
            let page = try JSON(parsing: try #require(body))
            let item = try #require(page["m"]?.array?.first)
            #expect(item["e"] == 1 && item["i"] == "u1" && item["d"] == ["typing": true] && item["cmt"] == "mood")
        }
        #expect(probe.get("/v2/history/sub-key/demo/channel/a").body == "[[],0,0]")
        #expect(probe.get("/v3/history/sub-key/demo/message-counts/a?timetoken=1").body?.contains(#""a":0"#) == true)
    }

    @Test("Accepts 64 bytes and refuses one more in the service's words")
    func limit() {
        #expect(signal("\"" + String(repeating: "x", count: 62) + "\"").status == 200)
        let refused = signal("\"" + String(repeating: "x", count: 63) + "\"")
        #expect(refused.status == 400)
        #expect(refused.body?.hasPrefix(#"[0,"Signal size too large","#) == true)
    }

    @Test("Refuses invalid JSON, and channels that cannot be published to", arguments: ["a,b", "a.*", "a-pnpres"])
    func refused(channel: String) {
        #expect(signal("1", to: channel).body?.hasPrefix(#"[0,"Invalid Character in Channel Name","#) == true)
        #expect(signal("{").body?.hasPrefix(#"[0,"Invalid JSON","#) == true)
    }

    @Test("Checks keys as for a publish")
    func keys() {
        let probe = OriginProbe(keys: (publish: "p", subscribe: "s"))
        #expect(probe.get("/signal/x/s/0/a/0/1").body?.hasPrefix(#"[0,"Invalid Key","#) == true)
        #expect(probe.get("/signal/p/s/0/a/0/1").status == 200)
    }

    @Test(
        "Exchanges recorded with the real service",
        .enabled(if: Recordings.isPresent, "the folder of recordings is not there")
    )
    func recorded() {
        let all =
            Recordings.exchanges("signal")
            + Recordings.exchanges("errors").filter { $0.path.hasPrefix("/signal/") }
        #expect(all.count >= 6)
        for recorded in all {
            let exchange = probe.get(recorded.target)
            #expect(exchange.status == recorded.status)
            let bodies = [exchange.body ?? "", recorded.body].map { $0.replacing(/"[0-9]{17}"/, with: "T") }
            #expect(bodies[0] == bodies[1])
        }
    }
}
