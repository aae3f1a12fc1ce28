import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

/// Documentation/WireProtocol.md, "Requests".
@Suite("TimeEndpoints")
struct TimeEndpointsTests {
    private let call = TimeEndpoints.time()

    @Test("GET /time/0")
    func request() {
        #expect(Requests.resource(call) == "/time/0?pnsdk=PubNub-Swift-Linux%2F3.7.8&uuid=me")
    }

    @Test(
        "Reads the time as a number or digits",
        arguments: [
            "[14818963707386265]", "[\"14818963707386265\"]", " [ 14818963707386265 ]\n",
            "t_9f3ab([14818963707386265])",
        ]
    )
    func time(body: String) {
        #expect(Replies.value(call, body) == Timetoken(rawValue: 14_818_963_707_386_265))
    }

    @Test(
        "Anything else is malformed",
        arguments: ["", "[]", "[abc]", "zimp", "[-1]", "[null]", "{}", "14818963707386265", "[1.5]", "[[1]]"]
    )
    func malformed(body: String) {
        #expect(Replies.code(call, body) == 143)
    }
}
