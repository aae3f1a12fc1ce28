import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubWire

/// 3.9 Where now, 3.10 State: get, 3.11 State: set
@Suite("StateEndpoints")
struct StateEndpointsTests {
    private let library = "pnsdk=PubNub-Swift-Linux%2F3.7.8"
    private let path = "/v2/presence/sub-key/sub"
    private let lobby = SubscriptionTarget(name: "lobby", isGroup: false)
    private let group = SubscriptionTarget(name: "team:blue", isGroup: true)

    @Test("Where now asks about the identifier it is given, not about the own one")
    func whereNowRequest() {
        #expect(Requests.resource(StateEndpoints.whereNow("you")) == "\(path)/uuid/you?\(library)&uuid=me")
        #expect(
            Requests.resource(StateEndpoints.whereNow("a/b:c ~'")) { $0.authorizationKey = "k y" }
                == "\(path)/uuid/a%2Fb%3Ac%20%7E%27?auth=k%20y&\(library)&uuid=me"
        )
    }

    @Test("Where now: names, none, and what is no list of them")
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

    @Test("State of a channel stands in the path, that of a group in the query behind a comma")
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

    @Test("State on a group comes by channel")
    func stateOfAGroup() {
        let call = StateEndpoints.state(of: "you", on: group)
        #expect(
            Replies.value(call, #"{"status":200,"payload":{"channels":{"a":{"k":"v"},"b":{}}},"uuid":"you"}"#)
                == ["a": ["k": "v"], "b": [:]]
        )
        #expect(Replies.value(call, #"{"status":200,"payload":{"channels":{}}}"#) == [:])
        #expect(Replies.code(call, #"{"status":200,"payload":{"k":"v"}}"#) == kPNResponseMalformedJSONError)
    }

    @Test("An update carries the bare state, escaped strictly")
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

    @Test("An update's answer is the state that is kept now")
    func update() {
        let call = StateEndpoints.update(["k": 1], of: "you", on: lobby)
        #expect(Replies.value(call, #"{"status":200,"message":"OK","payload":{"k":1,"l":2}}"#) == ["k": 1, "l": 2])
        #expect(Replies.value(call, #"{"status":200,"payload":{}}"#) == [:])
        #expect(Replies.code(call, #"{"status":200,"payload":["k"]}"#) == kPNResponseMalformedJSONError)
        #expect(Replies.code(call, #"{"status":200,"payload":"k"}"#) == kPNResponseMalformedJSONError)
    }

    @Test(
        "What the service refuses",
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
