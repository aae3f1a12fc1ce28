import PubNubWire
import Testing

/// Documentation/WireProtocol.md, "Requests".
@Suite("JSONP")
struct JSONPTests {
    @Test(
        "Removes the wrapper",
        arguments: [
            ("t_9f3ab([14186550834114471])", "[14186550834114471]"), ("s_1([[\"a)b(\"],\"1\"])", "[[\"a)b(\"],\"1\"]"),
            ("lv_9200a({\"status\": 200})", "{\"status\": 200}"), (" t_1([1]) ", "[1]"), ("t_1([1]);\n", "[1]"),
            ("a(b([1])", "[1]"),
        ]
    )
    func unwraps(_ body: String, _ json: String) {
        #expect(String(decoding: JSONP.unwrap(Array(body.utf8)), as: UTF8.self) == json)
    }

    @Test(
        "Leaves a body without a wrapper unchanged, whatever its strings contain",
        arguments: [
            "", "[1]", "{\"status\":200}", "[[\"f([1])\"],\"1\"]", "\"f([1])\"", "<html>(x)</html>", "t_1(1)",
            "t_1([1]",
            "1", "([", "(",
        ]
    )
    func leavesAlone(_ body: String) {
        #expect(JSONP.unwrap(Array(body.utf8)) == Array(body.utf8))
    }

    @Test("Wrapping reverses unwrapping")
    func wraps() {
        let wrapped = JSONP.wrap(Array("[1,\"Sent\",\"14181342984983871\"]".utf8), callback: "m_1c2d3")
        #expect(String(decoding: wrapped, as: UTF8.self) == "m_1c2d3([1,\"Sent\",\"14181342984983871\"])")
        #expect(JSONP.unwrap(wrapped) == Array("[1,\"Sent\",\"14181342984983871\"]".utf8))
    }
}
