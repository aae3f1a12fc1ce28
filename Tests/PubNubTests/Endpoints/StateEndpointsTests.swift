import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

/// Documentation/WireProtocol.md, "Here-now, where-now and state".
@Suite("StateEndpoints")
struct StateEndpointsTests {
    private let library = "pnsdk=PubNub-Swift-Linux%2F3.7.8"
    private let path = "/v2/presence/sub-key/sub"
    private let lobby = SubscriptionTarget(name: "lobby", isGroup: false)
    private let group = SubscriptionTarget(name: "team:blue", isGroup: true)

    @Test("Where-now requests the given identifier, not the client's own")
    func whereNowRequest() {
        #expect(Requests.resource(StateEndpoints.whereNow("you")) == "\(path)/uuid/you?\(library)&uuid=me")
        #expect(
            Requests.resource(StateEndpoints.whereNow("a/b:c ~'")) { $0.authorizationKey = "k y" }
                == "\(path)/uuid/a%2Fb%3Ac%20%7E%27?auth=k%20y&\(library)&uuid=me"
        )
    }

    @Test("Where-now reads names and an empty list, and refuses other bodies")
    func whereNow() {
        let call = StateEndpoints.whereNow("you")
        func names(_ body: String) -> [String]? { Replies.value(call, body) }
        #expect(
            names(#"{"status": 200, "message": "OK", "payload": {"channels": ["a","b"]}, "service": "Presence"}"#)
                == ["a", "b"]
        )
        #expect(names(#"{"status": 200, "payload": {"channels": []}}"#) == [])
        for body in [
            #"{"status": 200, "message": "OK", "service": "Presence"}"#, #"{"payload": {"channels": "a"}}"#,
            #"{"payload": {"channels": ["a", 1]}}"#, #"["a"]"#, "", "null", #"{"payload": {"chan"#,
        ] {
            #expect(Replies.code(call, body) == kPNResponseMalformedJSONError, "\(body)")
        }
    }

    @Test("The path names a channel; the query names a group, with a comma as the channel")
    func stateRequest() {
        #expect(
            Requests.resource(StateEndpoints.state(of: "you", on: SubscriptionTarget(name: "a+b c", isGroup: false)))
                == "\(path)/channel/a%2Bb%20c/uuid/you?\(library)&uuid=me"
        )
        #expect(
            Requests.resource(StateEndpoints.state(of: "you", on: group)) { $0.authorizationKey = "k" }
                == "\(path)/channel/,/uuid/you?channel-group=team%3Ablue&auth=k&\(library)&uuid=me"
        )
    }

    @Test("State of one channel is the payload itself, with every digit of its numbers")
    func stateOfAChannel() {
        let call = StateEndpoints.state(of: "you", on: lobby)
        #expect(
            Replies.value(
                call,
                #"{"status":200,"uuid":"you","payload":{"n":9007199254740993,"s":"\u00e9","x":null},"channel":"lobby"}"#
            ) == ["lobby": ["n": 9_007_199_254_740_993, "s": "é", "x": .null]]
        )
        #expect(Replies.value(call, #"{"status":200,"payload":{},"channel":"lobby"}"#) == ["lobby": [:]])
        for body in [#"{"status":200,"payload":[1],"channel":"lobby"}"#, #"[{}]"#, "<html>"] {
            #expect(Replies.code(call, body) == kPNResponseMalformedJSONError, "\(body)")
        }
    }

    @Test("State of a group is listed by channel")
    func stateOfAGroup() {
        let call = StateEndpoints.state(of: "you", on: group)
        #expect(
            Replies.value(call, #"{"status":200,"payload":{"channels":{"a":{"k":"v"},"b":{}}},"uuid":"you"}"#)
                == ["a": ["k": "v"], "b": [:]]
        )
        #expect(Replies.value(call, #"{"status":200,"payload":{"channels":{}}}"#) == [:])
        #expect(Replies.code(call, #"{"status":200,"payload":{"k":"v"}}"#) == kPNResponseMalformedJSONError)
    }

    @Test("An update sends the state, strictly escaped")
    func updateRequest() {
        #expect(
            Requests.resource(StateEndpoints.update(["a b": "c+d~", "n": .null], of: "you", on: lobby))
                == "\(path)/channel/lobby/uuid/you/data?"
                + "state=%7B%22a%20b%22%3A%22c%2Bd%7E%22%2C%22n%22%3Anull%7D&\(library)&uuid=me"
        )
        #expect(
            Requests.resource(StateEndpoints.update([:], of: "me", on: group))
                == "\(path)/channel/,/uuid/me/data?state=%7B%7D&channel-group=team%3Ablue&\(library)&uuid=me"
        )
    }

    @Test("The response to an update is the stored state")
    func update() {
        let call = StateEndpoints.update(["k": 1], of: "you", on: lobby)
        #expect(Replies.value(call, #"{"status":200,"message":"OK","payload":{"k":1,"l":2}}"#) == ["k": 1, "l": 2])
        #expect(Replies.value(call, #"{"status":200,"payload":{}}"#) == [:])
        #expect(Replies.code(call, #"{"status":200,"payload":["k"]}"#) == kPNResponseMalformedJSONError)
        #expect(Replies.code(call, #"{"status":200,"payload":"k"}"#) == kPNResponseMalformedJSONError)
    }

    @Test(
        "Reports refusals of the service",
        arguments: [
            (200, #"{"status": 400, "message": "No valid channels specified", "service": "Presence"}"#, -1),
            (200, #"{"status": 404, "message": "Not Found", "service": "Presence"}"#, -1),
            (
                400,
                #"{"message":"Invalid Subscribe Key","error":true,"service":"Access Manager","status":400,"#
                    + #""payload":{"channels":["lobby"]}}"#,
                113
            ),
            (
                403,
                #"{"status":403,"service":"Access Manager","error":true,"message":"Forbidden","#
                    + #""payload":{"channels":["lobby"]}}"#,
                122
            ),
            (414, #"{"message":"Request URI Too Long","error":true,"service":"Balancer","status":414}"#, -1),
        ]
    )
    func refusals(_ status: Int, _ body: String, _ code: Int) {
        #expect(Replies.code(StateEndpoints.whereNow("you"), body, status: status) == code)
        #expect(Replies.code(StateEndpoints.state(of: "you", on: lobby), body, status: status) == code)
        #expect(Replies.code(StateEndpoints.state(of: "you", on: group), body, status: status) == code)
        #expect(Replies.code(StateEndpoints.update([:], of: "you", on: lobby), body, status: status) == code)
    }
}
