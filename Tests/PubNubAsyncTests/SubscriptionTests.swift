import PubNub
import PubNubAsync
import PubNubCore
import PubNubSupport
import PubNubMachines
import PubNubTestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct SubscriptionTests {
    @Test("Sends nothing until it is iterated, then reports the connection and the messages")
    func subscribes() async throws {
        let service = ScriptedService()
        let subscription = service.client.subscribe(to: ["a"])
        #expect(service.transport.requests.isEmpty)
        let received = Task { try await Self.collect(2, of: subscription) }
        try await service.page(100)
        try await service.page(101, ScriptedService.envelope("a", "\"hello\"", at: 101))
        let events = try await received.value
        guard case .connection(.connected) = events[0], case .message(let message) = events[1] else {
            Issue.record("Other events: \(events)")
            return
        }
        #expect(try message.decode(as: String.self) == "hello")
        #expect(message.channel == "a" && message.publisher == "other" && message.timetoken == 101)
    }

    @Test("Leaving the loop unsubscribes")
    func unsubscribes() async throws {
        let service = ScriptedService { request in
            request.path.contains("/leave") ? ScriptedService.ok("{\"status\":200,\"action\":\"leave\"}") : nil
        }
        let received = Task { try await Self.collect(1, of: service.client.subscribe(to: ["a"])) }
        try await service.page(100)
        _ = try await received.value
        try await until { service.transport.requests.contains { $0.path.contains("/channel/a/leave") } }
    }

    @Test("Cancellation of the iterating task ends the iteration and unsubscribes")
    func cancelled() async throws {
        let service = ScriptedService { request in
            request.path.contains("/leave") ? ScriptedService.ok("{\"status\":200,\"action\":\"leave\"}") : nil
        }
        let iteration = Task {
            var count = 0
            for try await _ in service.client.subscribe(to: ["a"]) { count += 1 }
            return count
        }
        try await service.page(100)
        _ = try await service.request("/v2/subscribe/")
        iteration.cancel()
        _ = try await iteration.value
        try await until { service.transport.requests.contains { $0.path.contains("/channel/a/leave") } }
    }

    @Test("Subscriptions that overlap share one long poll; the channel is left when the last one ends")
    func overlap() async throws {
        let service = ScriptedService { request in
            request.path.contains("/leave") ? ScriptedService.ok("{\"status\":200,\"action\":\"leave\"}") : nil
        }
        let both = Task { try await Self.collect(3, of: service.client.subscribe(to: ["a", "b"])) }
        try await service.page(100)
        _ = try await service.request("/v2/subscribe/sub/a,b/")
        // The channel is subscribed already, so the second iteration sends nothing.
        let one = Task { try await Self.collect(2, of: service.client.subscribe(to: ["b"])) }
        try await until { service.pubnub.iterations >= 2 }
        try await service.page(
            101,
            ScriptedService.envelope("a", "1", at: 101) + "," + ScriptedService.envelope("b", "2", at: 102)
        )
        #expect(try await both.value.compactMap(\.integer) == [1, 2])
        #expect(try await one.value.compactMap(\.integer) == [2])
        try await until { service.transport.requests.contains { $0.path.contains("/leave") } }
        let leaves = service.transport.requests.filter { $0.path.contains("/leave") }.map(\.path)
        #expect(leaves.allSatisfy { $0.contains("/channel/a") || $0.contains("/channel/b") })
    }

    @Test("Polling pauses at 2,000 events that wait for an iteration and continues at 1,000")
    func backPressure() async throws {
        let service = ScriptedService()
        var iterator = service.client.subscribe(to: ["a"]).makeAsyncIterator()
        let joined = Task { try await service.page(100) }
        _ = try await iterator.next()
        _ = try await joined.value
        var sent = 0
        while service.transport.waiting.contains(where: { $0.path.hasPrefix("/v2/subscribe/") }) {
            try await service.page(1_000 + sent, ScriptedService.envelopes("a", sent..<(sent + 100)))
            sent += 100
        }
        // The page of the poll that was in flight when the limit was reached still arrives.
        #expect((DeliveryBacklog.limit...DeliveryBacklog.limit + 100).contains(sent))
        #expect(service.transport.waiting.isEmpty)
        var taken: [Int] = []
        while taken.count < sent {
            if let value = try await iterator.next()?.integer { taken.append(value) }
        }
        #expect(taken == Array(0..<sent) && service.transport.waiting.isEmpty)
        let last = Task {
            try await service.page(5_000_000_000, ScriptedService.envelope("a", "-1", at: 16_000_000_000_000_000))
        }
        var next = try await iterator.next()
        // A full page may be followed by the report of a gap.
        while next != nil, next?.integer == nil { next = try await iterator.next() }
        #expect(next?.integer == -1)
        _ = try await last.value
    }

    @Test("An iteration that the service refuses ends with the error, which names the channel")
    func refused() async throws {
        let service = ScriptedService()
        let iteration = Task { try await Self.collect(1, of: service.client.subscribe(to: ["secret"])) }
        _ = try await service.request("/v2/subscribe/")
        let body = "{\"message\":\"Forbidden\",\"payload\":{\"channels\":[\"secret\"]},\"error\":true,\"status\":403}"
        service.transport.reply("/v2/subscribe/", status: 403, body)
        let error = await #expect(throws: PubNubError.self) { try await iteration.value }
        #expect(error?.code == .accessDenied && error?.channels == ["secret"])
    }

    @Test("A malformed filter ends the iteration with an error that has the position, and nothing is sent")
    func malformedFilter() async throws {
        let service = ScriptedService()
        let error = await #expect(throws: PubNubError.self) {
            for try await _ in service.client.subscribe(to: ["a"], filter: "lang = 'en'") {}
        }
        #expect(error?.code == .invalidArgument && error?.reason.hasSuffix("at position 5") == true)
        #expect(service.transport.requests.isEmpty)
    }

    @Test("The 3.x interface receives one event when an iteration takes a channel, and one when it releases it")
    func eventsOfTheOtherInterface() async throws {
        let service = ScriptedService(reportsEvents: true) { request in
            request.path.contains("/leave") ? ScriptedService.ok("{\"status\":200,\"action\":\"leave\"}") : nil
        }
        let delegate = RecordingDelegate()
        service.pubnub.setDelegate(delegate)
        let iteration = Task {
            var connections = 0
            for try await event in service.client.subscribe(to: ["a"]) {
                if case .connection(.connected) = event { connections += 1 }
                if connections == 2 { break }
            }
        }
        try await service.page(100)
        _ = try await service.request("/v2/subscribe/")
        service.transport.fail("/v2/subscribe/", .unreachable)
        try await until { service.timers.fire(.reconnect) }
        try await service.page(100)
        try await iteration.value
        try await until { delegate.words.contains("didUnsubscribe a") }
        let changes = delegate.words.filter { $0.hasPrefix("didSubscribe") || $0.hasPrefix("didUnsubscribe") }
        #expect(changes == ["didSubscribe a", "didUnsubscribe a"])
    }

    @Test("The delegate of a shared 3.x client decides whether it reconnects, against the configuration")
    func delegateDecides() async throws {
        let service = ScriptedService(reportsEvents: true, adjustEngine: { $0.shouldAutoReconnectClient = false })
        let delegate = RecordingDelegate()
        var answers = RecordingDelegate.Answers()
        answers.reconnect = true
        delegate.answer(answers)
        service.pubnub.setDelegate(delegate)
        service.pubnub.connect()
        let shared = PubNubClient(sharing: service.pubnub)
        let iteration = Task {
            var connections = 0
            for try await event in shared.subscribe(to: ["a"]) {
                if case .connection(.connected) = event { connections += 1 }
                if connections == 2 { break }
            }
            return connections
        }
        try await service.page(100)
        _ = try await service.request("/v2/subscribe/")
        service.transport.fail("/v2/subscribe/", .unreachable)
        // The timer runs only if the client reconnects.
        try await until { service.timers.fire(.reconnect) }
        try await service.page(100)
        #expect(try await iteration.value == 2)
    }

    @Test("A shutdown ends iterations without an error and refuses later calls")
    func shutdown() async throws {
        let service = ScriptedService { request in
            request.path.contains("/leave") ? ScriptedService.ok("{\"status\":200,\"action\":\"leave\"}") : nil
        }
        let iteration = Task {
            var count = 0
            for try await _ in service.client.subscribe(to: ["a"]) { count += 1 }
            return count
        }
        try await service.page(100)
        _ = try await service.request("/v2/subscribe/")
        await service.client.shutdown()
        _ = try await iteration.value
        #expect(service.transport.requests.contains { $0.path.contains("/channel/a/leave") })
        let error = await #expect(throws: PubNubError.self) { try await service.client.publish(1, to: "a") }
        #expect(error?.code == .shuttingDown)
        let late = await #expect(throws: PubNubError.self) {
            for try await _ in service.client.subscribe(to: ["a"]) {}
        }
        #expect(late?.code == .shuttingDown)
    }

    @Test("A shutdown sends what is queued before it closes")
    func drains() async throws {
        let service = ScriptedService()
        let publishes = (0..<5).map { number in Task { try await service.client.publish(number, to: "a") } }
        try await until { service.pubnub.pendingCalls >= 5 }
        let shutdown = Task { await service.client.shutdown(deadline: .seconds(100)) }
        var sent = 0
        try await until {
            if service.transport.reply("/publish/", "[1,\"Sent\",\"15000000000000007\"]") != nil { sent += 1 }
            return sent == 5
        }
        for publish in publishes { #expect(try await publish.value == 15_000_000_000_000_007) }
        await shutdown.value
    }

    @Test("10,000 overlapping subscriptions each receive a message once, over one long poll")
    func manySubscriptions() async throws {
        let count = 10_000
        let service = ScriptedService { request in
            request.path.contains("/leave") ? ScriptedService.ok("{\"status\":200,\"action\":\"leave\"}") : nil
        }
        let first = Task { try await Self.collect(2, of: service.client.subscribe(to: ["a"])) }
        try await service.page(100)
        _ = try await service.request("/v2/subscribe/")
        let others = (1..<count).map { _ in
            Task { try await Self.collect(2, of: service.client.subscribe(to: ["a"])) }
        }
        try await until { service.pubnub.iterations >= count }
        #expect(service.transport.waiting.count == 1)
        try await service.page(101, ScriptedService.envelope("a", "7", at: 101))
        var received = 0
        for task in [first] + others {
            received += try await task.value.compactMap(\.integer).count(where: { $0 == 7 })
        }
        #expect(received == count)
    }

    private static func collect(_ count: Int, of subscription: PubNubSubscription) async throws -> [PubNubEvent] {
        var events: [PubNubEvent] = []
        for try await event in subscription {
            events.append(event)
            if events.count == count { break }
        }
        return events
    }
}

extension PubNubEvent {
    /// The number that a message consists of.
    var integer: Int? {
        guard case .message(let message) = self else { return nil }
        return message.json.integer
    }
}
