import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite(
    "Sessions recorded with the real service, replayed at the same dates",
    .enabled(if: Recordings.isPresent, "the folder of recordings is not there")
)
struct RecordedSessionTests {
    private static let sessions = Recordings.values("sessions").compactMap { RecordedSession($0) }
        // In this session the service of 2016 repeated the message that the client had named as the last one received.
        .filter { $0.id != "session-0a8ea5c5" }
    private let probe = OriginProbe()

    @Test func sessionsOfEveryFamilyAreThere() {
        #expect(Self.sessions.count >= 20)
        for part in [
            "/subscribe/", "/v2/subscribe/", "/v2/history/", "/publish/", "/leave", "/v2/presence/",
            "/v1/channel-registration/", "/v1/push/",
        ] {
            #expect(Self.sessions.contains { $0.exchanges.contains { $0.exchange.path.contains(part) } })
        }
    }

    @Test(arguments: sessions)
    func goesAsItWent(session: RecordedSession) throws {
        fillHistory(of: session)
        let published = Set(session.exchanges.flatMap { Self.publication($0.exchange) })
        let isAnonymous = session.exchanges.contains {
            $0.exchange.path.contains("subscribe/") && $0.exchange.query["uuid"] == nil
        }
        for (kind, recorded) in session.exchanges {
            if let timetoken = RecordedSession.timetoken(of: recorded) { probe.clock.setDate(timetoken) }
            let exchange = probe.send(
                OriginRequest(
                    method: recorded.method,
                    target: recorded.target,
                    body: recorded.requestBody.map { Array($0.utf8) } ?? []
                )
            )
            guard let body = exchange.body else {
                // The request is held: a client outside the session sent the message that ended it.
                #expect(Self.messages(in: try JSON(parsing: recorded.body), of: published).isEmpty)
                probe.abandon(exchange)
                continue
            }
            #expect(exchange.status == recorded.status)
            // Some recordings lack the identifier in the subscribe call, so no client is present.
            if kind == .untimed, isAnonymous { continue }
            try compare(try JSON(parsing: body), with: recorded, published: published)
        }
    }

    private func compare(_ answer: JSON, with recorded: RecordedExchange, published: Set<JSON>) throws {
        let expected = try JSON(parsing: recorded.body)
        guard recorded.path.contains("subscribe/") else {
            #expect(RecordedShape.contains(Self.sorted(answer), Self.sorted(expected)))
            return
        }
        #expect(Self.messages(in: answer, of: published) == Self.messages(in: expected, of: published))
        let isStart = Self.all(in: expected).isEmpty && Self.all(in: answer).isEmpty
        if isStart { #expect((answer["t"]?["t"] ?? answer[1]) == (expected["t"]?["t"] ?? expected[1])) }
    }

    /// Messages of a subscribe response that were published in the session, with the members of their envelopes.
    private static func messages(in answer: JSON, of published: Set<JSON>) -> [[JSON?]] {
        all(in: answer).filter { published.contains($0[0] ?? .null) }
    }

    private static func all(in answer: JSON) -> [[JSON?]] {
        if let envelopes = answer["m"]?.array {
            return envelopes.map { [$0["p"]?["t"], $0["d"], $0["c"], $0["b"], $0["i"], $0["u"]] }
        }
        return (answer[0]?.array ?? []).map { [$0] }
    }

    /// The values that identify a message of the session: its timetoken in version 2, its payload in version 1.
    private static func publication(_ exchange: RecordedExchange) -> [JSON] {
        guard exchange.path.hasPrefix("/publish/") else { return [] }
        let parts = exchange.path.split(separator: "/", maxSplits: 6)
        let text = parts.count > 6 ? PercentEncoding.unescape(parts[6]) : exchange.requestBody
        let timetoken = RecordedSession.timetoken(of: exchange).map { JSON.string("\($0)") }
        return [text.flatMap { try? JSON(parsing: $0) }, timetoken].compactMap(\.self)
    }

    /// Stores messages from before the session, as far as its own pages of history contain them.
    private func fillHistory(of session: RecordedSession) {
        guard !session.exchanges.contains(where: { $0.exchange.path.hasPrefix("/publish/") }) else { return }
        var items: [UInt64: (JSON, String)] = [:]
        for (_, recorded) in session.exchanges where recorded.path.hasPrefix("/v2/history/") {
            guard let page = try? JSON(parsing: recorded.body), let first = page[1]?.uint64Value else { continue }
            let list = page[0]?.array ?? []
            for (index, item) in list.enumerated() {
                let last = index == list.count - 1 ? page[2]?.uint64Value : nil
                let timetoken = item["timetoken"]?.uint64Value ?? last ?? first + UInt64(index)
                items[timetoken] = (item["timetoken"] == nil ? item : item["message"] ?? item, recorded.names(at: 5)[0])
            }
        }
        for (timetoken, (message, channel)) in items.sorted(by: { $0.key < $1.key }) {
            let stored = StoredMessage(timetoken: timetoken, payload: message.bytes)
            probe.store(stored, in: Topic(keyset: "demo", name: channel))
        }
    }

    private static func sorted(_ value: JSON) -> JSON {
        if case .array(let items) = value, items.allSatisfy({ $0.string != nil }) {
            return .array(items.sorted { $0.text < $1.text })
        }
        guard case .object(let members) = value else { return value }
        return .object(
            members.mapValues { member in
                guard case .array(let items) = member else { return sorted(member) }
                return .array(items.sorted { $0.text < $1.text })
            }
        )
    }
}
