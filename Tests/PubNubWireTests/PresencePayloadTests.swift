import PubNubWire
import Testing

/// Documentation/WireProtocol.md, "Presence events".
@Suite("Presence events")
struct PresencePayloadTests {
    @Test(
        "Reads every documented form",
        arguments: [
            (
                #"{"action": "join", "timestamp": 1435647222, "uuid": "u1", "occupancy": 2, "data": {"k":1}}"#,
                PresencePayload(
                    action: .join,
                    timestamp: 1_435_647_222,
                    identifier: "u1",
                    occupancy: 2,
                    state: ["k": 1]
                )
            ),
            (
                #"{"action": "leave", "timestamp": 1440773488, "uuid": "u1", "occupancy": 0}"#,
                PresencePayload(action: .leave, timestamp: 1_440_773_488, identifier: "u1", occupancy: 0)
            ),
            (
                #"{"action": "timeout", "timestamp": 1440776740, "uuid": "u1", "occupancy": 1}"#,
                PresencePayload(action: .timeout, timestamp: 1_440_776_740, identifier: "u1", occupancy: 1)
            ),
            (
                #"{"action": "state-change", "timestamp": 1440778413, "data": {"k":"v"}, "uuid": "u1", "occupancy": 2}"#,
                PresencePayload(
                    action: .stateChange,
                    timestamp: 1_440_778_413,
                    identifier: "u1",
                    occupancy: 2,
                    state: ["k": "v"]
                )
            ),
            (
                #"{"occupancy":1,"timestamp":1441106888}"#,
                PresencePayload(action: .changed, timestamp: 1_441_106_888, occupancy: 1)
            ),
            (
                #"{"action":"interval","timestamp":1567099526,"occupancy":2}"#,
                PresencePayload(action: .interval, timestamp: 1_567_099_526, occupancy: 2)
            ),
            (
                #"{"action":"interval","timestamp":1,"occupancy":2,"join":["u1"],"leave":["u2"],"timeout":["u3","u4"],"#
                    + #""here_now_refresh":true}"#,
                PresencePayload(
                    action: .interval,
                    timestamp: 1,
                    occupancy: 2,
                    joined: ["u1"],
                    left: ["u2"],
                    timedOut: ["u3", "u4"],
                    hereNowRefresh: true
                )
            ),
            (#"{"action":"join","uuid":"u1"}"#, PresencePayload(action: .join, timestamp: nil, identifier: "u1")),
        ]
    )
    func forms(_ text: String, _ expected: PresencePayload) throws {
        let value = try JSON(parsing: text)
        let payload = try #require(PresencePayload(value))
        #expect(payload == expected)
        #expect(payload.json == value)
    }

    @Test("interval, a missing action and an unknown action change only the number of clients")
    func occupancyOnly() throws {
        for text in [
            #"{"occupancy":1,"timestamp":2}"#, #"{"action":"interval","occupancy":1,"timestamp":2}"#,
            #"{"action":"wave","occupancy":1,"timestamp":2}"#,
        ] {
            let payload = try #require(PresencePayload(try JSON(parsing: text)))
            #expect(payload.action == .interval || payload.action == .changed)
            #expect(payload.identifier == nil)
            #expect(payload.occupancy == 1)
        }
    }

    @Test(
        "Recognises a timestamp with an occupancy, or an action with a uuid, and nothing less",
        arguments: [
            #"{"action":"join"}"#, #"{"uuid":"u1"}"#, #"{"timestamp":1}"#, #"{"occupancy":1}"#,
            #"{"action":"join","timestamp":1}"#, #"{"uuid":"u1","occupancy":1}"#, "{}", "[]", "\"join\"", "null",
        ]
    )
    func unrecognised(_ text: String) throws {
        #expect(PresencePayload(try JSON(parsing: text)) == nil)
    }

    @Test("Ignores members of the wrong kind")
    func wrongKinds() throws {
        let text = #"{"action":7,"uuid":8,"timestamp":"nine","occupancy":1e300,"data":[],"join":"u1","leave":[1,"u2"]}"#
        let payload = try #require(PresencePayload(try JSON(parsing: text)))
        #expect(payload == PresencePayload(action: .changed, timestamp: nil, left: ["u2"]))
    }
}
