import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite("The server's history with actions")
struct ActionHistoryTests {
    private static let root = "/v3/history-with-actions/sub-key/demo/channel/"
    private let probe = OriginProbe()

    private func page(_ query: String = "", of channel: String = "a") throws -> JSON {
        try JSON(parsing: try #require(probe.get(Self.root + channel + query).body))
    }

    @Test("Messages contain their actions by type and value")
    func actions() throws {
        probe.publish("1", to: "a", "?uuid=u1&meta=%7B%22k%22:1%7D")
        probe.publish("2", to: "a", "?uuid=u2")
        for (client, value) in [("u1", "smile"), ("u2", "smile"), ("u2", "tada")] {
            let body = #"{"type":"reaction","value":"\#(value)"}"#
            let path = "/v1/message-actions/demo/channel/a/message/14186550000000000?uuid=\(client)"
            #expect(probe.post(path, Array(body.utf8)).status == 200)
        }
        let full = try page("?include_uuid=true&include_meta=true&include_message_type=true")
        let messages = try #require(full["channels"]?["a"]?.array)
        #expect(messages.count == 2 && full["more"] == nil && full["error"] == false)
        #expect(messages[0]["uuid"] == "u1" && messages[0]["meta"] == ["k": 1] && messages[0]["message_type"] == .null)
        let reactions = messages[0]["actions"]?["reaction"]
        #expect(reactions?["smile"]?.array?.map { $0["uuid"] } == ["u1", "u2"])
        #expect(reactions?["tada"]?.array?.count == 1)
        #expect(messages[1]["actions"] == nil && messages[1]["meta"] == "")
        #expect(try page()["channels"]?["a"]?.array?.first?["uuid"] == nil)
    }

    @Test("A page with as many messages as the call asked for has no start of the next page, others have it")
    func fullPages() throws {
        for number in 0..<120 { probe.publish("\(number)", to: "a") }
        func count(_ page: JSON) -> Int? { page["channels"]?["a"]?.array?.count }
        for most in [1, 24, 25] {
            let full = try page("?max=\(most)")
            #expect(count(full) == most && full["more"] == nil)
        }
        for query in ["?max=60", ""] {
            let cut = try page(query)
            #expect(count(cut) == 25 && cut["more"]?["max"] == 25)
            #expect(cut["more"]?["start"] == cut["channels"]?["a"]?[0]?["timetoken"])
        }
    }

    @Test(
        "The URLs of next pages have every message of the range once, with what the call asked for",
        arguments: [true, false],
        ["", "&reverse=true", "&reverse=false", "&max=50", "&max=50&reverse=true"]
    )
    func urls(isForward: Bool, order: String) throws {
        var limits = OriginLimits()
        limits.batchHistoryPage = 4
        let probe = OriginProbe(limits: limits)
        let base: UInt64 = 14_186_550_000_000_000
        for number in 1...20 {
            let message = StoredMessage(
                timetoken: base + UInt64(number),
                payload: Array("\(number)".utf8),
                metadata: Array(#"{"k":\#(number)}"#.utf8)
            )
            probe.store(message, in: Topic(keyset: "demo", name: "a"))
        }
        // The start is exclusive, and the end is inclusive, whichever comes first.
        let range = isForward ? "?start=\(base + 4)&end=\(base + 16)" : "?start=\(base + 17)&end=\(base + 5)"
        let members = "&include_meta=true&include_uuid=true&encode_channels=false"
        var next: String? = "\(Self.root)a\(range)\(order)\(members)&auth=secret&uuid=u&pnsdk=p&timestamp=1"
        var pages: [[JSON]] = []
        while let url = next, pages.count < 10 {
            let page = try JSON(parsing: try #require(probe.get(url).body))
            pages.append(page["channels"]?["a"]?.array ?? [])
            next = page["more"]?["url"]?.string
            if let older = next {
                #expect(older.hasSuffix(members) && !older.contains("secret") && !older.contains("pnsdk"))
                #expect(older.contains("&max=50") == order.contains("max"))
            }
        }
        #expect(pages.map(\.count) == [4, 4, 4])
        let found = pages.flatMap { $0 }
        #expect(found.compactMap { $0["message"]?.int64Value }.sorted() == [Int64](5...16))
        #expect(found.allSatisfy { $0["meta"]?["k"] == $0["message"] && $0["uuid"] != nil })
        let isOldestFirst = order.contains("reverse") ? order.contains("true") : isForward
        #expect(found.first?["message"]?.int64Value == (isOldestFirst ? 5 : 13))
    }

    @Test("A page has at most 25 messages; the response contains the start of the next page")
    func pages() throws {
        for number in 0..<60 { probe.publish("\(number)", to: "a") }
        var found: [[JSON]] = []
        var query = ""
        while found.count < 4 {
            let page = try page(query)
            found.append((page["channels"]?["a"]?.array ?? []).compactMap { $0["message"] })
            guard let start = page["more"]?["start"]?.string else { break }
            query = "?start=\(start)"
        }
        #expect(found.map(\.count) == [25, 25, 10])
        #expect(found.map(\.first) == [35, 10, 0] && found.map(\.last) == [59, 34, 9])
        #expect(try page("?max=60")["channels"]?["a"]?.array?.count == 25)
    }

    @Test("Actions make a page shorter, and the next page has the rest", arguments: ["", "&reverse=true"])
    func largePages(order: String) throws {
        var limits = OriginLimits()
        limits.historyBytes = 120
        let probe = OriginProbe(limits: limits)
        for number in 0..<5 {
            let sent = try JSON(parsing: try #require(probe.publish("\(number)", to: "a").body))
            let timetoken = try #require(sent.array?.last?.string)
            for client in ["u1", "u2", "u3"] {
                let path = "/v1/message-actions/demo/channel/a/message/\(timetoken)?uuid=\(client)"
                #expect(probe.post(path, Array(#"{"type":"reaction","value":"smile"}"#.utf8)).status == 200)
            }
        }
        var found: [[JSON]] = []
        var query = "?max=9"
        while found.count < 5 {
            let page = try JSON(parsing: try #require(probe.get(Self.root + "a" + query + order).body))
            found.append((page["channels"]?["a"]?.array ?? []).compactMap { $0["message"] })
            #expect(page["more"]?["url"]?.string?.contains("&max=9") != false)
            guard let start = page["more"]?["start"]?.string else { break }
            query = "?max=9&start=\(start)"
        }
        #expect(found == (order.isEmpty ? [[3, 4], [1, 2], [0]] : [[0, 1], [2, 3], [4]]))
    }

    @Test("The actions on one message fit into a response")
    func manyActions() {
        var limits = OriginLimits()
        limits.historyBytes = 40
        let probe = OriginProbe(limits: limits)
        let statuses = ["u1", "u2", "u3"].map { client in
            let path = "/v1/message-actions/demo/channel/a/message/15782701574872716?uuid=\(client)"
            return probe.post(path, Array(#"{"type":"reaction","value":"smile"}"#.utf8)).status
        }
        #expect(statuses == [200, 200, 429])
    }

    @Test("Refuses several channels and invalid arguments; an empty channel has no messages")
    func refused() throws {
        #expect(probe.get(Self.root + "a,b").status == 400)
        #expect(probe.get(Self.root + "a?start=x").status == 400)
        #expect(try page()["channels"] == [:])
    }

    @Test(
        "Exchanges recorded with the real service",
        .enabled(if: Recordings.isPresent, "the folder of recordings is not there")
    )
    func recorded() throws {
        let all = Recordings.exchanges("history-v3").filter { $0.path.hasPrefix("/v3/history-with-actions/") }
        #expect(all.count >= 4)
        for recorded in all {
            let probe = OriginProbe()
            let expected = try JSON(parsing: recorded.body)
            for (channel, messages) in expected["channels"]?.object ?? [:] {
                let topic = Topic(keyset: "demo", name: channel)
                if recorded.id == "history-v3-c401d084", let first = messages[0]?["timetoken"] {
                    storeOlder(95, than: first, topic, probe)
                }
                for item in messages.array ?? [] { store(item, topic, probe) }
            }
            let answer = try JSON(parsing: try #require(probe.get(recorded.target).body))
            // Until August 2020 the service wrote an empty string for a plain message, and from then on null.
            let today = try JSON(
                parsing: recorded.body.replacing(/"message_type":\s*""/, with: #""message_type":null"#)
            )
            #expect(answer["channels"] == today["channels"], "\(recorded.id)")
            #expect(answer["status"] == 200 && answer["error"] == false && answer["error_message"] == "")
            #expect(answer.object?.keys.sorted() == expected.object?.keys.sorted(), "\(recorded.id)")
        }
    }

    /// Stores messages that were published before the oldest one of a page.
    private func storeOlder(_ count: Int, than first: JSON, _ topic: Topic, _ probe: OriginProbe) {
        let oldest = Timetoken(first)?.rawValue ?? 0
        for number in 0..<count {
            let message = StoredMessage(
                timetoken: oldest - UInt64(count - number),
                payload: Array("\"hey-\(number)\"".utf8)
            )
            probe.store(message, in: topic)
        }
    }

    private func store(_ item: JSON, _ topic: Topic, _ probe: OriginProbe) {
        func number(_ value: JSON?) -> UInt64 { value.flatMap { Timetoken($0) }?.rawValue ?? 0 }
        let message = StoredMessage(
            timetoken: number(item["timetoken"]),
            payload: (item["message"] ?? .null).bytes,
            publisher: item["uuid"]?.string,
            metadata: item["meta"].flatMap { $0 == "" ? nil : $0.bytes }
        )
        probe.store(message, in: topic)
        for (type, values) in item["actions"]?.object ?? [:] {
            for (value, entries) in values.object ?? [:] {
                for entry in entries.array ?? [] {
                    let action = StoredAction(
                        timetoken: number(entry["actionTimetoken"]),
                        message: message.timetoken,
                        type: type,
                        value: value,
                        publisher: entry["uuid"]?.string ?? ""
                    )
                    probe.core.withState { $0.apply(.action(ActionChange(topic: topic, kind: .add(action)))) }
                }
            }
        }
    }
}
