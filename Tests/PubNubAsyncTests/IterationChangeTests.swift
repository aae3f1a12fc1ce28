import PubNub
import PubNubAsync
import PubNubMachines
import PubNubSupport
import PubNubTestSupport
import Testing

/// Iterations that begin and end while requests for others are in progress.
@Suite(.timeLimit(.minutes(3)))
struct IterationChangeTests {
    private static let left = "{\"status\":200,\"action\":\"leave\"}"

    @Test("A body that ended waits for its own leave, and not for the changes of iterations that begin later")
    func ownLeave() async throws {
        let service = ScriptedService()
        let first = Task { try await service.client.subscribe(to: ["a"]) { _ in } }
        try await service.page(100)
        _ = try await service.request { $0.path.contains("/channel/a/leave") }
        let second = Task { for try await _ in service.client.subscribe(to: ["b"]) {} }
        try await until { service.pubnub.iterations == 1 }
        service.transport.reply("/v2/presence/", Self.left)
        // The request for the second channel waits.
        try await first.value
        _ = try await service.request("/v2/subscribe/")
        second.cancel()
        try await second.value
    }

    @Test("A channel whose leave is refused is left after the next connect")
    func refusedLeave() async throws {
        let service = ScriptedService()
        let other = Task { for try await _ in service.client.subscribe(to: ["other"]) {} }
        try await service.page(100)
        let first = Task { try await service.client.subscribe(to: ["a"]) { _ in } }
        _ = try await service.request { $0.url.contains("tt=0") }
        try await service.page(101)
        _ = try await service.request { $0.path.contains("/channel/a/leave") }
        service.transport.reply("/v2/presence/", status: 400, "{\"status\":400,\"error\":true,\"message\":\"no\"}")
        try await first.value
        // Not sent again immediately.
        _ = try await service.request("/v2/subscribe/sub/other,a/")
        #expect(!service.transport.waiting.contains { $0.path.contains("/leave") })
        service.transport.fail("/v2/subscribe/", .unreachable)
        try await until { service.timers.fire(.reconnect) }
        _ = try await service.request("/v2/subscribe/")
        try await service.page(102)
        _ = try await service.request { $0.path.contains("/channel/a/leave") }
        service.transport.reply("/v2/presence/", Self.left)
        _ = try await service.request("/v2/subscribe/sub/other/")
        other.cancel()
        try await other.value
    }

    @Test("State of a subscription to a channel of another one is sent")
    func state() async throws {
        let service = ScriptedService()
        let first = Task { for try await _ in service.client.subscribe(to: ["a"]) {} }
        try await service.page(100)
        _ = try await service.request("/v2/subscribe/")
        let second = Task { for try await _ in service.client.subscribe(to: ["a"], state: ["a": ["age": 7]]) {} }
        _ = try await service.request { $0.url.contains("tt=0") && $0.url.contains("state=") }
        for task in [first, second] {
            task.cancel()
            try await task.value
        }
    }

    @Test("A start in the future is the present, and 0 is the beginning of time", arguments: [Timetoken.max, 0])
    func start(since: Timetoken) async throws {
        let service = ScriptedService()
        let iteration = Task { for try await _ in service.client.subscribe(to: ["a"], since: since) {} }
        try await service.page(100)
        let poll = try await service.request("/v2/subscribe/")
        #expect(poll.url.contains(since == 0 ? "tt=1&" : "tt=100&"))
        iteration.cancel()
        try await iteration.value
    }

    @Test("Channels are added and removed by their bytes", arguments: [false, true])
    func names(isRemoved: Bool) async throws {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        let service = ScriptedService()
        let subscription = service.client.subscribe(to: [composed])
        try subscription.add([decomposed, decomposed])
        if isRemoved { subscription.remove([composed]) }
        let iteration = Task { for try await _ in subscription {} }
        let join = try await service.request("/v2/subscribe/")
        #expect(join.path.contains("%C3%A9") != isRemoved && join.path.contains("e%CC%81"))
        iteration.cancel()
        try await iteration.value
    }

