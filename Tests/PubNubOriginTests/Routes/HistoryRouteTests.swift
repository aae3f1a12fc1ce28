import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "History".
@Suite("History version 2")
struct HistoryRouteTests {
    private let probe = OriginProbe()
    private let path = "/v2/history/sub-key/demo/channel/a"

    @Test(arguments: [
        ("", "[[0,1,2,3],14186550000000000,14186550000000003]"),
        ("?count=2", "[[2,3],14186550000000002,14186550000000003]"),
        ("?count=2&reverse=true", "[[0,1],14186550000000000,14186550000000001]"),
        (
            "?start=14186550000000002&count=100&reverse=false&include_token=false",
            "[[0,1],14186550000000000,14186550000000001]"
        ),
        ("?start=14186550000000002&end=14186550000000001", "[[1],14186550000000001,14186550000000001]"),
        (
            "?start=14186550000000000&end=14186550000000003&count=2&reverse=false",
            "[[2,3],14186550000000002,14186550000000003]"
        ),
        (
            "?start=14186550000000000&end=14186550000000003&count=2&reverse=true",
            "[[1,2],14186550000000001,14186550000000002]"
        ),
        ("?end=14186550000000002", "[[2,3],14186550000000002,14186550000000003]"),
        (
            "?count=1&include_token=true",
            #"[[{"message":3,"timetoken":14186550000000003}],14186550000000003,14186550000000003]"#
        ),
        (
            "?count=1&include_token=1&stringtoken=true",
            #"[[{"message":3,"timetoken":"14186550000000003"}],14186550000000003,14186550000000003]"#
        ),
        (
            "?count=1&include_token=true&string_message_token=true",
            #"[[{"message":3,"timetoken":"14186550000000003"}],14186550000000003,14186550000000003]"#
        ),
        (
            "?count=2&include_meta=true",
            #"[[{"message":2,"timetoken":14186550000000002,"meta":""},{"message":3,"timetoken":14186550000000003,"meta":{"k":1}}],14186550000000002,14186550000000003]"#
        ),
        ("?start=1&reverse=true&count=1&callback=h_x", "h_x([[0],14186550000000000,14186550000000000])"),
        ("?start=14186550000000000", "[[],0,0]"),
    ])
    func pages(query: String, body: String) {
        for number in 0..<3 { probe.publish("\(number)", to: "a") }
        probe.publish("3", to: "a", "?meta=%7B%22k%22%3A1%7D")
        #expect(probe.get(path + query).body == body)
    }

    @Test func anEmptyChannel() {
        #expect(probe.get(path).body == "[[],0,0]")
        #expect(probe.get(path).status == 200)
    }

    @Test("A page has at most 100 messages, also if more are requested")
    func longest() {
        for number in 1...150 { probe.publish("\(number)", to: "a") }
        for query in ["", "?count=1000", "?count=100"] {
            #expect(probe.get(path + query).body?.hasPrefix("[[51,52,") == true)
        }
        #expect(probe.get(path + "?count=0").body?.hasPrefix("[[150],") == true)
    }

    @Test(arguments: ["?count=x", "?start=x", "?end=-1"])
    func refusesValuesThatAreNotNumbers(query: String) {
        let exchange = probe.get(path + query)
        #expect(exchange.status == 400)
        #expect(exchange.body == #"[["Invalid Arguments"],0,0]"#)
    }
}
