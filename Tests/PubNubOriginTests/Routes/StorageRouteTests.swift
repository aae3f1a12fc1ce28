import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "History".
@Suite("Batch history, message counts and deletion")
struct StorageRouteTests {
    private let probe = OriginProbe()
    private static let root = "/v3/history/sub-key/demo"
    private static let ok = #"{"status": 200, "error": false, "error_message": ""}"#
    private static let refusal =
        #"{"status": 400, "error": true, "error_message": "Invalid Arguments", "channels": {}}"#
    private static let first: UInt64 = 14_186_550_000_000_000

    private static func page(_ channels: String) -> String {
        #"{"status": 200, "error": false, "error_message": "", "channels": {\#(channels)}}"#
    }

    private static func item(_ number: Int, after offset: UInt64) -> String {
        #"{"message":\#(number),"timetoken":"\#(first + offset)"}"#
    }

    /// Publishes 0, 1, … in turn on channels.
    private func publish(_ count: Int, to channels: String...) {
        for number in 0..<count {
            for channel in channels { probe.publish("\(number)", to: channel) }
        }
    }

    @discardableResult
    private func delete(_ rest: String) -> OriginProbe.Exchange {
        probe.send(OriginRequest(method: "DELETE", target: Self.root + rest))
    }

    private func history(of channel: String = "a") -> String? {
        probe.get("/v2/history/sub-key/demo/channel/\(channel)").body
    }

    /// A channel's messages, which are strings, in a page of several channels, and their timetokens.
    private func page(
        _ channels: String,
        of channel: String,
        _ query: String = "",
        on probe: OriginProbe
    ) throws -> [(text: String?, timetoken: String?)] {
        let body = try #require(probe.get("\(Self.root)/channel/\(channels)?max=9\(query)").body)
        let messages = try JSON(parsing: body)["channels"]?[channel]?.array ?? []
        return messages.map { ($0["message"]?.string, $0["timetoken"]?.string) }
    }

    @Test("Large messages make the pages of several channels shorter; page after page, a client gets all of them")
    func largePages() throws {
        var limits = OriginLimits()
        limits.historyBytes = 200
        let probe = OriginProbe(limits: limits)
        let texts = (0..<5).map { "\($0)" + String(repeating: "x", count: 38) }
        for text in texts { for channel in ["a", "b"] { probe.publish("\"\(text)\"", to: channel) } }
        probe.publish("\"1\"", to: "c")
        let counts = try ["a", "b", "c"].map { try page("a,b,c", of: $0, on: probe).count }
        #expect(counts == [1, 1, 1])
        #expect(try page("c,a", of: "a", on: probe).map(\.text) == Array(texts.suffix(4)), "what c leaves is for a")
        for isReverse in [false, true] {
            var found: [String?] = []
            var query = isReverse ? "&reverse=true" : ""
            for _ in 0..<3 {
                let page = try page("a,b", of: "a", query, on: probe)
                found = isReverse ? found + page.map(\.text) : page.map(\.text) + found
                guard let last = isReverse ? page.last : page.first, let start = last.timetoken else { break }
                query = "&start=\(start)" + (isReverse ? "&reverse=true" : "")
            }
            #expect(found == texts)
        }
    }

