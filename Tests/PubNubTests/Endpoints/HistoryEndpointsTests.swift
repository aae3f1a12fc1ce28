import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

/// Documentation/WireProtocol.md, "History".
@Suite("HistoryEndpoints")
struct HistoryEndpointsTests {
    private let tail = "pnsdk=PubNub-Swift-Linux%2F3.7.8&uuid=me"

    @Test("count, reverse and include_token are always sent")
    func request() {
        #expect(
            Requests.resource(HistoryEndpoints.page(channel: "lobby"))
                == "/v2/history/sub-key/sub/channel/lobby?count=100&reverse=false&include_token=false&\(tail)"
        )
        let call = HistoryEndpoints.page(
            channel: "lobby",
            start: Timetoken(rawValue: 14_356_962_344_283_504),
            end: Timetoken(rawValue: 14_356_962_619_609_342),
            count: 7,
            reverse: true,
            includeToken: true
        )
        #expect(
            Requests.resource(call) { $0.authorizationKey = "key" }
                == "/v2/history/sub-key/sub/channel/lobby?start=14356962344283504&end=14356962619609342&count=7"
                + "&reverse=true&include_token=true&auth=key&\(tail)"
        )
    }

    @Test("count is at most 100, and 100 if it is invalid", arguments: [0, -1, 101, 100])
    func count(asked: Int) {
        #expect(Requests.resource(HistoryEndpoints.page(channel: "a", count: asked)).contains("?count=100&"))
    }

    @Test("Reads messages of every kind, oldest first, with the timetokens of both ends")
    func page() throws {
        let body = #"h_x(["m1",{"k":1},null,[true,12345678901234567]],14356962364490888,14356962405294305])"#
            .replacing("h_x([", with: "h_x([[")
        let page = try #require(Replies.value(HistoryEndpoints.page(channel: "a"), body))
        let messages: [JSON] = ["m1", ["k": 1], .null, [true, 12_345_678_901_234_567]]
        #expect(page.items.map { $0.message.value() } == messages)
        #expect(page.items.allSatisfy { $0.timetoken == nil })
        #expect(page.start == Timetoken(rawValue: 14_356_962_364_490_888))
        #expect(page.end == Timetoken(rawValue: 14_356_962_405_294_305))
    }

    @Test("Requested timetokens belong to each message, as numbers or digits")
    func tokens() throws {
        let call = HistoryEndpoints.page(channel: "a", includeToken: true)
        let body = #"[[{"message":"x","timetoken":11},{"message":{"timetoken":5},"timetoken":"12"},"bare"],11,12]"#
        let page = try #require(Replies.value(call, body))
        #expect(page.items.map { $0.message.value() } == ["x", ["timetoken": 5], "bare"])
        #expect(page.items.map(\.timetoken) == [Timetoken(rawValue: 11), Timetoken(rawValue: 12), nil])
    }

    @Test("Timetokens that were not requested are part of the message")
    func unaskedTokens() throws {
        let body = #"[[{"message":"x","timetoken":11}],11,11]"#
        let page = try #require(Replies.value(HistoryEndpoints.page(channel: "a"), body))
        #expect(page.items.map { $0.message.value() } == [["message": "x", "timetoken": 11]])
    }

    @Test("Reads a channel without messages")
    func empty() {
        let page = Replies.value(HistoryEndpoints.page(channel: "a"), "[[],0,0]")
        #expect(page == HistoryPage(items: [], start: .zero, end: .zero))
    }

    @Test("Reads a stored message of the maximum nesting depth")
    func deepest() throws {
        let deep = String(repeating: "[", count: 512) + "1" + String(repeating: "]", count: 512)
        for (isTimed, item) in [(false, deep), (true, "{\"message\":\(deep),\"timetoken\":17}")] {
            let page = Replies.value(HistoryEndpoints.page(channel: "a", includeToken: isTimed), "[[1,\(item)],17,17]")
            #expect(page?.items.map(\.message.text) == ["1", deep])
            #expect(page?.items.last?.message.value().text == deep)
        }
    }

    @Test(
        "Reports failures",
        arguments: [
            (
                #"[["Use of the history API requires the Storage & Playback which is not enabled for this key."],0,0]"#,
                200, 140
            ),
            (#"[["Invalid Key"],0,0]"#, 400, 113), (#"[["What"],0,0]"#, 200, -1), (#"[0,"Invalid Key"]"#, 200, 113),
            (#"[["a"],1]"#, 200, 143), (#"["a",1,1]"#, 200, 143), (#"[[],"x",0]"#, 200, 143), ("{}", 200, 143),
        ]
    )
    func failures(body: String, status: Int, code: Int) {
        #expect(Replies.code(HistoryEndpoints.page(channel: "a"), body, status: status) == code)
    }
}
