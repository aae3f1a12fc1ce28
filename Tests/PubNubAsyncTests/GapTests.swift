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
        try await Self.missMessages(service)
        #expect(try await events.value == ["connected", "gap 100-301"] + Self.messages(301...400))
        #expect(!service.transport.requests.contains { $0.path.hasPrefix(Self.history) })
    }

    @Test("Delivers the missing messages from history once, before newer ones, and reports no gap")
    func fills() async throws {
        let service = ScriptedService(adjust: { $0.fillsGapsFromHistory = true })
        let events = Task { try await Self.events(of: service, until: 404) }
        try await Self.missMessages(service)
        let request = try await service.request(Self.history)
        #expect(request.path.hasPrefix("\(Self.history)/sub-key/sub/channel/a?start=100&end=300&"))
        // A message that arrives while history is read waits for it.
        try await service.page(404, ScriptedService.timetokens("a", 403...404))
        // The last message is also the first one after the gap.
        service.transport.reply(Self.history, Self.stored([150, 160, 301]))
        let expected = [150, 160] + Array(301...400) + [403, 404]
        #expect(try await events.value == ["connected"] + expected.map { "message \($0)" })
    }

    @Test("A message about a file that was missing is the event of a file")
    func fillsFiles() async throws {
        let service = ScriptedService(adjust: { $0.fillsGapsFromHistory = true })
        let events = Task { try await Self.events(of: service, until: 400) }
        try await Self.missMessages(service)
        _ = try await service.request(Self.history)
        let file = #"{"message":{"message":"hello","file":{"id":"f1","name":"cat.png"}},"timetoken":150}"#
        service.transport.reply(Self.history, "[[\(file),{\"message\":301,\"timetoken\":301}],150,301]")
        #expect(try await events.value == ["connected", "file f1"] + Self.messages(301...400))
    }

    @Test("Reports the gap if history cannot be read, and delivers the messages after it")
    func historyFails() async throws {
        let service = ScriptedService(adjust: { $0.fillsGapsFromHistory = true })
        let events = Task { try await Self.events(of: service, until: 400) }
        try await Self.missMessages(service)
        try await Self.refuseHistory(service)
        #expect(try await events.value == ["connected", "gap 100-301"] + Self.messages(301...400))
    }

    @Test("Reports the part of the gap that history lacks, after the part that it has")
    func historyIsIncomplete() async throws {
        let service = ScriptedService(adjust: { $0.fillsGapsFromHistory = true })
        let events = Task { try await Self.events(of: service, until: 400) }
        try await Self.missMessages(service)
        _ = try await service.request(Self.history)
        service.transport.reply(Self.history, Self.stored(Array(101...200)))
        try await Self.refuseHistory(service)
        let expected = ["connected"] + Self.messages(101...200) + ["gap 200-301"] + Self.messages(301...400)
        #expect(try await events.value == expected)
    }

    @Test("Messages before the beginning of a subscription that cannot be read at present are a gap, and it continues")
    func pastFails() async throws {
        let service = ScriptedService()
        let (first, events) = try await Self.beginInPast(service)
        _ = try await service.request(Self.history)
        while service.transport.reply(Self.history, status: 503, "{}") != nil {
            service.timers.advance(by: .seconds(3))
        }
        try await service.page(102, ScriptedService.envelope("b", "102", at: 102))
        let words = try await events.value
        #expect(words.first == "connected" && words.last == "message 102" && words.count == 3)
        #expect(words[1].hasPrefix("gap 50-10"))
        first.cancel()
    }

    @Test("An iteration that is cancelled while it reads the past ends without an error, and its reading with it")
    func pastCancelled() async throws {
        let service = ScriptedService()
        let (first, events) = try await Self.beginInPast(service)
        _ = try await service.request(Self.history)
        events.cancel()
        #expect(try await events.value == ["connected"])
        #expect(!service.transport.waiting.contains { $0.path.hasPrefix(Self.history) })
        first.cancel()
    }

    @Test("An iteration whose past the service refuses ends with the error")
    func pastRefused() async throws {
        let service = ScriptedService()
        let (first, events) = try await Self.beginInPast(service)
        try await Self.refuseHistory(service)
        let error = await #expect(throws: PubNubError.self) { try await events.value }
        #expect(error?.code == .accessDenied)
        first.cancel()
    }

    /// A subscription to a channel, and then another one whose past has to be read from history.
    private static func beginInPast(
        _ service: ScriptedService
    ) async throws -> (first: Task<Void, any Error>, events: Task<[String], any Error>) {
        let first = Task { for try await _ in service.client.subscribe(to: ["a"]) {} }
        try await service.page(100)
        let events = Task { try await Self.events(of: service, "b", since: 50, until: 102) }
        _ = try await service.request { $0.path.hasPrefix("/v2/subscribe/") && $0.path.contains("a,b") }
        try await service.page(101)
        return (first, events)
    }

    private static let history = "/v2/history"

    /// The client receives everything up to 100, misses a response, and receives a full page from 301 on.
    private static func missMessages(_ service: ScriptedService) async throws {
        try await service.page(100)
        try await service.loseResponse()
        try await service.page(400, ScriptedService.timetokens("a", 301...400))
    }

    private static func refuseHistory(_ service: ScriptedService) async throws {
        _ = try await service.request(history)
        // The client may repeat a request after a pause.
        while service.transport.reply(history, status: 403, "{}") != nil { service.timers.advance(by: .seconds(3)) }
    }

    private static func messages(_ timetokens: ClosedRange<Int>) -> [String] { timetokens.map { "message \($0)" } }

    private static func stored(_ timetokens: [Int]) -> String {
        let messages = timetokens.map { "{\"message\":\($0),\"timetoken\":\($0)}" }
        return "[[\(messages.joined(separator: ","))],\(timetokens.first ?? 0),\(timetokens.last ?? 0)]"
    }

    /// The events up to the message with a number.
    private static func events(
        of service: ScriptedService,
        _ channel: String = "a",
        since start: Timetoken? = nil,
        until last: Int
    ) async throws -> [String] {
        var words: [String] = []
        for try await event in service.client.subscribe(to: [channel], since: start) {
            switch event {
            case .connection(let state): words.append(state.isConnected ? "connected" : "disconnected")
            case .gap(let start, let end): words.append("gap \(start)-\(end)")
            case .message(let message): words.append("message \(message.json.integer ?? -1)")
            case .file(let file): words.append("file \(file.file.id)")
            case .signal, .presence, .action, .object: words.append("another event")
            }
            if event.integer == last { break }
        }
        return words
    }
}
