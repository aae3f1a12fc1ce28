import PubNub
import PubNubAsync
import PubNubMachines
import PubNubTestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct PublishTests {
    @Test("Returns the timetoken that the service gave the message")
    func publishes() async throws {
        let service = ScriptedService { _ in ScriptedService.ok("[1,\"Sent\",\"15000000000000007\"]") }
        let timetoken = try await service.client.publish(["text": "hello"], to: "greetings")
        #expect(timetoken == 15_000_000_000_000_007)
        let path = service.transport.requests.last?.path ?? ""
        #expect(path.hasPrefix("/publish/pub/sub/0/greetings/0/%7B%22text%22%3A%22hello%22%7D"))
    }

    @Test("A time to live is sent in whole hours, and any other time is an error")
    func timeToLive() async throws {
        let service = ScriptedService { _ in ScriptedService.ok("[1,\"Sent\",\"15000000000000007\"]") }
        var options = PublishOptions()
        options.timeToLive = .seconds(24 * 3_600)
        try await service.client.publish(1, to: "a", options: options)
        #expect(service.transport.requests.last?.path.hasSuffix("&ttl=24") == true)
        options.timeToLive = nil
        try await service.client.publish(1, to: "a", options: options)
        #expect(service.transport.requests.last?.path.contains("ttl=") == false)
        for time in [.seconds(1), .zero, .seconds(-3_600), .seconds(3_600) + .nanoseconds(1)] as [Duration] {
            options.timeToLive = time
            let error = await #expect(throws: PubNubError.self) {
                try await service.client.publish(1, to: "a", options: options)
            }
            #expect(error?.code == .invalidArgument && error?.reason.contains("timeToLive") == true)
        }
        #expect(service.transport.requests.filter { $0.path.hasPrefix("/publish/") }.count == 2)
        await service.client.shutdown(deadline: .zero)
    }

    @Test("Connects with the first call")
    func connects() async throws {
        let service = ScriptedService { _ in ScriptedService.ok("[1,\"Sent\",\"15000000000000007\"]") }
        try await service.client.publish(1, to: "a")
        #expect(service.transport.requests.first?.path.hasPrefix("/time/") == true)
    }

    @Test("Cancellation ends a publish that waits in the queue, which is not sent")
    func cancelsQueued() async throws {
        let service = ScriptedService()
        let first = Task { try await service.client.publish(1, to: "a") }
        _ = try await service.request("/publish/")
        let second = Task { try await service.client.publish(2, to: "a") }
        try await until { service.pubnub.pendingCalls >= 2 }
        second.cancel()
        let error = await #expect(throws: PubNubError.self) { try await second.value }
        #expect(error?.code == .cancelled && error?.isOutcomeUnknown == false)
        service.transport.reply("/publish/", "[1,\"Sent\",\"15000000000000007\"]")
        _ = try await first.value
        let sent = service.transport.requests.filter { $0.path.hasPrefix("/publish/") }
        #expect(sent.count == 1)
    }

    @Test("Cancellation ends a publish in flight immediately, with an unknown outcome")
    func cancelsInFlight() async throws {
        let service = ScriptedService()
        let publish = Task { try await service.client.publish(1, to: "a") }
        _ = try await service.request("/publish/")
        publish.cancel()
        let error = await #expect(throws: PubNubError.self) { try await publish.value }
        #expect(error?.code == .cancelled && error?.isOutcomeUnknown == true)
        #expect(service.transport.waiting.allSatisfy { !$0.path.hasPrefix("/publish/") })
    }

    @Test("A task that is cancelled before the call sends nothing")
    func cancelledBefore() async throws {
        let service = ScriptedService()
        let publish = Task {
            try await until { Task.isCancelled }
            return try await service.client.publish(1, to: "a")
        }
        publish.cancel()
        let error = await #expect(throws: PubNubError.self) { try await publish.value }
        #expect(error?.code == .cancelled && error?.isOutcomeUnknown == false)
        #expect(service.transport.requests.allSatisfy { !$0.path.hasPrefix("/publish/") })
    }

    @Test("A file whose message would be refused is not uploaded")
    func fileWithInvalidType() async throws {
        let service = ScriptedService()
        let error = await #expect(throws: PubNubError.self) {
            var options = FileOptions()
            options.customType = "a"
            _ = try await service.client.sendFile(.bytes([1, 2, 3], name: "a.bin"), to: "room", options: options)
        }
        #expect(error?.code == .invalidArgument && service.transport.requests.isEmpty)
    }

    @Test("A page of history that failed is asked for again with the next step")
    func historyAfterFailure() async throws {
        let service = ScriptedService()
        let reading = Task {
            var iterator = service.client.history(of: "a", from: .after(50)).makeAsyncIterator()
            var found: [String] = []
            while found.last != "151" {
                do {
                    guard let message = try await iterator.next() else { break }
                    found.append("\(message.timetoken)")
                } catch {
                    found.append((error as? PubNubError)?.code.description ?? "\(error)")
                }
            }
            return found
        }
        func page(_ timetokens: ClosedRange<Int>) -> String {
            let messages = timetokens.map { "{\"message\":\($0),\"timetoken\":\($0)}" }.joined(separator: ",")
            return "[[\(messages)],\(timetokens.lowerBound),\(timetokens.upperBound)]"
        }
        let path = "/v2/history/"
        _ = try await service.request(path)
        service.transport.reply(path, page(51...150))
        _ = try await service.request(path)
        service.transport.reply(path, status: 403, "{\"status\":403,\"error\":true,\"message\":\"no\"}")
        _ = try await service.request(path)
        service.transport.reply(path, page(151...151))
        #expect(await reading.value == (51...150).map(String.init) + ["accessDenied", "151"])
    }

    @Test("Rejects a value that JSON cannot hold, and an invalid name, without a request")
    func rejects() async throws {
        let service = ScriptedService()
        let message = await #expect(throws: PubNubError.self) { try await service.client.publish(Double.nan, to: "a") }
        #expect(message?.code == .invalidMessage)
        let name = await #expect(throws: PubNubError.self) { try await service.client.publish(1, to: "a,b") }
        #expect(name?.code == .invalidName)
    }

    @Test(
        "A shutdown ends at its deadline, which a timer of the client measures, and fails the calls that have not ended"
    )
    func deadline() async throws {
        let service = ScriptedService()
        let sent = Task { try await service.client.publish(1, to: "a") }
        _ = try await service.request("/publish/")
        let shutdown = Task { await service.client.shutdown(deadline: .seconds(7)) }
        try await until { service.timers.running[.shutdown] != nil }
        #expect(service.timers.running[.shutdown] == .seconds(7))
        // The shutdown continues although its task is cancelled.
        shutdown.cancel()
        #expect(service.timers.fire(.shutdown))
        await shutdown.value
        let error = await #expect(throws: PubNubError.self) { try await sent.value }
        #expect(error?.code == .notConnected && error?.isOutcomeUnknown == true)
        #expect(service.timers.running[.shutdown] == nil)
    }

    @Test("A shutdown without time fails the calls that have not ended, with an unknown outcome if they were sent")
    func fails() async throws {
        let service = ScriptedService()
        let sent = Task { try await service.client.publish(1, to: "a") }
        _ = try await service.request("/publish/")
        let queued = Task { try await service.client.publish(2, to: "a") }
        try await until { service.pubnub.pendingCalls >= 2 }
        await service.client.shutdown(deadline: .zero)
        let first = await #expect(throws: PubNubError.self) { try await sent.value }
        #expect(first?.code == .notConnected && first?.isOutcomeUnknown == true)
        let second = await #expect(throws: PubNubError.self) { try await queued.value }
        #expect(second?.code == .notConnected && second?.isOutcomeUnknown == false)
    }
}
