import Foundation
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite(
    "Exchanges recorded with the real service",
    .enabled(if: Recordings.isPresent, "the folder of recordings is not there")
)
struct RecordedTests {
    private let probe = OriginProbe()

    private func json(_ text: String?) throws -> JSON { try JSON(parsing: try #require(text)) }

    private func send(_ exchange: RecordedExchange) -> OriginProbe.Exchange {
        probe.send(
            OriginRequest(
                method: exchange.method,
                target: exchange.target,
                body: exchange.requestBody.map { Array($0.utf8) } ?? []
            )
        )
    }

    @Test func everyFileIsRead() {
        let counts = ["time", "publish", "subscribe-v1", "subscribe-v2", "leave", "heartbeat", "history-v2"]
            .map { Recordings.exchanges($0).count }
        #expect(zip(counts, [4, 67, 50, 79, 13, 5, 59]).allSatisfy { $0 >= $1 })
    }

    @Test(arguments: Recordings.exchanges("time"))
    func time(recorded: RecordedExchange) throws {
        let answer = try json(send(recorded).body)
        #expect(answer.array?.count == 1)
        #expect(RecordedShape.isTimetoken(answer[0], quoted: false))
    }

    @Test(arguments: Recordings.exchanges("publish"))
    func publish(recorded: RecordedExchange) throws {
        let exchange = send(recorded)
        #expect(exchange.status == recorded.status)
        let answer = try json(exchange.body)
        let expected = try json(recorded.body)
        #expect(answer.array?.prefix(2) == expected.array?.prefix(2))
        #expect(RecordedShape.isTimetoken(answer[2], quoted: true))
    }

    @Test(arguments: Recordings.exchanges("leave") + Recordings.exchanges("heartbeat"))
    func leaveAndHeartbeat(recorded: RecordedExchange) throws {
        for group in recorded.groups {
            probe.core.withState { $0.groups.add(["member"], to: group, keyset: "demo") }
        }
        let exchange = send(recorded)
        #expect(exchange.status == recorded.status)
        #expect(RecordedShape.contains(try json(exchange.body), try json(recorded.body)))
    }

    @Test(arguments: Recordings.exchanges("presence-herenow"))
    func hereNow(recorded: RecordedExchange) throws {
        let expected = try json(recorded.body)
        let channels =
            expected["payload"]?["channels"]?.object
            ?? [recorded.names(at: 5).first ?? "": expected]
        for (channel, value) in channels {
            occupy(channel, value)
            let groups = recorded.groups
            probe.core.withState { state in
                for group in groups { state.groups.add([channel], to: group, keyset: "demo") }
            }
        }
        let answer = try json(send(recorded).body)
        #expect(RecordedShape.contains(sorted(answer), sorted(expected)))
        #expect((answer["uuids"] != nil) == (expected["uuids"] != nil))
    }

    @Test(arguments: Recordings.exchanges("history-v2").filter { $0.path.hasPrefix("/v2/") })
    func history(recorded: RecordedExchange) throws {
        let expected = try json(recorded.body)
        let items = try #require(expected[0]?.array)
        let first = try #require(expected[1]?.uint64Value)
        let isDetailed =
            recorded.query["include_token"].map { $0 != "false" } ?? false || recorded.query["include_meta"] != nil
        let channel = try #require(recorded.names(at: 5).first)
        for (index, item) in items.enumerated() {
            let isLast = index == items.count - 1
            let inBetween = isLast ? expected[2]?.uint64Value ?? 0 : first + UInt64(index)
            let metadata = item["meta"].flatMap { $0 == "" ? nil : $0.bytes }
            let message = StoredMessage(
                timetoken: isDetailed ? item["timetoken"]?.uint64Value ?? inBetween : inBetween,
                payload: (isDetailed ? item["message"] ?? item : item).bytes,
                metadata: isDetailed ? metadata : nil
            )
            probe.store(message, in: Topic(keyset: "demo", name: channel))
        }
        #expect(RecordedShape.contains(try json(send(recorded).body), expected))
    }

    @Test(arguments: Recordings.exchanges("subscribe-v1"))
    func subscribeV1(recorded: RecordedExchange) throws {
        let expected = try #require(try json(recorded.body).array)
        let messages = expected[0].array ?? []
        guard !messages.isEmpty else { return try startV1(recorded, expected) }
        let lists = expected.dropFirst(2).map { ($0.string ?? "").split(separator: ",").map(String.init) }
        if lists.count == 2 {
            for (matched, channel) in zip(lists[0], lists[1]) { join(channel, toGroup: matched, of: recorded) }
        }
        let start = present(recorded)
        for (index, message) in messages.enumerated() {
            let channel = lists.last?[index] ?? recorded.names(at: 2).first ?? ""
            // A message delivered twice was published once.
            let isRepeated =
                index > 0 && lists.count == 2 && messages[index - 1] == message && lists[1][index - 1] == channel
            if !isRepeated { inject(message, on: channel) }
        }
        let answer = try #require(try json(probe.get(recorded.target(from: start)).body).array)
        #expect(answer.count == expected.count)
        #expect(answer[0] == expected[0])
        #expect(RecordedShape.isTimetoken(answer[1], quoted: true))
        if recorded.id == "subscribe-v1-b601b884" {
            // The service of 2014 listed the group also for the direct match.
            #expect(answer[3] == expected[3])
        } else {
            #expect(answer.dropFirst(2) == expected.dropFirst(2))
        }
    }

    @Test(arguments: Recordings.exchanges("subscribe-v2").filter { $0.body.contains("\"m\":") })
    func subscribeV2(recorded: RecordedExchange) throws {
        let expected = try #require(try json(recorded.body)["m"]?.array)
        for group in recorded.groups { join("member", toGroup: group, of: recorded) }
        for envelope in expected {
            if let channel = envelope["c"]?.string, let matched = envelope["b"]?.string {
                join(channel, toGroup: matched, of: recorded)
            }
        }
        let start = present(recorded)
        var injected: Set<[JSON?]> = []
        for envelope in expected {
            let channel = try #require(envelope["c"]?.string)
            if injected.insert([envelope["c"], envelope["p"]]).inserted { inject(envelope, channel: channel) }
        }
        let answer = try json(probe.get(recorded.target(from: expected.isEmpty ? 0 : start)).body)
        #expect(RecordedShape.isTimetoken(answer["t"]?["t"], quoted: true))
        #expect(answer["t"]?["r"] != nil)
        let envelopes = try #require(answer["m"]?.array)
        let members = ["b", "c", "d", "e", "i", "k", "o", "s", "u"]
        func comparable(_ envelope: JSON) -> [JSON?] { members.map { envelope[$0] } }
        #expect(Set(envelopes.map(comparable)) == Set(expected.map(comparable)))
        #expect(envelopes.count == expected.count)
    }

    @Test func refusals() throws {
        let errors = Recordings.exchanges("errors")
        for recorded in errors where recorded.body.contains("empty subscription set") {
            let exchange = send(recorded)
            #expect(exchange.status == recorded.status)
            #expect(exchange.body == recorded.body)
        }
        let tooLarge = try #require(errors.first { $0.body.contains("Message Too Large") })
        var limits = OriginLimits()
        limits.messageBytes = 1800
        let small = OriginProbe(limits: limits).get(tooLarge.target)
        #expect(small.status == tooLarge.status)
        #expect(try json(small.body).array?.prefix(2) == json(tooLarge.body).array?.prefix(2))
        let tooLong = try #require(errors.first { $0.status == 414 })
        let long = probe.get(tooLong.path + String(repeating: "x", count: 100_000))
        #expect(long.status == 414)
        #expect(try json(long.body) == json(tooLong.body))
        #expect(long.response?.contentType == "text/javascript; charset=UTF-8")
    }

    @Test func callbacks() throws {
        for value in Recordings.values("jsonp") where value["provenance"] == "recorded" {
            let recorded = try #require(value["response"]?["body"]?.string)
            let callback = String(recorded.prefix { $0 != "(" })
            let expected = try JSON(parsing: JSONP.unwrap(Array(recorded.utf8)))
            let probe = OriginProbe()
            let answer: OriginProbe.Exchange
            switch callback.prefix(while: { $0 != "_" }) {
            case "t":
                answer = probe.get("/time/\(callback)")
            case "m":
                answer = probe.get("/publish/demo/demo/0/a/\(callback)/1")
            default:
                let names = expected[2]?.string
                let channel = names.flatMap { $0.isEmpty ? nil : $0 } ?? "test"
                if let message = expected[0]?[0] {
                    inject(message, on: channel, probe)
                }
                let list = names == nil ? channel : "\(channel),other"
                answer = probe.get("/subscribe/demo/\(list)/\(callback)/\(expected[0]?[0] == nil ? "0" : "1")")
            }
            let body = try #require(answer.body)
            #expect(body.hasPrefix("\(callback)(") && body.hasSuffix(")"))
            let plain = try JSON(parsing: JSONP.unwrap(Array(body.utf8)))
            #expect(plain.array?.count == expected.array?.count)
            #expect(plain[0]?.array == expected[0]?.array)
        }
    }

    /// Responses without messages: a timetoken, and up to two empty lists, depending on the year of the recording.
    private func startV1(_ recorded: RecordedExchange, _ expected: [JSON]) throws {
        for group in recorded.groups { join("member", toGroup: group, of: recorded) }
        let answer = try #require(try json(probe.get(recorded.target(from: 0)).body).array)
        #expect(answer[0] == [])
        #expect(RecordedShape.isTimetoken(answer[1], quoted: true))
        #expect((answer + expected).filter { $0.string != nil && Timetoken($0) == nil }.allSatisfy { $0 == "" })
        #expect(answer.count <= 4)
    }

    /// Makes the client present, as it was when it sent the recorded request; returns the timetoken to continue from.
    private func present(_ recorded: RecordedExchange) -> UInt64 {
        probe.get(recorded.target(from: 0))
        let date = probe.clock.date
        return probe.core.withState { $0.clock.now(date: date) }
    }

    private func join(_ channel: String, toGroup group: String, of recorded: RecordedExchange) {
        let bases = recorded.groups.map(ChannelName.base)
        guard bases.contains(ChannelName.base(group)) else { return }
        probe.core.withState {
            $0.groups.add([ChannelName.base(channel)], to: ChannelName.base(group), keyset: "demo")
        }
    }

    private func inject(_ message: JSON, on channel: String, _ probe: OriginProbe? = nil) {
        (probe ?? self.probe).core.withState { state in
            let token = state.clock.next(date: 14_186_550_000_000_000)
            let writer = state.writer(for: Topic(keyset: "demo", name: channel))
            state.append(writer.write(StoredMessage(timetoken: token, payload: message.bytes)))
        }
    }

    private func inject(_ envelope: JSON, channel: String) {
        probe.core.withState { state in
            let message = StoredMessage(
                timetoken: state.clock.next(date: 14_186_550_000_000_000),
                payload: (envelope["d"] ?? .null).bytes,
                publisher: envelope["i"]?.string,
                metadata: envelope["u"]?.bytes,
                kind: Int(envelope["e"]?.int64Value ?? 0),
                sequence: envelope["s"]?.int64Value.map { Int($0) },
                origination: envelope["o"]?["t"].flatMap { Timetoken($0) }?.rawValue
            )
            state.append(state.writer(for: Topic(keyset: "demo", name: channel)).write(message))
        }
    }

    private func occupy(_ channel: String, _ value: JSON) {
        let topic = Topic(keyset: "demo", name: channel)
        let listed = (value["uuids"]?.array ?? []).map { item in
            (client: item.string ?? item["uuid"]?.string ?? "", state: item["state"])
        }
        let count = Int(value["occupancy"]?.int64Value ?? 0)
        probe.core.withState { state in
            for (client, value) in listed {
                _ = state.presence.touch(client, in: topic, state: value, until: .seconds(300))
            }
            for number in 0..<max(0, count - listed.count) {
                _ = state.presence.touch("further \(number)", in: topic, until: .seconds(300))
            }
        }
    }

    /// The same value with sorted lists of clients.
    private func sorted(_ value: JSON) -> JSON {
        switch value {
        case .object(let members):
            .object(members.mapValues(sorted))
        case .array(let items):
            .array(items.sorted { $0.text < $1.text })
        default:
            value
        }
    }
}
