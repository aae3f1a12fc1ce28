import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

/// Documentation/WireProtocol.md, "Publish".
@Suite("MessagingEndpoints")
struct MessagingEndpointsTests {
    private let tail = "uuid=me&pnsdk=PubNub-Swift-Linux%2F3.7.8"

    private func publish(_ payload: String, _ channel: String = "lobby") -> Call<Timetoken> {
        MessagingEndpoints.publish(payload: Array(payload.utf8), channel: channel)
    }

    @Test("GET contains the message in the path, strictly escaped")
    func get() {
        #expect(Requests.resource(publish("\"hi\"")) == "/publish/pub/sub/0/lobby/0/%22hi%22?\(tail)")
        #expect(
            Requests.resource(publish(#"{"a":[1,"x/y~'"],"é":"🎈\n"}"#))
                == "/publish/pub/sub/0/lobby/0/%7B%22a%22%3A%5B1%2C%22x%2Fy%7E%27%22%5D%2C%22%C3%A9%22%3A%22"
                + "%F0%9F%8E%88%5Cn%22%7D?\(tail)"
        )
        #expect(publish("1").body == nil)
    }

    @Test("Escapes quoted base64 like any string")
    func cipherText() {
        #expect(
            Requests.resource(publish("\"Wi24+S4p/Tzv==\""))
                == "/publish/pub/sub/0/lobby/0/%22Wi24%2BS4p%2FTzv%3D%3D%22?\(tail)"
        )
    }

    @Test("POST contains the message in the body, uncompressed until the request is built")
    func post() {
        let call = MessagingEndpoints.publish(payload: Array("[1]".utf8), channel: "lobby", compressed: true)
        #expect(Requests.resource(call) == "/publish/pub/sub/0/lobby/0?\(tail)")
        #expect(call.body == Array("[1]".utf8))
    }

    @Test("Appends store, ttl and meta if they are given")
    func options() {
        let call = MessagingEndpoints.publish(
            payload: Array("1".utf8),
            channel: "lobby",
            store: false,
            metadata: ["topic": "news & more", "n": 1],
            ttl: 24
        )
        #expect(
            Requests.resource(call) { $0.authorizationKey = "key" }
                == "/publish/pub/sub/0/lobby/0/1?uuid=me&auth=key&pnsdk=PubNub-Swift-Linux%2F3.7.8&store=0&ttl=24"
                + "&meta=%7B%22n%22%3A1%2C%22topic%22%3A%22news%20%26%20more%22%7D"
        )
    }

    @Test(
        "The third element of the response is the message's timetoken",
        arguments: [
            #"[1,"Sent","14181342984983871"]"#, #"m_1c2d3([1,"Sent","14181342984983871"])"#,
            #"[1,"Sent",14181342984983871]"#, #"[2,"D","14181342984983871"]"#,
        ]
    )
    func sent(body: String) {
        #expect(Replies.value(publish("1"), body) == Timetoken(rawValue: 14_181_342_984_983_871))
    }

    @Test(
        "Reports failures",
        arguments: [
            (#"[0,"Invalid Key","14818963707386265"]"#, 400, 113), (#"[0,"Invalid JSON","1"]"#, 400, 112),
            (#"[0,"Message Too Large","1"]"#, 400, 114), (#"[0,"Message Too Large"]"#, 200, 114),
            (#"{"message":"Forbidden","payload":{"channels":["a"]},"error":true,"status":403}"#, 403, 122),
            (#"{"message":"Request URI Too Long","error":true,"service":"Balancer","status":414}"#, 414, -1),
            (#"[1,"Sent","14181342984983871"]"#, 404, 121), (#"[1,"Sent","14181342984983871"]"#, 500, -1),
            (#"[1,"Sent"]"#, 200, 143), (#"[1,"Sent","soon"]"#, 200, 143), (#"["1","Sent","2"]"#, 200, 143),
            (#"[1,"Sent","1"#, 200, 143), (#"{"ok":true}"#, 200, 143),
        ]
    )
    func failures(body: String, status: Int, code: Int) {
        #expect(Replies.code(publish("1"), body, status: status) == code)
    }
}
