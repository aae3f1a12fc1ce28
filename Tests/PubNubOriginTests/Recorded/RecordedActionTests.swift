import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite(
    "Message actions: exchanges recorded with the real service",
    .enabled(if: Recordings.isPresent, "the folder of recordings is not there")
)
struct RecordedActionTests {
    private static let recorded = Recordings.exchanges("message-actions", ["recorded", "recorded-rewritten"])
    /// The actions that existed before those of a recorded page, which has as many as the `limit` of its request. The
    /// same run of the SDK's tests added them.
    private static let older: [String: [UInt64]] = [
        "message-actions-5c28d9bf": [
            16_703_291_087_447_650, 16_703_291_098_098_350, 16_703_291_108_677_000, 16_703_291_129_394_910,
        ]
    ]
    /// A recording to which the authors of the SDK added `more`: its Content-Length is that of the body without it.
    private static let rewritten = "message-actions-36d24585"
    private let probe = OriginProbe()

    @Test func theFileIsRead() {
        #expect(Self.recorded.count >= 23)
    }

    @Test(arguments: recorded)
    func answersAsRecorded(recorded: RecordedExchange) throws {
        let expected = try JSON(parsing: recorded.body)
        let parts = recorded.path.split(separator: "/").map(String.init)
        prepare(expected["data"]?.array ?? [], recorded, parts)
        let answer = probe.send(
            OriginRequest(
                method: recorded.method,
                target: Self.target(of: recorded),
                body: Array((recorded.requestBody ?? "").utf8)
            )
        )
        #expect(answer.status == recorded.status)
        let body = try JSON(parsing: try #require(answer.body))
        if recorded.id != Self.rewritten {
            #expect(body.object?.keys.sorted() == expected.object?.keys.sorted())
        }
        guard recorded.method == "POST" else { return #expect(body["data"] == expected["data"]) }
        for name in ["messageTimetoken", "type", "value"] { #expect(body["data"]?[name] == expected["data"]?[name]) }
        #expect(body["data"]?.object?.keys.sorted() == expected["data"]?.object?.keys.sorted())
    }

    @Test("Refuses a missing field with the recorded message")
    func missingField() throws {
        let recorded = try #require(
            Recordings.exchanges("errors", ["recorded-rewritten"]).first { $0.id == "errors-341f2519" }
        )
        let request = OriginRequest(method: "POST", target: recorded.target, body: Array(#"{"type":"emotion"}"#.utf8))
        let answer = probe.send(request)
        #expect(answer.status == recorded.status)
        #expect(try JSON(parsing: try #require(answer.body)) == JSON(parsing: recorded.body))
    }

    @Test("Refuses an unknown subscribe key with the recorded message")
    func unknownSubscribeKey() throws {
        let recorded = try #require(
            Recordings.exchanges("errors", ["recorded-rewritten"]).first { $0.id == "errors-e21d3215" }
        )
        let answer = OriginProbe(keys: (publish: "pub", subscribe: "sub")).get(recorded.target)
        #expect(answer.status == recorded.status)
        #expect(try JSON(parsing: try #require(answer.body)) == JSON(parsing: recorded.body))
    }

    /// The target; one that was recorded without a client identifier gets one.
    private static func target(of recorded: RecordedExchange) -> String {
        guard recorded.query["uuid"] == nil else { return recorded.target }
        return recorded.target + (recorded.query.isEmpty ? "?" : "&") + "uuid=u"
    }

    /// Adds the actions that existed.
    private func prepare(_ actions: [JSON], _ recorded: RecordedExchange, _ parts: [String]) {
        let topic = Topic(keyset: "demo", name: parts.count > 4 ? parts[4] : "")
        func number(_ value: JSON?) -> UInt64 { value.flatMap { Timetoken($0) }?.rawValue ?? 0 }
        var all = (Self.older[recorded.id] ?? []).map { timetoken in
            StoredAction(timetoken: timetoken, message: timetoken - 1, type: "t", value: "v", publisher: "u")
        }
        all += actions.map { action in
            StoredAction(
                timetoken: number(action["actionTimetoken"]),
                message: number(action["messageTimetoken"]),
                type: action["type"]?.string ?? "",
                value: action["value"]?.string ?? "",
                publisher: action["uuid"]?.string ?? ""
            )
        }
        if recorded.method == "DELETE" {
            all.append(
                StoredAction(
                    timetoken: UInt64(parts[8]) ?? 0,
                    message: UInt64(parts[6]) ?? 0,
                    type: "t",
                    value: "v",
                    publisher: recorded.query["uuid"] ?? "u"
                )
            )
        }
        probe.core.withState { state in
            for action in all { state.apply(.action(ActionChange(topic: topic, kind: .add(action)))) }
        }
    }
}
