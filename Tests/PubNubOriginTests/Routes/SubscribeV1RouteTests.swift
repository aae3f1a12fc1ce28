import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "Subscribe".
@Suite("The response arrays of subscribe version 1")
struct SubscribeV1RouteTests {
    private let probe = OriginProbe()

    init() {
        probe.core.withState { $0.groups.add(["a", "b"], to: "g", keyset: "demo") }
    }

    @Test(arguments: [
        ("/subscribe/demo/a/0/0", #"[[],"14186550000000000"]"#),
        ("/subscribe/demo/a,a/0/0", #"[[],"14186550000000000"]"#),
        ("/subscribe/demo/a,b/0/0", #"[[],"14186550000000000",""]"#),
        ("/subscribe/demo/a,a-pnpres/s_afa30/0", #"s_afa30([[],"14186550000000000",""])"#),
        ("/subscribe/demo/,/0/0?channel-group=g", #"[[],"14186550000000000"]"#),
        ("/subscribe/demo/,/0/0?channel-group=g,g-pnpres", #"[[],"14186550000000000",""]"#),
        ("/subscribe/demo/a/0/0?channel-group=g", #"[[],"14186550000000000",""]"#),
        ("/subscribe/demo/x.*/0/0", #"[[],"14186550000000000","",""]"#),
        ("/subscribe/demo/a,x.*/0/0?channel-group=g", #"[[],"14186550000000000","",""]"#),
    ])
    func starts(target: String, body: String) {
        #expect(probe.get(target).body == body)
    }

    @Test(arguments: [
        ("/subscribe/demo/a/0/1", #"[["hi",2],"14186550000000001"]"#),
        ("/subscribe/demo/a,b/0/1", #"[["hi",2],"14186550000000001","a,a"]"#),
        ("/subscribe/demo/,/0/1?channel-group=g", #"[["hi",2],"14186550000000001","g,g","a,a"]"#),
        ("/subscribe/demo/a/s_1/14186550000000000?channel-group=g", #"s_1([[2,2],"14186550000000001","a,g","a,a"])"#),
        ("/subscribe/demo/b,a/0/14186550000000000", #"[[2],"14186550000000001","a"]"#),
    ])
    func catchesUp(target: String, body: String) {
        probe.publish(#""hi""#, to: "a")
        probe.publish("2", to: "a")
        #expect(probe.get(target).body == body)
    }

    @Test func holdsARequestUntilAMessageArrives() {
        let single = probe.get("/subscribe/demo/a/0/1")
        let several = probe.get("/subscribe/demo/a,b/s_1/1")
        let wildcard = probe.get("/subscribe/demo/x.*/0/1")
        probe.publish("1", to: "a")
        probe.publish("2", to: "x.y")
        #expect(single.body == #"[[1],"14186550000000000"]"#)
        #expect(several.body == #"s_1([[1],"14186550000000000","a"])"#)
        #expect(wildcard.body == #"[[2],"14186550000000001","x.*","x.y"]"#)
    }

    @Test func theEmptyResponseRepeatsTheTimetoken() {
        let single = probe.get("/subscribe/demo/a/s_1/77")
        let several = probe.get("/subscribe/demo/a,b/0/77")
        probe.advance(by: .seconds(280))
        #expect(single.body == #"s_1([[],"77"])"#)
        #expect(several.body == #"[[],"77",""]"#)
    }

    @Test("Presence events are messages under the -pnpres name; a single presence name gives two elements")
    func presence() {
        probe.get("/v2/presence/sub-key/demo/channel/a/heartbeat?uuid=u1")
        let event = #"{"action":"join","timestamp":1418655000,"uuid":"u1","occupancy":1}"#
        #expect(probe.get("/subscribe/demo/a-pnpres/0/1").body == "[[\(event)],\"14186550000000000\"]")
        #expect(probe.get("/subscribe/demo/a,a-pnpres/0/1").body == "[[\(event)],\"14186550000000000\",\"a-pnpres\"]")
        #expect(
            probe.get("/subscribe/demo/,/0/1?channel-group=g-pnpres").body
                == "[[\(event)],\"14186550000000000\",\"g-pnpres\",\"a-pnpres\"]"
        )
    }

    @Test("A pattern also delivers the presence of its channels in version 1, once")
    func wildcardPresence() {
        probe.get("/v2/presence/sub-key/demo/channel/x.y/heartbeat?uuid=u1")
        let event = #"{"action":"join","timestamp":1418655000,"uuid":"u1","occupancy":1}"#
        #expect(
            probe.get("/subscribe/demo/x.*/0/1").body == "[[\(event)],\"14186550000000000\",\"x.*\",\"x.y-pnpres\"]"
        )
        #expect(
            probe.get("/subscribe/demo/x.*,x.*-pnpres/0/1").body
                == "[[\(event)],\"14186550000000000\",\"x.*-pnpres\",\"x.y-pnpres\"]"
        )
    }
}
