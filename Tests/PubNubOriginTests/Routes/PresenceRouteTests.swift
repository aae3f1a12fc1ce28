import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "Presence events" and "Leave and heartbeat requests".
@Suite("Presence: subscribe, heartbeat, leave, here-now")
struct PresenceRouteTests {
    private let probe = OriginProbe()
    private let prefix = "/v2/presence/sub-key/demo"

    private func hereNow(_ rest: String) -> String? { probe.get(prefix + rest).body }

    /// The payloads that a version 1 subscriber to one presence channel receives.
    private func events(of channel: String, after timetoken: UInt64 = 1) -> String? {
        probe.get("/subscribe/demo/\(channel)-pnpres/0/\(timetoken)").body
    }

    @Test func subscribingIsJoiningOnce() {
        probe.get("/v2/subscribe/demo/a/0?tt=0&uuid=u1")
        probe.get("/v2/subscribe/demo/a/0?tt=5&uuid=u1")
        probe.get("/subscribe/demo/a/0/0?uuid=u2")
        #expect(
            events(of: "a") == #"[[{"action":"join","timestamp":1418655000,"uuid":"u1","occupancy":1},"#
                + #"{"action":"join","timestamp":1418655000,"uuid":"u2","occupancy":2}],"14186550000000002"]"#
        )
    }

    @Test("A client's own join follows the timetoken that the client starts from")
    func ownJoin() {
        let start = probe.get("/v2/subscribe/demo/a,a-pnpres/0?tt=0&uuid=u1").body
        #expect(start == #"{"t":{"t":"14186550000000000","r":1},"m":[]}"#)
        let next = probe.get("/v2/subscribe/demo/a,a-pnpres/0?tt=14186550000000000&uuid=u1").body
        #expect(next?.contains(#""uuid":"u1""#) == true)
    }

    @Test func subscribingToPresenceAloneOrWithoutIdentifierIsNotJoining() {
        probe.get("/v2/subscribe/demo/a-pnpres/0?tt=0&uuid=u1")
        probe.get("/v2/subscribe/demo/a/0?tt=0")
        #expect(
            hereNow("/channel/a")
                == #"{"status": 200, "message": "OK", "uuids": [], "occupancy": 0, "service": "Presence"}"#
        )
    }

    @Test("A client that is silent for longer than its heartbeat value causes a timeout event")
    func timeout() {
        probe.get("/v2/subscribe/demo/a/0?tt=0&uuid=u1&heartbeat=30")
        probe.advance(by: .seconds(20))
        probe.get(prefix + "/channel/a/heartbeat?uuid=u1&heartbeat=30")
        probe.advance(by: .seconds(29))
        let poll = probe.get("/subscribe/demo/a-pnpres/0/14186550000000001")
        #expect(poll.all.isEmpty)
        probe.advance(by: .seconds(1))
        #expect(
            poll.body
                == #"[[{"action":"timeout","timestamp":1418655050,"uuid":"u1","occupancy":0}],"14186550500000000"]"#
        )
        #expect(
            hereNow("") == #"{"status": 200, "message": "OK", "payload": {"channels": {}, "#
                + #""total_channels": 0, "total_occupancy": 0}, "service": "Presence"}"#
        )
    }

    @Test(
        "Limits heartbeat values to 20...300 s; the default is 300 s",
        arguments: [
            ("&heartbeat=1", 20), ("&heartbeat=20", 20), ("&heartbeat=1000", 300), ("", 300), ("&heartbeat=", 300),
            ("&heartbeat=0", 300), ("&heartbeat=x", 300),
        ]
    )
    func heartbeatRange(query: String, seconds: Int) {
        probe.get("/v2/subscribe/demo/a/0?tt=0&uuid=u1\(query)")
        probe.advance(by: .seconds(seconds - 1))
        #expect(hereNow("/channel/a")?.contains("u1") == true)
        probe.advance(by: .seconds(1))
        #expect(hereNow("/channel/a")?.contains("u1") == false)
    }

    @Test("Accepts a leave under both spellings, with and without a callback")
    func leave() {
        for (spelling, callback) in [("sub-key", ""), ("sub_key", "&callback=lv_9200a")] {
            probe.get("/v2/subscribe/demo/a,b/0?tt=0&uuid=u1")
            let answer = probe.get("/v2/presence/\(spelling)/demo/channel/a,a-pnpres/leave?uuid=u1\(callback)").body
            let plain = #"{"status": 200, "message": "OK", "action": "leave", "service": "Presence"}"#
            #expect(answer == (callback.isEmpty ? plain : "lv_9200a(\(plain))"))
            #expect(hereNow("?disable_uuids=1")?.contains(#"{"b": {"occupancy": 1}}"#) == true)
        }
        #expect(probe.get(prefix + "/channel/,/leave?uuid=u1").status == 200)
    }

    @Test("A leave that arrives before a long poll whose connection is already closed removes the client")
    func leaveOvertakesPoll() {
        probe.get("/v2/subscribe/demo/a,b/0?tt=0&uuid=u1")
        probe.get(prefix + "/channel/a/leave?uuid=u1")
        let late = probe.get("/v2/subscribe/demo/a,b/0?tt=14186550000000000&uuid=u1&filter-expr=x%3D%3D1")
        #expect(hereNow("/channel/a")?.contains("u1") == false)
        #expect(hereNow("/channel/b")?.contains("u1") == true, "it left one of them only")
        probe.abandon(late)
        probe.advance(by: .seconds(10))
        #expect(hereNow("/channel/a")?.contains("u1") == false)
        #expect(late.all.isEmpty)
    }

    @Test("A long poll that is still held after the leave, and a first request, make the client present again")
    func comingBack() {
        for query in ["tt=14186550000000000", "tt=0"] {
            probe.get("/v2/subscribe/demo/a/0?tt=0&uuid=u1")
            probe.get(prefix + "/channel/a/leave?uuid=u1")
            probe.get("/v2/subscribe/demo/a/0?uuid=u1&filter-expr=x%3D%3D1&\(query)")
            #expect(hereNow("/channel/a")?.contains("u1") == (query == "tt=0"))
            probe.advance(by: .seconds(1))
            #expect(hereNow("/channel/a")?.contains("u1") == true)
        }
        probe.get(prefix + "/channel/a/leave?uuid=u1")
        probe.advance(by: .seconds(30))
        probe.get("/v2/subscribe/demo/a/0?uuid=u1&filter-expr=x%3D%3D1&tt=14186550000000000")
        #expect(hereNow("/channel/a")?.contains("u1") == true, "nothing is on its way for so long")
    }

    @Test func groupsAreJoinedAndLeftChannelByChannel() {
        probe.core.withState { $0.groups.add(["a", "b"], to: "g", keyset: "demo") }
        probe.get("/v2/subscribe/demo/,/0?tt=0&uuid=u1&channel-group=g,g-pnpres")
        #expect(
            hereNow("/channel/,?channel-group=g") == #"{"status": 200, "message": "OK", "payload": {"channels": "#
                + #"{"a": {"uuids": ["u1"], "occupancy": 1}, "b": {"uuids": ["u1"], "occupancy": 1}}, "#
                + #""total_channels": 2, "total_occupancy": 2}, "service": "Presence"}"#
        )
        probe.get("/v2/subscribe/demo/other/0?tt=0&uuid=u1")
        #expect(hereNow("?channel-group=g") == hereNow("/channel/,?channel-group=g"), "without the channel `other`")
        #expect(hereNow("?channel-group=none")?.contains(#""total_channels": 0"#) == true)
        #expect(hereNow("?channel-group=")?.contains(#""total_channels": 3"#) == true, "no group is all channels")
        probe.get(prefix + "/channel/other/leave?uuid=u1")
        probe.get(prefix + "/channel/,/leave?uuid=u1&channel-group=g")
        #expect(hereNow("")?.contains(#""total_occupancy": 0"#) == true)
    }

    @Test("Reports state of subscribe and heartbeat with the join, then as state-change, once per change")
    func state() {
        probe.get("/v2/subscribe/demo/a/0?tt=0&uuid=u1&state=%7B%22a%22%3A%7B%22k%22%3A1%7D%7D")
        probe.get(prefix + "/channel/a/heartbeat?uuid=u1&state=%7B%22a%22%3A%7B%22k%22%3A1%7D%7D")
        probe.get(prefix + "/channel/a/heartbeat?uuid=u1&state=%7B%22a%22:+%7B%22k%22:+2%7D%7D")
        #expect(
            events(of: "a") == #"[[{"action":"join","timestamp":1418655000,"uuid":"u1","occupancy":1,"data":{"k":1}},"#
                + #"{"action":"state-change","timestamp":1418655000,"uuid":"u1","occupancy":1,"data":{"k":2}}],"#
                + #""14186550000000002"]"#
        )
        #expect(
            hereNow("/channel/a?state=1") == #"{"status": 200, "message": "OK", "uuids": "#
                + #"[{"uuid": "u1", "state": {"k":2}}], "occupancy": 1, "service": "Presence"}"#
        )
    }

    @Test func respondsToHeartbeats() {
        let exchange = probe.get(prefix + "/channel/a/heartbeat?uuid=u1")
        #expect(exchange.body == #"{"status": 200, "message": "OK", "service": "Presence"}"#)
        #expect(exchange.response?.server == "Pubnub Presence")
        let refused = probe.get(prefix + "/channel/,/heartbeat?uuid=u1")
        #expect(refused.status == 200)
        #expect(refused.body == #"{"status": 400, "message": "No valid channels specified", "service": "Presence"}"#)
    }

    @Test(arguments: [
        ("/channel/a", #""uuids": ["u1", "u2"], "occupancy": 2"#),
        ("/channel/a?disable_uuids=1&state=0", #""message": "OK", "occupancy": 2"#),
        ("/channel/a?disable_uuids=0&state=1", #""uuids": [{"uuid": "u1"}, {"uuid": "u2"}], "occupancy": 2"#),
        ("/channel/a?limit=1", #""uuids": ["u1"], "occupancy": 2"#),
        ("/channel/a?limit=1&offset=1", #""uuids": ["u2"], "occupancy": 2"#),
        ("/channel/a?limit=0", #""message": "OK", "occupancy": 2"#),
        ("/channel/a,none", #"{"channels": {"a": {"uuids": ["u1", "u2"], "occupancy": 2}}, "total_channels": 1"#),
        (
            "/channel/a,b?disable_uuids=1",
            #"{"a": {"occupancy": 2}, "b": {"occupancy": 1}}, "total_channels": 2, "total_occupancy": 3"#
        ),
        (
            "?disable_uuids=1",
            #"{"a": {"occupancy": 2}, "b": {"occupancy": 1}}, "total_channels": 2, "total_occupancy": 3"#
        ),
        ("/channel/a?channel-group=", #""message": "OK", "uuids": ["u1", "u2"], "occupancy": 2"#),
        ("/channel/a?channel-group=g", #"{"channels": {"a": {"uuids": ["u1", "u2"], "occupancy": 2}}"#),
    ])
    func hereNowForms(rest: String, expected: String) {
        probe.get("/v2/subscribe/demo/a,b/0?tt=0&uuid=u1")
        probe.get("/v2/subscribe/demo/a/0?tt=0&uuid=u2")
        #expect(hereNow(rest)?.contains(expected) == true)
    }

    @Test(
        "Refuses a limit of clients and an offset that are out of range",
        arguments: [
            ("limit=2000", false), ("limit=1001", false), ("limit=-10", false), ("limit=-50", false),
            ("limit=x", false),
            ("offset=-1", false), ("offset=x", false), ("limit=0", true), ("limit=1000", true), ("limit=", true),
            ("offset=0", true), ("offset=5000", true),
        ]
    )
    func hereNowRange(query: String, isValid: Bool) {
        probe.get("/v2/subscribe/demo/a/0?tt=0&uuid=u1")
        for path in ["/channel/a", "/channel/a,b", ""] {
            let exchange = probe.get("\(prefix)\(path)?\(query)")
            #expect(exchange.status == (isValid ? 200 : 400))
            #expect(exchange.body?.contains(#""service": "Presence""#) == true)
            if isValid { #expect(exchange.body?.contains(#""occupancy": 1"#) == true) }
        }
    }

    @Test(
        "A refused range has the words of the service",
        arguments: [
            ("limit=2000", "Cannot return more than 1000 uuids at a time"),
            ("limit=-10", "Limit must be greater than or equal to 0"),
            ("limit=x", "limit must be between 0 and 1000"), ("offset=-1", "offset must not be below 0"),
        ]
    )
    func theFormOfARefusedRange(query: String, message: String) {
        for path in ["/channel/a", "/channel/a,b", ""] {
            #expect(
                hereNow("\(path)?\(query)")
                    == #"{"status": 400, "message": "\#(message)", "error": 1, "service": "Presence"}"#
            )
        }
    }

    @Test("Crowded channels send interval events as configured")
    func intervals() {
        var limits = OriginLimits()
        limits.announceMaximum = 1
        limits.presenceInterval = .seconds(10)
        let probe = OriginProbe(limits: limits)
        probe.get("/v2/subscribe/demo/a/0?tt=0&uuid=u1")
        let poll = probe.get("/subscribe/demo/a-pnpres/0/14186550000000001")
        for client in ["u2", "u3"] { probe.get("/v2/presence/sub-key/demo/channel/a/heartbeat?uuid=\(client)") }
        #expect(poll.all.isEmpty)
        probe.advance(by: .seconds(10))
        #expect(
            poll.body == #"[[{"action":"interval","timestamp":1418655010,"occupancy":3,"join":["u2","u3"]}],"#
                + #""14186550100000000"]"#
        )
    }

    @Test("A channel of 20 clients announces each, one of 21 sends interval events, as the service does")
    func announceMaximum() throws {
        var limits = OriginLimits()
        limits.announceMaximum = 20
        limits.presenceInterval = .seconds(10)
        let probe = OriginProbe(limits: limits)
        for number in 1...21 { probe.get("/v2/presence/sub-key/demo/channel/a/heartbeat?uuid=u\(number)") }
        func actions() -> [String] {
            (probe.get("/subscribe/demo/a-pnpres/0/1").body ?? "").split(separator: "\"action\":\"").dropFirst()
                .map { String($0.prefix { $0 != "\"" }) }
        }
        #expect(actions() == Array(repeating: "join", count: 20))
        probe.advance(by: .seconds(10))
        #expect(actions().suffix(1) == ["interval"])
        probe.get("/v2/presence/sub-key/demo/channel/a/leave?uuid=u21")
        #expect(actions().suffix(1) == ["interval"], "changes are announced after the next interval event")
        probe.advance(by: .seconds(10))
        #expect(actions().suffix(2) == ["interval", "interval"])
        probe.get("/v2/presence/sub-key/demo/channel/a/leave?uuid=u20")
        #expect(actions().suffix(1) == ["leave"])
    }

    @Test("A client that joins and leaves a crowded channel between two interval events is in none of them")
    func shortStay() {
        var keyset = OriginKeyset(subscribeKey: "crowd")
        keyset.presence.announceMaximum = 2
        keyset.presence.interval = .seconds(5)
        let probe = OriginProbe(keysets: [keyset])
        let channel = "/v2/presence/sub-key/crowd/channel/a"
        for client in ["a", "b", "z"] { probe.get("\(channel)/heartbeat?uuid=\(client)&heartbeat=300") }
        func events() -> String {
            (probe.get("/subscribe/crowd/a-pnpres/0/1").body ?? "").replacing(/"timestamp":[0-9]+,/, with: "")
        }
        probe.get("\(channel)/leave?uuid=z")
        #expect(events().contains("join") && !events().contains("leave") && !events().contains("interval"))
        probe.advance(by: .seconds(5))
        #expect(events().contains(#"{"action":"interval","occupancy":2}"#))
        #expect(!events().contains("\"z\""))
    }

    /// Evidence: documentation "Presence" and Admin Portal: the interval is a setting of the keyset; correction 17 has 10 s for the default.
    @Test("A keyset may have an interval of its own, also on a server without one; 10 s by default with a maximum")
    func keysetIntervals() {
        var fast = OriginKeyset(subscribeKey: "fast")
        fast.presence.announceMaximum = 1
        fast.presence.interval = .seconds(4)
        var standard = OriginKeyset(subscribeKey: "standard")
        standard.presence.announceMaximum = 1
        let probe = OriginProbe(keysets: [fast, standard, OriginKeyset(subscribeKey: "usual")])
        func intervals(_ key: String) -> Int {
            (probe.get("/subscribe/\(key)/a-pnpres/0/1").body ?? "").matches(of: /"action":"interval"/).count
        }
        func join(_ client: String) {
            for key in ["fast", "standard", "usual"] {
                probe.get("/v2/presence/sub-key/\(key)/channel/a/heartbeat?uuid=\(client)&heartbeat=300")
            }
        }
        for client in ["u", "v"] { join(client) }
        probe.advance(by: .seconds(4))
        #expect(["fast", "standard", "usual"].map(intervals) == [1, 0, 0])
        join("w")
        probe.advance(by: .seconds(4))
        #expect(["fast", "standard", "usual"].map(intervals) == [2, 0, 0])
        probe.advance(by: .seconds(2))
        #expect(["fast", "standard", "usual"].map(intervals) == [2, 1, 0])
    }

    @Test("A keyset may have a maximum, a timeout and interval events of its own")
    func keysetSettings() {
        var limits = OriginLimits()
        limits.announceMaximum = 1
        limits.presenceInterval = .seconds(10)
        var quiet = OriginKeyset(subscribeKey: "quiet")
        quiet.presence.deltas = false
        quiet.presence.timeout = 40
        var loud = OriginKeyset(subscribeKey: "loud")
        loud.presence.announceMaximum = .max
        let probe = OriginProbe(limits: limits, keysets: [quiet, loud, OriginKeyset(subscribeKey: "usual")])
        func events(_ key: String) -> String {
            (probe.get("/subscribe/\(key)/a-pnpres/0/1").body ?? "").replacing(/"timestamp":[0-9]+,/, with: "")
        }
        for key in ["quiet", "loud", "usual"] {
            for client in ["u", "v"] { probe.get("/v2/presence/sub-key/\(key)/channel/a/heartbeat?uuid=\(client)") }
        }
        probe.advance(by: .seconds(10))
        #expect(events("quiet").contains(#"{"action":"interval","occupancy":2}"#))
        #expect(events("usual").contains(#"{"action":"interval","occupancy":2,"join":["v"]}"#))
        #expect(events("loud").contains(#"{"action":"join","uuid":"v","occupancy":2}"#))
        #expect(!events("loud").contains("interval"))
        probe.advance(by: .seconds(30))
        func occupancy(_ key: String) -> String? { probe.get("/v2/presence/sub-key/\(key)/channel/a").body }
        #expect(occupancy("quiet")?.contains(#""occupancy": 0"#) == true)
        #expect(occupancy("usual")?.contains(#""occupancy": 2"#) == true)
    }
}
