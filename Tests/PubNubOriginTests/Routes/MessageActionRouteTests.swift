import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite("The server's message actions")
struct MessageActionRouteTests {
    private static let root = "/v1/message-actions/demo/channel/a"
    private let probe = OriginProbe()

    @discardableResult
    private func add(
        _ body: String = #"{"type":"reaction","value":"smile"}"#,
        to message: String = "15782701574872716",
        by client: String = "u1",
        on probe: OriginProbe? = nil
    ) -> OriginProbe.Exchange {
        (probe ?? self.probe).post("\(Self.root)/message/\(message)?uuid=\(client)", Array(body.utf8))
    }

    private func remove(_ action: String, by client: String = "u1") -> OriginProbe.Exchange {
        let target = "\(Self.root)/message/15782701574872716/action/\(action)?uuid=\(client)"
        return probe.send(OriginRequest(method: "DELETE", target: target))
    }

    private func list(_ query: String = "") throws -> JSON {
        try JSON(parsing: try #require(probe.get(Self.root + query).body))
    }

    private func values(_ page: JSON) -> [String] {
        (page["data"]?.array ?? []).compactMap { $0["value"]?.string }
    }

    @Test("Adds, lists and removes an action with an event each; history has none of the events")
    func life() throws {
        let poll = probe.get("/v2/subscribe/demo/a/0?tt=1")
        #expect(
            add().body
                == #"{"status": 200, "data": {"messageTimetoken": "15782701574872716", "type": "reaction", "uuid": "u1", "#
                + #""value": "smile", "actionTimetoken": "14186550000000000"}}"#
        )
        let page = try JSON(parsing: try #require(poll.body))
        let event = try #require(page["m"]?.array?.first)
        #expect(event["e"] == 3 && event["i"] == "u1" && event["c"] == "a")
        #expect(
            event["d"] == [
                "source": "actions", "version": "1.0", "event": "added",
                "data": [
                    "messageTimetoken": "15782701574872716", "type": "reaction", "value": "smile",
                    "actionTimetoken": "14186550000000000",
                ],
            ]
        )
        #expect(try list()["data"]?.array?.count == 1)
        #expect(probe.get("/v2/history/sub-key/demo/channel/a").body == "[[],0,0]")
        #expect(remove("14186550000000000").body == #"{"status": 200, "data": {}}"#)
        #expect(try list() == ["status": 200, "data": []])
        let late = try JSON(parsing: try #require(probe.get("/v2/subscribe/demo/a/0?tt=1").body))
        #expect(late["m"]?.array?.compactMap { $0["d"]?["event"] } == ["added", "removed"])
    }

    @Test("Refuses strings with NUL, which a data file would end there", arguments: ["type", "value"])
    func nul(name: String) {
        let other = name == "type" ? "value" : "type"
        let refusal = add(#"{"\#(name)":"a\u0000b","\#(other)":"x"}"#)
        #expect(refusal.status == 400)
        #expect(refusal.body?.contains(#""location": "\#(name)""#) == true)
    }

    @Test("A type has at most 15 UTF-16 units, as other SDKs count them", arguments: ["t", "\u{E9}", "\u{1F600}"])
    func typeLength(character: String) {
        let units = character.utf16.count
        let longest = String(repeating: character, count: 15 / units)
        #expect(add(#"{"type":"\#(longest)","value":"v"}"#).status == 200)
        let refusal = add(#"{"type":"\#(longest + character)","value":"v"}"#)
        #expect(refusal.status == 400)
        #expect(refusal.body?.contains(#""location": "type", "locationType": "body""#) == true)
    }

    @Test("Refuses the same action of the same client, and accepts that of another")
    func twice() throws {
        add()
        let again = add()
        #expect(again.status == 409 && again.body?.contains(#""message": "Action Already Added""#) == true)
        #expect(add(by: "u2").status == 200)
        #expect(add(#"{"type":"reaction","value":"tada"}"#).status == 200)
        #expect(try list()["data"]?.array?.count == 3)
    }

    @Test("Only the client that added an action can remove it, and only once")
    func removal() {
        add()
        #expect(remove("14186550000000000", by: "u2").status == 400)
        #expect(remove("14186550000000009").status == 404)
        #expect(remove("14186550000000000").status == 200)
        #expect(remove("14186550000000000").status == 404)
    }

    @Test("Pages go from the newest to the oldest; start is exclusive, end is inclusive")
    func pages() throws {
        for number in 0..<7 { add(#"{"type":"t","value":"\#(number)"}"#) }
        var page = try list("?limit=3")
        var found = [values(page)]
        while let start = page["data"]?[0]?["actionTimetoken"]?.string {
            #expect(page["more"] == nil, "the limit of the call ended the page")
            page = try list("?limit=3&start=\(start)")
            found.append(values(page))
        }
        #expect(found == [["4", "5", "6"], ["1", "2", "3"], ["0"], []])
        let all = try list()["data"]?.array ?? []
        let first = all[2]["actionTimetoken"]?.string ?? ""
        let last = all[5]["actionTimetoken"]?.string ?? ""
        #expect(try values(list("?start=\(last)&end=\(first)")) == ["2", "3", "4"])
        #expect(try values(list("?end=\(first)&limit=2")) == ["5", "6"])
    }

    @Test(
        "A page that the limit of the server ended has the start and the URL of the next one",
        arguments: ["", "?limit=101"]
    )
    func cutPages(query: String) throws {
        for number in 0..<101 { add(#"{"type":"t","value":"\#(number)"}"#) }
        let newest = try list(query)
        let more = try #require(newest["more"])
        #expect(values(newest).count == 100 && more["limit"] == 100)
        #expect(more["start"] == newest["data"]?[0]?["actionTimetoken"])
        let url = try #require(more["url"]?.string)
        #expect(url.hasPrefix(Self.root))
        let older = try JSON(parsing: try #require(probe.get(url).body))
        #expect(values(older) == ["0"] && older["more"] == nil)
        #expect(try list("?limit=100")["more"] == nil)
    }

    @Test("The URLs of pages that the limit of the server ended lead to the end of the range")
    func urls() throws {
        for number in 0..<250 { add(#"{"type":"t","value":"\#(number)"}"#) }
        // After the first actions, which each have a timetoken and one for their event.
        var page = try list("?end=14186550000000020")
        #expect(page["more"]?["end"] == "14186550000000020")
        var found = values(page)
        var requests = 1
        while let url = page["more"]?["url"]?.string, requests < 5 {
            page = try JSON(parsing: try #require(probe.get(url).body))
            found = values(page) + found
            requests += 1
        }
        let first = try #require(found.first.flatMap { Int($0) })
        #expect(first > 0 && first < 50 && requests == 3)
        #expect(found == (first..<250).map { "\($0)" })
    }

    @Test(
        "Refuses invalid bodies with the reason and the position",
        arguments: [
            ("", 400, "body"), ("[]", 400, "body"), ("{", 400, "body"), ("{}", 400, "type"),
            (#"{"type":"t"}"#, 400, "value"),
            (#"{"type":1,"value":"v"}"#, 400, "type"), (#"{"type":"","value":"v"}"#, 400, "type"),
        ] as [(String, Int, String?)]
    )
    func badBodies(body: String, status: Int, location: String?) throws {
        let exchange = add(body)
        #expect(exchange.status == status)
        let answer = try JSON(parsing: try #require(exchange.body))
        let error = try #require(answer["error"])
        #expect(
            error["source"] == "actions" && error["details"]?.array?.first?["location"]?.string == location
        )
    }

    @Test("Reads a body as JSON whatever its media type says", arguments: ["text/plain", "application/xml", ""])
    func mediaTypes(type: String) {
        func status(_ type: String) -> Int? {
            let request = OriginRequest(
                method: "POST",
                target: "\(Self.root)/message/1?uuid=u",
                contentType: type,
                body: Array(#"{"type":"t","value":"v"}"#.utf8)
            )
            return probe.send(request).status
        }
        #expect(status("multipart/form-data") == 415)
        #expect(status(type) == 200)
    }

    @Test("The actions on a message end with it, without events; those on other messages stay")
    func deletion() throws {
        let first: UInt64 = 14_186_550_000_000_000
        for number in 0..<3 { probe.publish("\(number)", to: "a") }
        probe.publish("9", to: "b")
        for number in 0..<3 {
            for client in ["u1", "u2"] { add(to: "\(first + UInt64(number))", by: client) }
        }
        probe.post(
            "/v1/message-actions/demo/channel/b/message/\(first + 3)?uuid=u",
            Array(#"{"type":"t","value":"v"}"#.utf8)
        )
        let latest = probe.core.withState { $0.clock.latest }
        let poll = probe.get("/v2/subscribe/demo/a/0?tt=\(latest)")
        func messages() throws -> [String] {
            try list()["data"]?.array?.compactMap { $0["messageTimetoken"]?.string } ?? []
        }
        func delete(_ query: String) {
            let target = "/v3/history/sub-key/demo/channel/a\(query)"
            #expect(probe.send(OriginRequest(method: "DELETE", target: target)).status == 200)
        }
        delete("?start=\(first)&end=\(first + 1)")
        #expect(try Set(messages()) == ["\(first)", "\(first + 2)"])
        #expect(probe.core.withState { $0.actions.count } == 5)
        delete("")
        #expect(try messages() == [])
        #expect(probe.core.withState { $0.actions.count } == 1, "the other channel has its own")
        #expect(poll.all.isEmpty)
    }

    @Test("Refuses invalid paths and missing clients", arguments: ["0", "x", "-1", "99999999999999999999"])
    func badPaths(message: String) {
        #expect(add(to: message).status == 400)
        #expect(add(by: "").status == 400)
        #expect(probe.get(Self.root + "?start=x").status == 400)
    }

    @Test(
        "The refusal of a list names the item of the query that is wrong",
        arguments: [
            ("start=x", "start"), ("end=abc", "end"), ("limit=abc", "limit"), ("start=1&end=-1&limit=3", "end"),
            ("start=1&end=2&limit=1.5", "limit"), ("limit=x&end=x&start=x", "start"),
        ]
    )
    func badQueries(query: String, location: String) throws {
        let refusal = probe.get("\(Self.root)?\(query)")
        #expect(refusal.status == 400)
        let detail = try JSON(parsing: try #require(refusal.body))["error"]?["details"]?[0]
        #expect(detail?["location"]?.string == location && detail?["locationType"] == "query")
    }

    @Test("Bounds the number of stored actions")
    func bounds() {
        var limits = OriginLimits()
        limits.actions = 3
        limits.actionsPerMessage = 2
        limits.actionBytes = 10
        let probe = OriginProbe(limits: limits)
        func add(_ value: String, _ message: String) -> Int? {
            self.add(#"{"type":"t","value":"\#(value)"}"#, to: message, on: probe).status
        }
        #expect(add("0123456789", "1") == 400)
        #expect(add("a", "1") == 200 && add("b", "1") == 200 && add("c", "1") == 429)
        #expect(add("a", "2") == 200 && add("b", "2") == 429)
    }
}
