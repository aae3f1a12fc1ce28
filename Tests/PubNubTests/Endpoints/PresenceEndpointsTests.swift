import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

/// Documentation/WireProtocol.md, "Leave and heartbeat requests" and "Here-now, where-now and state".
@Suite("PresenceEndpoints")
struct PresenceEndpointsTests {
    private typealias Participant = HereNowPage.Participant
    private let library = "pnsdk=PubNub-Swift-Linux%2F3.7.8"

    @Test("Here-now: always sends disable_uuids and state; a group without channels leaves a comma in the path")
    func hereNowRequests() {
        let path = "/v2/presence/sub-key/sub"
        #expect(
            Requests.resource(PresenceEndpoints.hereNow(channels: ["a"]))
                == "\(path)/channel/a?disable_uuids=0&state=0&\(library)&uuid=me"
        )
        #expect(
            Requests.resource(
                PresenceEndpoints.hereNow(channels: [], groups: ["n:g"], identifiers: false, state: true)
            )
                == "\(path)/channel/,?disable_uuids=1&state=1&channel-group=n%3Ag&\(library)&uuid=me"
        )
        #expect(
            Requests.resource(PresenceEndpoints.hereNowGlobal(identifiers: true, state: true)) {
                $0.authorizationKey = "key"
            } == "\(path)?disable_uuids=0&state=1&auth=key&\(library)&uuid=me"
        )
    }

    @Test("A leave uses sub-key, without presence names")
    func leaveRequests() {
        let path = "/v2/presence/sub-key/sub/channel"
        #expect(
            Requests.resource(PresenceEndpoints.leave(channels: ["a", "a-pnpres", "b"], groups: ["g-pnpres", "g"]))
                == "\(path)/a,b/leave?uuid=me&channel-group=g&\(library)"
        )
        #expect(
            Requests.resource(PresenceEndpoints.leave(channels: ["a-pnpres"]))
                == "\(path)/,/leave?uuid=me&\(library)"
        )
    }

    @Test("A heartbeat contains state and timeout if there are any, and no presence names")
    func heartbeatRequests() {
        let path = "/v2/presence/sub-key/sub/channel"
        let call = PresenceEndpoints.heartbeat(
            channels: ["a", "a-pnpres"],
            groups: ["g", "g-pnpres"],
            state: ["a": ["mood": "fine"]],
            timeout: 60
        )
        #expect(
            Requests.resource(call) { $0.authorizationKey = "key" }
                == "\(path)/a/heartbeat?uuid=me&state=%7B%22a%22%3A%7B%22mood%22%3A%22fine%22%7D%7D&heartbeat=60"
                + "&channel-group=g&auth=key&\(library)"
        )
        #expect(
            Requests.resource(PresenceEndpoints.heartbeat(channels: [], groups: ["g"], timeout: 0))
                == "\(path)/,/heartbeat?uuid=me&channel-group=g&\(library)"
        )
    }

    @Test("Here-now, one channel: reads named clients, clients with state, and a count")
    func short() {
        let call = PresenceEndpoints.hereNow(channels: ["a"])
        func channel(_ body: String) -> HereNowPage.Channel? { Replies.value(call, body)?.channels["a"] }
        #expect(
            channel(#"{"status": 200, "message": "OK", "service": "Presence", "uuids": ["u1"], "occupancy": 1}"#)
                == HereNowPage.Channel(occupancy: 1, participants: [Participant(identifier: "u1", state: nil)])
        )
        #expect(
            channel(
                #"{"status":200,"uuids":[{"uuid":"u1","state":{"k":"v"}},{"uuid":"u2","state":null}],"occupancy":5}"#
            )
                == HereNowPage.Channel(
                    occupancy: 5,
                    participants: [
                        Participant(identifier: "u1", state: ["k": "v"]), Participant(identifier: "u2", state: nil),
                    ]
                )
        )
        #expect(channel(#"{"occupancy": 7}"#) == HereNowPage.Channel(occupancy: 7, participants: []))
        #expect(channel(#"{"uuids": ["u1","u2"], "occupancy": 0}"#)?.occupancy == 2)
        #expect(channel(#"{"uuids": [], "occupancy": 0}"#) == HereNowPage.Channel(occupancy: 0, participants: []))
    }

    @Test("Here-now: reads many channels")
    func map() {
        let body =
            #"{"status":200,"payload":{"channels":{"a":{"uuids":["u1"],"occupancy":1},"b":{"occupancy":4}}}}"#
        let expected = HereNowPage(channels: [
            "a": HereNowPage.Channel(occupancy: 1, participants: [Participant(identifier: "u1", state: nil)]),
            "b": HereNowPage.Channel(occupancy: 4, participants: []),
        ])
        #expect(Replies.value(PresenceEndpoints.hereNowGlobal(), body) == expected)
        #expect(Replies.value(PresenceEndpoints.hereNow(channels: ["a", "b"]), body) == expected)
        let nobody = #"{"status":200,"payload":{"channels":{},"total_channels":0,"total_occupancy":0}}"#
        #expect(Replies.value(PresenceEndpoints.hereNow(channels: [], groups: ["g"]), nobody)?.channels.isEmpty == true)
    }

    @Test("Reads the short form only if one channel was requested")
    func ambiguous() {
        let body = #"{"uuids": ["u1"], "occupancy": 1}"#
        #expect(Replies.code(PresenceEndpoints.hereNow(channels: ["a", "b"]), body) == 143)
        #expect(Replies.code(PresenceEndpoints.hereNow(channels: ["a"], groups: ["g"]), body) == 143)
        #expect(Replies.code(PresenceEndpoints.hereNowGlobal(), body) == 143)
        #expect(Replies.value(PresenceEndpoints.hereNow(channels: ["a", "a"]), body)?.channels.keys.sorted() == ["a"])
    }

    @Test(
        "Here-now: reports failures",
        arguments: [
            (#"{"status":400,"error":true,"message":"Presence is not enabled"}"#, 400, 111),
            (#"{"status":200,"message":"OK"}"#, 200, 143), (#"{"payload":{"channels":["a"]}}"#, 200, 143),
            (#"{"status": 404, "message": "Not Found", "service": "Presence"}"#, 200, -1), ("[]", 200, 143),
        ]
    )
    func hereNowFailures(body: String, status: Int, code: Int) {
        #expect(Replies.code(PresenceEndpoints.hereNow(channels: ["a"]), body, status: status) == code)
    }

    @Test("Any object without an error acknowledges a leave and a heartbeat")
    func acknowledgements() {
        let leave = PresenceEndpoints.leave(channels: ["a"])
        let heartbeat = PresenceEndpoints.heartbeat(channels: ["a"])
        let ok = #"{"status": 200, "message": "OK", "service": "Presence"}"#
        #expect(Replies.code(leave, #"lv_9200a({"status": 200, "action": "leave", "message": "OK"})"#) == nil)
        #expect(Replies.code(leave, #"{"action": "leave"}"#) == nil)
        #expect(Replies.code(leave, ok) == nil)
        #expect(Replies.code(leave, "[1]") == 143)
        #expect(Replies.code(leave, #"{"status": 404, "message": "Not Found", "service": "Presence"}"#) == -1)
        #expect(Replies.code(heartbeat, ok) == nil)
        #expect(Replies.code(heartbeat, #"{"status": 404, "message": "Not Found", "service": "Presence"}"#) == -1)
        #expect(Replies.code(heartbeat, "", status: 200) == 143)
    }
}
