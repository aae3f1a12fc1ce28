import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "Filter expressions".
@Suite("Subscribe with a filter expression")
struct SubscribeFilterTests {
    private let probe = OriginProbe()
    private static let first: UInt64 = 14_186_550_000_000_000

    @discardableResult
    private func subscribe(
        _ filter: String,
        from timetoken: UInt64,
        _ names: String = "a",
        _ query: String = ""
    )
        -> OriginProbe.Exchange
    {
        probe.get("/v2/subscribe/demo/\(names)/0?tt=\(timetoken)&filter-expr=\(PercentEncoding.escape(filter))\(query)")
    }

    private func publish(_ number: Int, _ meta: String? = nil) {
        probe.publish("\(number)", to: "a", meta.map { "?meta=\(PercentEncoding.escape($0))" } ?? "")
    }

    /// The messages of a response; nil while the request is held.
    private func messages(_ exchange: OriginProbe.Exchange) throws -> [JSON]? {
        try exchange.body.map { body in
            try JSON(parsing: body)["m"]?.array?.compactMap { $0["d"] } ?? []
        }
    }

    private func timetoken(_ exchange: OriginProbe.Exchange) throws -> UInt64? {
        try exchange.body.flatMap { try JSON(parsing: $0)["t"]?["t"].flatMap { Timetoken($0) }?.rawValue }
    }

    @Test func theFilterAppliesToMissedMessages() throws {
        publish(0, #"{"k":1}"#)
        publish(1)
        publish(2, #"{"k":2}"#)
        publish(3, #"{"k":1}"#)
        let answer = subscribe("k == 1", from: 1)
        #expect(try messages(answer) == [0, 3])
        #expect(try timetoken(answer) == Self.first + 3)
        #expect(try messages(subscribe("k != 1", from: 1)) == [1, 2], "a message without the name differs")
    }

    @Test("A held poll ignores messages that do not match, and the next one continues after them")
    func waiting() throws {
        let held = subscribe("k == 1", from: Self.first)
        publish(0)
        publish(1, #"{"k":2}"#)
        #expect(held.body == nil)
        publish(2, #"{"k":1}"#)
        #expect(try messages(held) == [2])
        #expect(try timetoken(held) == Self.first + 2)
    }

    @Test("The timetoken of an empty response follows messages that did not match", arguments: [true, false])
    func emptyAnswer(isPublishedBefore: Bool) throws {
        if isPublishedBefore { for number in 0..<3 { publish(number) } }
        let held = subscribe("k == 1", from: Self.first - 1)
        if !isPublishedBefore { for number in 0..<3 { publish(number) } }
        #expect(held.body == nil)
        probe.advance(by: .seconds(280))
        #expect(try messages(held) == [])
        #expect(try timetoken(held) == Self.first + 2)
    }

    @Test("Each held poll receives the matches of its own filter; a poll without a filter receives all messages")
    func several() throws {
        let held = ["k == 1", "k == 2", "k"].map { subscribe($0, from: Self.first - 1) }
        let plain = probe.get("/v2/subscribe/demo/a/0?tt=\(Self.first - 1)")
        publish(0, #"{"k":2}"#)
        #expect(try held.map { try messages($0) } == [nil, [0], [0]])
        #expect(try messages(plain) == [0])
    }

    @Test("A message that matches two subscriptions is delivered twice or not at all")
    func groups() throws {
        probe.core.withState { $0.groups.add(["a"], to: "g", keyset: "demo") }
        for (filter, expected) in [("k == 1", [0, 0]), ("k == 2", nil)] as [(String, [JSON]?)] {
            let held = subscribe(
                filter,
                from: probe.core.withState { $0.clock.latest } + Self.first,
                "a",
                "&channel-group=g"
            )
            probe.advance(by: .seconds(1))
            publish(0, #"{"k":1}"#)
            #expect(try messages(held) == expected)
        }
    }

    @Test("Delivers presence events regardless of the filter")
    func presence() throws {
        let held = subscribe("k == 1", from: Self.first - 1, "a,a-pnpres", "&uuid=u")
        #expect(try messages(held)?.first?["action"] == "join")
    }

    @Test("Files obey the filter by metadata; signals and events of actions and App Context by payload")
    func otherKinds() throws {
        let file = PercentEncoding.escape(#"{"message":1,"file":{"id":"i","name":"f"}}"#)
        for meta in [#"{"k":1}"#, #"{"k":2}"#] {
            let query = "?meta=\(PercentEncoding.escape(meta))"
            #expect(probe.get("/v1/files/publish-file/demo/demo/0/a/0/\(file)\(query)").status == 200)
        }
        #expect(try messages(subscribe("k == 1", from: 1))?.count == 1)
        for number in 1...2 { #expect(probe.get("/signal/demo/demo/0/a/0/%7B%22n%22:\(number)%7D").status == 200) }
        #expect(try messages(subscribe("data.n == 2", from: 1)) == [["n": 2]])
        let action = "/v1/message-actions/demo/channel/a/message/\(Self.first)?uuid=u"
        #expect(probe.post(action, Array(#"{"type":"t","value":"v"}"#.utf8)).status == 200)
        try ObjectsProbe(probe).patch("/channels/a", #"{"name":"A"}"#)
        #expect(try messages(subscribe("data.source == 'objects'", from: 1))?.count == 1)
        #expect(try messages(subscribe("data.source == 'actions'", from: 1))?.count == 1)
    }

    @Test("Accepts a plus sign for a space, as some clients send it")
    func plusSigns() throws {
        publish(0, #"{"foo":"b"}"#)
        #expect(try messages(probe.get("/v2/subscribe/demo/a/0?tt=1&filter-expr=(foo+==+'b')")) == [0])
        #expect(try messages(subscribe("data.x + 1 == 3", from: 1)) == nil)
    }

    @Test("Refuses an invalid expression with the service's status, before the client is present")
    func malformed() {
        for timetoken in [0, 1] as [UInt64] {
            let answer = subscribe("foo == ", from: timetoken, "a", "&uuid=u")
            #expect(answer.status == 481)
            #expect(
                answer.body == #"{"status":481,"service":"PubSub","error":true,"#
                    + #""message":"Malformed filter expression: unexpected end at position 7"}"#
            )
        }
        #expect(probe.core.withState { $0.presence.channels(of: "u", keyset: "demo") } == [])
        #expect(subscribe("a == '\(String(repeating: "x", count: 5000))'", from: 1).status == 481)
    }

    @Test("An empty expression matches everything, and version 1 ignores filters")
    func ignored() throws {
        publish(0)
        #expect(try messages(subscribe("", from: 1)) == [0])
        #expect(probe.get("/subscribe/demo/a/0/1?filter-expr=%21%21").body?.hasPrefix("[[0],") == true)
    }
}
