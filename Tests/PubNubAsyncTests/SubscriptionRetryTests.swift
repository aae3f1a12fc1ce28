import PubNub
import PubNubAsync
import PubNubMachines
import PubNubSupport
import PubNubTestSupport
import Testing

/// Subscriptions that the service cannot make at present.
@Suite(.timeLimit(.minutes(3)))
struct SubscriptionRetryTests {
    /// Responds with this status to the first requests with a new list, which the client repeats `repetitions` times.
    private func refuse(_ path: String, status: Int, repetitions: Int, by service: ScriptedService) async throws {
        for attempt in 0...repetitions {
            _ = try await service.request { $0.path.hasPrefix(path) && $0.url.contains("tt=0") }
            service.transport.reply(path, status: status, "{}")
            if attempt < repetitions { try await until { service.timers.fire(.poll) } }
        }
    }

    @Test("A subscription that fails with 500 is repeated after growing pauses, in which others receive messages")
    func unavailable() async throws {
        let service = ScriptedService()
        let received = Locked<[Int]>([])
        let first = Task {
            for try await event in service.client.subscribe(to: ["a"]) {
                if let number = event.integer { received.withLock { $0.append(number) } }
            }
        }
        try await service.page(100)
        _ = try await service.request("/v2/subscribe/")
        let second = Task { for try await _ in service.client.subscribe(to: ["b"]) {} }
        var pauses: [Duration] = []
        for round in 1...3 {
            try await refuse("/v2/subscribe/sub/a,b/", status: 500, repetitions: 3, by: service)
            _ = try await service.request("/v2/subscribe/sub/a/")
            try await until { service.timers.running[.iterations] != nil }
            pauses.append(try #require(service.timers.running[.iterations]))
            try await service.page(200 + round, ScriptedService.envelope("a", "\(round)", at: 200 + round))
            try await until { received.withLock { $0 } == Array(1...round) }
            #expect(service.timers.fire(.iterations))
        }
        // 4, 8 and 16 s, spread by 25 %.
        #expect(pauses[0] >= .seconds(3) && pauses[1] >= .seconds(6) && pauses[2] >= .seconds(12))
        _ = try await service.request { $0.path.hasPrefix("/v2/subscribe/sub/a,b/") && $0.url.contains("tt=0") }
        for task in [first, second] {
            task.cancel()
            try await task.value
        }
    }

    @Test("A subscription continues after a rate limit and after status 408", arguments: [(429, 3), (408, 0)])
    func temporaryRefusal(status: Int, repetitions: Int) async throws {
        let service = ScriptedService()
        let iteration = Task {
            for try await event in service.client.subscribe(to: ["a"]) {
                if let number = event.integer { return number }
            }
            return 0
        }
        try await refuse("/v2/subscribe/sub/a/", status: status, repetitions: repetitions, by: service)
        try await until { service.timers.fire(.iterations) }
        try await service.page(100)
        try await service.page(101, ScriptedService.envelope("a", "7", at: 101))
        #expect(try await iteration.value == 7)
    }

    @Test("An iteration that begins while another one waits for the service does not wait with it")
    func others() async throws {
        let service = ScriptedService()
        let first = Task { for try await _ in service.client.subscribe(to: ["a"]) {} }
        try await refuse("/v2/subscribe/sub/a/", status: 500, repetitions: 3, by: service)
        let second = Task { for try await _ in service.client.subscribe(to: ["b"]) {} }
        _ = try await service.request("/v2/subscribe/sub/b/")
        try await service.page(100)
        _ = try await service.request { $0.path.hasPrefix("/v2/subscribe/sub/b/") && !$0.url.contains("tt=0") }
        try await until { service.timers.fire(.iterations) }
        _ = try await service.request { $0.path.hasPrefix("/v2/subscribe/sub/b,a/") && $0.url.contains("tt=0") }
        for task in [first, second] {
            task.cancel()
            try await task.value
        }
    }
}
