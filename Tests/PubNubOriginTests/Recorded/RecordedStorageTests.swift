import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite(
    "Batch history, counts and deletion: exchanges recorded with the real service",
    .enabled(if: Recordings.isPresent, "the folder of recordings is not there")
)
struct RecordedStorageTests {
    /// Recordings whose channels were renamed have a separate provenance; their bodies are the service's own.
    private static let recorded = Recordings.exchanges("history-v3", ["recorded", "recorded-rewritten"])
        .filter { $0.path.hasPrefix("/v3/history/") }
    private let probe = OriginProbe()

    @Test func theFileIsRead() {
        #expect(Self.recorded.count >= 9)
        for part in ["/channel/", "/message-counts/"] {
            #expect(Self.recorded.contains { $0.path.contains(part) })
        }
        #expect(Self.recorded.contains { $0.method == "DELETE" })
    }

    @Test(arguments: recorded)
    func answersAsRecorded(recorded: RecordedExchange) throws {
        // The service of August 2020 wrote an empty string for a plain message; since September 2020 it writes null.
        let text = recorded.body.replacing(#""message_type": """#, with: #""message_type": null"#)
        let expected = try JSON(parsing: text)
        prepare(recorded, expected)
        let answer = probe.send(OriginRequest(method: recorded.method, target: recorded.target))
        #expect(answer.status == recorded.status)
        let body = try JSON(parsing: try #require(answer.body))
        // The service has included the start of the next page since the end of 2019.
        #expect(RecordedShape.contains(body, expected), "\(answer.body ?? "")")
        #expect(expected["more"] == nil || body == expected)
        if recorded.method == "DELETE" { #expect(answer.body == recorded.body, "to the last space") }
        #expect(
            Set((body.object ?? [:]).keys).subtracting((expected.object ?? [:]).keys).isSubset(of: ["more"])
        )
    }

    @Test("Storage errors as recorded")
    func failure() throws {
        let recorded = try #require(
            Recordings.exchanges("errors", ["recorded-rewritten"]).first { $0.path.hasPrefix("/v3/history/") }
        )
        #expect(StorageResponse.failed.status == recorded.status)
        #expect(String(decoding: StorageResponse.failed.body, as: UTF8.self) == recorded.body)
    }

    /// Stores the messages that existed.
    private func prepare(_ recorded: RecordedExchange, _ expected: JSON) {
        for (channel, value) in expected["channels"]?.object ?? [:] {
            if let items = value.array {
                for item in items { store(item, on: channel) }
            } else {
                store(Int(value.int64Value ?? 0), on: channel, recorded, expected["more"]?[channel]?["url"])
            }
        }
    }

    private func store(_ item: JSON, on channel: String) {
        let meta = item["meta"].flatMap { $0 == "" ? nil : $0.bytes }
        let message = StoredMessage(
            timetoken: item["timetoken"].flatMap { Timetoken($0) }?.rawValue ?? 0,
            payload: (item["message"] ?? .null).bytes,
            publisher: item["uuid"]?.string,
            metadata: meta
        )
        probe.store(message, in: Topic(keyset: "demo", name: channel))
    }

    /// Stores the counted number of messages, the last one at the time that the response contains, or after all requested timetokens.
    private func store(_ count: Int, on channel: String, _ recorded: RecordedExchange, _ url: JSON?) {
        let last = url?.string?.split(separator: "=").last.flatMap { UInt64($0) } ?? 20_000_000_000_000_000
        for number in 0..<count {
            let message = StoredMessage(timetoken: last - UInt64(count - 1 - number), payload: [0x31])
            probe.store(message, in: Topic(keyset: "demo", name: channel))
        }
    }
}