    @Test("A loop that reads its past ends without an error when the client shuts down")
    func shutdownInThePast() async throws {
        let service = ScriptedService()
        let other = Task { for try await _ in service.client.subscribe(to: ["b"]) {} }
        try await service.page(100)
        _ = try await service.request("/v2/subscribe/")
        let messages = (51...150).map { "{\"message\":\($0),\"timetoken\":\($0)}" }.joined(separator: ",")
        let reachedEnd = Locked(false)
        let iteration = Task {
            for try await event in service.client.subscribe(to: ["a"], since: 50) {
                guard case .message(let message) = event, message.timetoken == 150 else { continue }
                // The next step asks for another page.
                await service.client.shutdown(deadline: .zero)
                reachedEnd.withLock { $0 = true }
            }
        }
        _ = try await service.request { $0.url.contains("tt=0") }
        try await service.page(2_000)
        _ = try await service.request("/v2/history/")
        service.transport.reply("/v2/history/", "[[\(messages)],51,150]")
        try await iteration.value
        #expect(reachedEnd.withLock { $0 })
        try await other.value
    }

    @Test("The interface of a 3.x client tells that it is connected, and its shutdown ends its own subscriptions only")
    func shared() async throws {
        let service = ScriptedService { request in
            request.path.contains("/leave") ? ScriptedService.ok(Self.left) : nil
        }
        _ = try await service.client.time()
        let shared = PubNubClient(sharing: service.pubnub)
        var states = shared.connectionStates.makeAsyncIterator()
        guard case .connected? = await states.next(isolation: nil) else {
            Issue.record("It does not know that the client is connected.")
            return
        }
        let other = Task { for try await _ in service.client.subscribe(to: ["b"]) {} }
        try await service.page(100)
        _ = try await service.request("/v2/subscribe/")
        let own = Task { for try await _ in shared.subscribe(to: ["b"]) {} }
        try await until { service.pubnub.iterations == 2 }
        await shared.shutdown()
        try await own.value
        #expect(service.pubnub.iterations == 1)
        await #expect(throws: PubNubError.self) { for try await _ in shared.subscribe(to: ["c"]) {} }
        other.cancel()
        try await other.value
    }

    @Test("A channel that a 3.x call subscribed stays subscribed when a loop ends after a change of the configuration")
    func callBeforeReconfiguration() async throws {
        let service = ScriptedService(reportsEvents: true)
        _ = try await service.client.time()
        service.pubnub.subscribe(on: [PNChannel.separate(named: "a", observesPresence: false)])
        try await service.page(100)
        _ = try await service.request("/v2/subscribe/")
        let iteration = Task { for try await _ in service.client.subscribe(to: ["a"]) {} }
        try await until { service.pubnub.iterations == 1 }
        let changed = service.pubnub.configuration()
        changed.authorizationKey = "new"
        service.pubnub.setConfiguration(changed)
        try await until { service.timers.fire(.reconfigure) }
        _ = try await service.request { $0.url.contains("tt=0") && $0.url.contains("auth=new") }
        try await service.page(200)
        _ = try await service.request { $0.path.hasPrefix("/v2/subscribe/sub/a/") && !$0.url.contains("tt=0") }
        iteration.cancel()
        try await iteration.value
        try await until { service.pubnub.iterations == 0 }
        // Sent after the actions for the end of the loop.
        _ = try await service.client.time()
        #expect(!service.transport.requests.contains { $0.path.contains("/leave") })
        #expect(service.transport.waiting.map(\.path).contains { $0.hasPrefix("/v2/subscribe/sub/a/") })
    }

    @Test("A loop subscribes to a channel that a 3.x call subscribed and the client did not restore")
    func callBeforeForgetting() async throws {
        let service = ScriptedService(
            reportsEvents: true,
            adjustEngine: { $0.shouldResubscribeOnConnectionRestore = false }
        )
        _ = try await service.client.time()
        service.pubnub.subscribe(on: [PNChannel.separate(named: "a", observesPresence: false)])
        try await service.page(100)
        _ = try await service.request("/v2/subscribe/")
        service.transport.fail("/v2/subscribe/", .unreachable)
        try await until { service.timers.fire(.reconnect) }
        _ = try await service.request { $0.path.contains("/channel/a/leave") }
        service.transport.reply("/v2/presence/", Self.left)
        service.pubnub.subscribe(on: [PNChannel.separate(named: "b", observesPresence: false)])
        try await service.page(200)
        _ = try await service.request { $0.path.hasPrefix("/v2/subscribe/sub/b/") && !$0.url.contains("tt=0") }
        let iteration = Task { for try await _ in service.client.subscribe(to: ["a"]) {} }
        _ = try await service.request { $0.path.hasPrefix("/v2/subscribe/sub/b,a/") && $0.url.contains("tt=0") }
        iteration.cancel()
        try await iteration.value
    }
}
