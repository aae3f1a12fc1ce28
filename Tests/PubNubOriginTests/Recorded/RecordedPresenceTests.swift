import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite(
    "State and where-now: exchanges recorded with the real service",
    .enabled(if: Recordings.isPresent, "the folder of recordings is not there")
)
struct RecordedPresenceTests {
    private static let states = Recordings.exchanges("state", ["recorded", "recorded-rewritten"])
    private let probe = OriginProbe()

    private func topic(_ name: String) -> Topic { Topic(keyset: "demo", name: name) }

    private func client(of recorded: RecordedExchange, at place: Int) throws -> String {
        let segments = recorded.path.split(separator: "/")
        return try #require(PercentEncoding.unescape(segments[place]))
    }

    @Test func everyFileIsRead() {
        #expect(Self.states.count >= 30)
        #expect(Recordings.exchanges("wherenow").count >= 7)
        #expect(Self.states.contains { $0.path.contains("/sub_key/") })
    }

    @Test(arguments: Recordings.exchanges("wherenow"))
    func whereNow(recorded: RecordedExchange) throws {
        let expected = try JSON(parsing: recorded.body)
        let client = try client(of: recorded, at: 5)
        let channels = (expected["payload"]?["channels"]?.array ?? []).compactMap(\.string)
        probe.core.withState { state in
            for channel in channels { _ = state.presence.touch(client, in: topic(channel), until: .seconds(300)) }
        }
        let answer = probe.get(recorded.target)
        #expect(answer.status == recorded.status)
        var members = try #require(try JSON(parsing: answer.body ?? "").object)
        let listed = (members["payload"]?["channels"]?.array ?? []).compactMap(\.string)
        #expect(Set(listed) == Set(channels) && listed.count == channels.count)
        members["payload"] = expected["payload"]
        #expect(JSON.object(members) == expected)
    }

    @Test(arguments: states.filter { !$0.path.hasSuffix("/data") || $0.query["state"] != nil })
    func state(recorded: RecordedExchange) throws {
        let expected = try JSON(parsing: recorded.body)
        let isUpdate = recorded.path.hasSuffix("/data")
        let client = try client(of: recorded, at: 7)
        let states = expected["payload"]?["channels"]?.object
        if expected["status"] == 200 { prepare(recorded, client, states, isUpdate ? nil : expected["payload"]) }
        let answer = probe.get(recorded.target)
        #expect(answer.status == recorded.status)
        #expect(try JSON(parsing: answer.body ?? "") == expected)
    }

    /// Creates the state from before the exchange: the groups' channels, and the client states that a call reads.
    private func prepare(
        _ recorded: RecordedExchange,
        _ client: String,
        _ states: [String: JSON]?,
        _ payload: JSON?
    ) {
        let names = recorded.names(at: 5)
        probe.core.withState { state in
            let channels = states.map { Array($0.keys) } ?? ["member"]
            for group in recorded.groups { state.groups.add(channels, to: group, keyset: "demo") }
            guard let payload else { return }
            for channel in states == nil ? names : channels {
                let value = states?[channel] ?? payload
                _ = state.presence.touch(client, in: topic(channel), state: value, until: .seconds(300))
            }
        }
    }
}
