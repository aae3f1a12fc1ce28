import PubNub
import PubNubAsync
import PubNubTestSupport
import Testing

/// The delivery of a subscription after the response to a long poll was lost and the next page is full.
@Suite(.timeLimit(.minutes(2)))
struct GapTests {
    @Test("Reports the gap before the messages after it, and reads no history by default")
    func reports() async throws {
        let service = ScriptedService()
        let events = Task { try await Self.events(of: service, until: 400) }
        await Self.missMessages(service)
        #expect(try await events.value == ["connected", "gap 100-301"] + Self.messages(301...400))
        #expect(!service.transport.requests.contains { $0.path.hasPrefix(Self.history) })
    }

    @Test("Delivers the missing messages from history once, before newer ones, and reports no gap")
    func fills() async throws {
        let service = ScriptedService(adjust: { $0.fillsGapsFromHistory = true })
        let events = Task { try await Self.events(of: service, until: 404) }
        await Self.missMessages(service)
        let request = await service.request(Self.history)
        #expect(request.path.hasPrefix("\(Self.history)/sub-key/sub/channel/a?start=100&end=300&"))
        // A message that arrives while history is read waits for it.
        await service.page(404, ScriptedService.timetokens("a", 403...404))
        // The last message is also the first one after the gap.
        service.transport.reply(Self.history, Self.stored([150, 160, 301]))
        let expected = [150, 160] + Array(301...400) + [403, 404]
        #expect(try await events.value == ["connected"] + expected.map { "message \($0)" })
    }

    @Test("Reports the gap if history cannot be read, and delivers the messages after it")
    func historyFails() async throws {
        let service = ScriptedService(adjust: { $0.fillsGapsFromHistory = true })
        let events = Task { try await Self.events(of: service, until: 400) }
        await Self.missMessages(service)
        await Self.refuseHistory(service)
        #expect(try await events.value == ["connected", "gap 100-301"] + Self.messages(301...400))
    }

    @Test("Reports the part of the gap that history lacks, after the part that it has")
    func historyIsIncomplete() async throws {
        let service = ScriptedService(adjust: { $0.fillsGapsFromHistory = true })
        let events = Task { try await Self.events(of: service, until: 400) }
        await Self.missMessages(service)
        _ = await service.request(Self.history)
        service.transport.reply(Self.history, Self.stored(Array(101...200)))
        await Self.refuseHistory(service)
        let expected = ["connected"] + Self.messages(101...200) + ["gap 200-301"] + Self.messages(301...400)
        #expect(try await events.value == expected)
    }

    private static let history = "/v2/history"

    /// The client receives everything up to 100, misses a response, and receives a full page from 301 on.
    private static func missMessages(_ service: ScriptedService) async {
        await service.page(100)
        await service.loseResponse()
        await service.page(400, ScriptedService.timetokens("a", 301...400))
    }

    private static func refuseHistory(_ service: ScriptedService) async {
        _ = await service.request(history)
        // The client may repeat a request after a pause.
        while service.transport.reply(history, status: 403, "{}") != nil { service.timers.advance(by: .seconds(3)) }
    }

    private static func messages(_ timetokens: ClosedRange<Int>) -> [String] { timetokens.map { "message \($0)" } }

    private static func stored(_ timetokens: [Int]) -> String {
        let messages = timetokens.map { "{\"message\":\($0),\"timetoken\":\($0)}" }
        return "[[\(messages.joined(separator: ","))],\(timetokens.first ?? 0),\(timetokens.last ?? 0)]"
    }

    /// The events up to the message with a number.
    private static func events(of service: ScriptedService, until last: Int) async throws -> [String] {
        var words: [String] = []
        for try await event in service.client.subscribe(to: ["a"]) {
            switch event {
            case .connection(let state): words.append(state.isConnected ? "connected" : "disconnected")
            case .gap(let start, let end): words.append("gap \(start)-\(end)")
            case .message(let message): words.append("message \(message.json.integer ?? -1)")
            case .signal, .presence, .action, .object: words.append("another event")
            }
            if event.integer == last { break }
        }
        return words
    }
}