    @Test("However large messages are, a page has one of each channel")
    func largeMessages() throws {
        var limits = OriginLimits()
        limits.historyBytes = 1
        let probe = OriginProbe(limits: limits)
        for channel in ["a", "b"] { for text in ["first", "last"] { probe.publish("\"\(text)\"", to: channel) } }
        for channel in ["a", "b"] { #expect(try page("a,b", of: channel, on: probe).map(\.text) == ["last"]) }
    }

    @Test(
        "Returns pages of several channels and leaves out channels without messages",
        arguments: [
            (
                "a,b?max=2",
                #""a":[\#(item(1, after: 2)),\#(item(2, after: 4))],"b":[\#(item(1, after: 3)),\#(item(2, after: 5))]"#
            ),
            ("a?max=100", #""a":[\#(item(0, after: 0)),\#(item(1, after: 2)),\#(item(2, after: 4))]"#),
            ("a,none,a?max=1", #""a":[\#(item(2, after: 4))]"#),
            ("a", #""a":[\#(item(2, after: 4))]"#),
            ("none", ""),
            ("a?max=1&reverse=true", #""a":[\#(item(0, after: 0))]"#),
            ("a?max=5&start=\(first + 4)", #""a":[\#(item(0, after: 0)),\#(item(1, after: 2))]"#),
            ("a?max=5&end=\(first + 2)", #""a":[\#(item(1, after: 2)),\#(item(2, after: 4))]"#),
            ("a?max=5&start=\(first + 4)&end=\(first + 2)", #""a":[\#(item(1, after: 2))]"#),
        ]
    )
    func pages(rest: String, channels: String) {
        publish(3, to: "a", "b")
        let answer = probe.get("\(Self.root)/channel/\(rest)")
        #expect(answer.status == 200)
        #expect(answer.body == Self.page(channels))
    }

    @Test("Returns the additional members of a message on request")
    func included() {
        probe.publish("1", to: "a", "?meta=%7B%22k%22%3A1%7D&uuid=u1&custom_message_type=note")
        probe.publish("2", to: "a")
        let target = "\(Self.root)/channel/a?max=2&include_meta=true&include_uuid=1&include_message_type=true"
        let one = #""message":1,"timetoken":"\#(Self.first)","meta":{"k":1},"uuid":"u1""#
        let two = #"{"message_type":null,"message":2,"timetoken":"\#(Self.first + 1)","meta":"","uuid":""}"#
        #expect(probe.get(target).body == Self.page(#""a":[{"message_type":null,\#(one)},\#(two)]"#))
        #expect(
            probe.get(target + "&include_custom_message_type=true").body
                == Self.page(#""a":[{"message_type":null,\#(one),"custom_message_type":"note"},\#(two)]"#)
        )
    }

    @Test("Escapes names unless the call asks for plain ones")
    func names() {
        publish(1, to: "a%20b")
        let item = Self.item(0, after: 0)
        #expect(probe.get("\(Self.root)/channel/a%20b").body == Self.page(#""a%20b":[\#(item)]"#))
        #expect(probe.get("\(Self.root)/channel/a%20b?encode_channels=false").body == Self.page(#""a b":[\#(item)]"#))
    }

    @Test("A page has at most 100 messages of one channel, and 25 of each of several")
    func longest() throws {
        publish(120, to: "a", "b")
        func counts(_ names: String) throws -> [Int] {
            let body = try #require(probe.get("\(Self.root)/channel/\(names)?max=1000").body)
            return (try JSON(parsing: body)["channels"]?.object ?? [:]).values.map {
                $0.array?.count ?? 0
            }
        }
        #expect(try counts("a") == [100])
        #expect(try counts("a,b") == [25, 25])
    }

    @Test("Counts messages after a timetoken, with the start of the next request")
    func counts() {
        publish(3, to: "a", "b")
        func more(_ name: String, _ offset: UInt64) -> String {
            #""\#(name)": {"url": "\#(Self.root)/message-counts/\#(name)?timetoken=\#(Self.first + offset)", "is_more": false}"#
        }
        func body(_ counts: String, _ more: String...) -> String {
            #"{"status": 200, "error": false, "error_message": "", "channels": {\#(counts)}, "more": {\#(more.joined(separator: ", "))}}"#
        }
        let path = "\(Self.root)/message-counts/"
        #expect(
            probe.get("\(path)a,b?timetoken=\(Self.first + 1)").body
                == body(#""a":2,"b":2"#, more("a", 4), more("b", 5))
        )
        #expect(
            probe.get("\(path)a,b?channelsTimetoken=\(Self.first - 1),\(Self.first + 5)").body
                == body(#""a":3,"b":0"#, more("a", 4), more("b", 5))
        )
        #expect(probe.get("\(path)none?timetoken=\(Self.first)").body == body(#""none":0"#, more("none", 0)))
    }

    @Test("Counts up to the limit, and says so if there are more")
    func manyMessages() {
        var limits = OriginLimits()
        limits.countedMessages = 3
        let probe = OriginProbe(limits: limits)
        for number in 0..<4 { probe.publish("\(number)", to: "a") }
        let path = "\(Self.root)/message-counts/a?timetoken="
        #expect(probe.get(path + "1").body?.contains(#""a":3}"#) == true)
        #expect(probe.get(path + "1").body?.contains(#"?timetoken=\#(Self.first + 2)", "is_more": true"#) == true)
        #expect(probe.get(path + "\(Self.first)").body?.contains(#""is_more": false"#) == true)
    }

    @Test(
        "Deletes with an exclusive start and an inclusive end, in either order",
        arguments: [
            ("", "[[],0,0]"),
            ("?start=2", "[[2,3],2,3]"), ("?end=2", "[[0,1],0,1]"),
            ("?start=0&end=2", "[[0,3],0,3]"), ("?start=2&end=0", "[[2,3],2,3]"),
            ("?start=1&end=1", "[[0,1,2,3],0,3]"), ("?start=2&end=1", "[[0,2,3],0,3]"),
        ]
    )
    func deletion(query: String, left: String) {
        publish(4, to: "a", "b")
        func timetokens(_ text: String) -> String {
            text.replacing(/=(\d)/) { "=\(Self.first + 2 * (UInt64($0.1) ?? 0))" }
        }
        #expect(delete("/channel/a" + timetokens(query)).body == Self.ok)
        let page = left.split(separator: "]")
        let expected =
            page[1] == ",0,0"
            ? left : page[0] + "]" + page[1].replacing(/,(\d)/) { ",\(Self.first + 2 * (UInt64($0.1) ?? 0))" } + "]"
        #expect(history() == expected)
        #expect(history(of: "b")?.hasPrefix("[[0,1,2,3],") == true, "other channels stay")
    }

    @Test("Deletes from history only: subscribers that catch up still receive the message")
    func deletionAndCatchUp() {
        publish(1, to: "a")
        delete("/channel/a")
        #expect(history() == "[[],0,0]")
        #expect(probe.get("/v2/subscribe/demo/a/0?tt=1").body?.contains(#""d":0"#) == true)
        publish(1, to: "a")
        #expect(history()?.hasPrefix("[[0],") == true)
    }

    @Test(arguments: [
        "/channel/a?max=x", "/channel/a?start=x", "/channel/a?end=-1", "/channel/,", "/message-counts/a",
        "/message-counts/a?timetoken=x", "/message-counts/a,b?channelsTimetoken=1", "/message-counts/,?timetoken=1",
        "/message-counts/a,b?channelsTimetoken=1,x", "/message-counts/a?channelsTimetoken=1,2",
    ])
    func badArgumentsAreRefused(rest: String) {
        let answer = probe.get(Self.root + rest)
        #expect(answer.status == 400)
        #expect(answer.body == Self.refusal)
    }

    @Test func tooManyChannelsAreRefused() {
        func names(_ count: Int) -> String { (0..<count).map { "c\($0)" }.joined(separator: ",") }
        #expect(probe.get("\(Self.root)/channel/\(names(500))").status == 200)
        #expect(probe.get("\(Self.root)/channel/\(names(501))").body == Self.refusal)
        #expect(probe.get("\(Self.root)/message-counts/\(names(100))?timetoken=1").status == 200)
        #expect(probe.get("\(Self.root)/message-counts/\(names(101))?timetoken=1").body == Self.refusal)
    }

    @Test func badDeletionsAreRefused() {
        publish(1, to: "a")
        for query in ["start=x", "end=-1"] { #expect(delete("/channel/a?\(query)").body == Self.refusal) }
        #expect(history()?.hasPrefix("[[0],") == true)
        #expect(delete("/message-counts/a").status == 405)
    }
}
