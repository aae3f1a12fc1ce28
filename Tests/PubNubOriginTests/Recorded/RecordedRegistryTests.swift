import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite(
    "Groups and devices: exchanges recorded with the real service",
    .enabled(if: Recordings.isPresent, "the folder of recordings is not there")
)
struct RecordedRegistryTests {
    private let probe = OriginProbe()

    @Test func everyFileIsRead() {
        let counts = ["channel-groups", "push-v1", "push-v2"].map { Recordings.exchanges($0).count }
        #expect(zip(counts, [22, 15, 7]).allSatisfy { $0 >= $1 })
    }

    @Test(
        arguments: Recordings.exchanges("channel-groups") + Recordings.exchanges("push-v1")
            + Recordings.exchanges("push-v2")
    )
    func answersAsRecorded(recorded: RecordedExchange) throws {
        prepare(recorded)
        let exchange = probe.send(OriginRequest(method: recorded.method, target: recorded.target))
        #expect(exchange.status == recorded.status)
        let answer = try JSON(parsing: try #require(exchange.body))
        let expected = try JSON(parsing: recorded.body)
        #expect(Self.sorted(answer) == Self.sorted(expected))
        if Self.sorted(expected) == expected {
            #expect(exchange.body == recorded.body, "to the last space")
        }
    }

    /// Creates the state that existed when a list was recorded.
    private func prepare(_ recorded: RecordedExchange) {
        guard recorded.query["add"] == nil, recorded.query["remove"] == nil, !recorded.path.hasSuffix("/remove"),
            let body = try? JSON(parsing: recorded.body)
        else { return }
        if recorded.path.contains("/push/") {
            change(recorded.path, recorded.query, adding: body.array ?? [])
        } else if let groups = body["payload"]?["groups"]?.array?.compactMap(\.string) {
            for group in groups { change("\(recorded.path)/\(PercentEncoding.escape(group))", [:], adding: ["any"]) }
        } else {
            change(recorded.path, [:], adding: body["payload"]?["channels"]?.array ?? [])
        }
    }

    private func change(_ path: String, _ query: [String: String], adding names: [JSON]) {
        guard !names.isEmpty else { return }
        let list = PercentEncoding.escapeList(names.compactMap(\.string))
        let items = query.map { "&\($0.key)=\(PercentEncoding.escape($0.value))" }.joined()
        #expect(probe.get("\(path)?add=\(list)\(items)").status == 200)
    }

    /// Sorts lists alphabetically: the service's own order had no meaning.
    private static func sorted(_ value: JSON) -> JSON {
        switch value {
        case .object(let members): .object(members.mapValues(sorted))
        case .array(let items) where items.allSatisfy({ $0.string != nil }):
            .array(items.sorted { $0.text < $1.text })
        default: value
        }
    }
}
