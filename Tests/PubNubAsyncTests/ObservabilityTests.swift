import Foundation
import InMemoryTracing
import Logging
import Metrics
import MetricsTestKit
import PubNub
import PubNubAsync
import PubNubCore
import PubNubMachines
import PubNubTestSupport
import ServiceLifecycle
import Testing
import Tracing

/// One metrics and one tracing backend for the process, as programs have.
private enum Backends {
    static let metrics: TestMetrics = {
        let metrics = TestMetrics()
        MetricsSystem.bootstrap(metrics)
        return metrics
    }()

    static let tracer: InMemoryTracer = {
        let tracer = InMemoryTracer()
        InstrumentationSystem.bootstrap(tracer)
        return tracer
    }()
}

@Suite(.timeLimit(.minutes(2)))
struct ObservabilityTests {
    @Test("Counts requests by route and status, and received messages")
    func metrics() async throws {
        let metrics = Backends.metrics
        let service = ScriptedService { request in
            request.path.hasPrefix("/signal/") ? ScriptedService.ok("[1,\"Sent\",\"15000000000000007\"]") : nil
        }
        try await service.client.signal(1, to: "a")
        let signals = try metrics.expectCounter("pubnub_requests_total", [("route", "signal"), ("status", "200")])
        #expect(signals.totalValue >= 1)
        let iteration = Task {
            for try await message in service.client.subscribe(to: ["a"]).messages { return message.json.integer }
            return nil
        }
        try await service.page(100)
        try await service.page(101, ScriptedService.envelope("a", "7", at: 101))
        #expect(try await iteration.value == 7)
        #expect(try metrics.expectCounter("pubnub_messages_received_total").totalValue >= 1)
    }

    @Test("A publish is a span whose context travels in the metadata, and the receiver continues its trace")
    func spans() async throws {
        let tracer = Backends.tracer
        let service = ScriptedService(propagatesTraceContext: true) { request in
            request.path.hasPrefix("/publish/") ? ScriptedService.ok("[1,\"Sent\",\"15000000000000009\"]") : nil
        }
        try await service.client.publish("hello", to: "orders.4711")
        let span = try #require(tracer.finishedSpans.last { $0.operationName == "publish orders.*" })
        #expect(span.kind == .producer)
        #expect(span.attributes["messaging.message.id"]?.toSpanAttribute() == "15000000000000009")
        let path = service.transport.requests.last?.path ?? ""
        #expect(path.contains("meta=%7B%22"))
    }

    @Test("The receiver handles a message in a span of its own, in the trace of the sender")
    func process() async throws {
        let tracer = InMemoryTracer()
        try await withTracer(tracer) {
            let message = try await Self.received(on: "orders.4711")
            let result = try await message.withSpan { 7 }
            #expect(result == 7)
        }
        let publish = try #require(tracer.finishedSpans.first)
        let process = try #require(tracer.finishedSpans.last)
        #expect(process.operationName == "process orders.*" && process.kind == .consumer)
        #expect(process.traceID == publish.traceID && process.parentSpanID == publish.spanID)
        #expect(process.attributes["messaging.system"]?.toSpanAttribute() == "pubnub")
        #expect(process.attributes["messaging.operation.type"]?.toSpanAttribute() == "process")
        #expect(process.attributes["messaging.destination.name"]?.toSpanAttribute() == "orders.4711")
        #expect(process.attributes["messaging.message.id"]?.toSpanAttribute() == "101")
        #expect(process.errors.isEmpty && tracer.activeSpans.isEmpty)
    }

    @Test("The span of a handler that fails has the error, which is thrown")
    func processFails() async throws {
        let tracer = InMemoryTracer()
        _ = await withTracer(tracer) {
            await #expect(throws: CancellationError.self) {
                try await Self.received(on: "a").withSpan { throw CancellationError() }
            }
        }
        let process = try #require(tracer.finishedSpans.last)
        #expect(process.operationName == "process a" && process.errors.count == 1)
        #expect(tracer.activeSpans.isEmpty)
    }

    @Test("A message without the context of a trace begins a new one")
    func processWithoutContext() async throws {
        let tracer = InMemoryTracer()
        try await withTracer(tracer) {
            let message = try await Self.received(on: "a", propagatesTraceContext: false)
            try await message.withSpan {}
        }
        let publish = try #require(tracer.finishedSpans.first)
        let process = try #require(tracer.finishedSpans.last)
        #expect(publish.operationName == "publish a" && process.operationName == "process a")
        #expect(process.traceID != publish.traceID && process.parentSpanID == nil)
    }

    /// Publishes a message and receives it with the metadata that the request had.
    private static func received(on channel: String, propagatesTraceContext: Bool = true) async throws -> Message {
        let service = ScriptedService(propagatesTraceContext: propagatesTraceContext) { request in
            request.path.hasPrefix("/publish/") ? ScriptedService.ok("[1,\"Sent\",\"15000000000000009\"]") : nil
        }
        try await service.client.publish("hello", to: channel)
        let path = try #require(service.transport.requests.last?.path)
        let meta = path.split(separator: "?").last?.split(separator: "&").first { $0.hasPrefix("meta=") }
        let metadata = meta.flatMap { $0.dropFirst("meta=".count).description.removingPercentEncoding } ?? "{}"
        #expect((meta != nil) == propagatesTraceContext)
        let iteration = Task {
            for try await message in service.client.subscribe(to: [channel]).messages { return message }
            throw CancellationError()
        }
        try await service.page(100)
        let envelope = ScriptedService.envelope(channel, "\"hello\"", at: 101)
        try await service.page(101, "{\"u\":\(metadata),\(envelope.dropFirst())")
        return try await iteration.value
    }
}

@Suite(.timeLimit(.minutes(2)))
struct LifecycleTests {
    @Test("As a service, the client runs until the group shuts down gracefully, and leaves its channels")
    func service() async throws {
        let service = ScriptedService { request in
            request.path.contains("/leave") ? ScriptedService.ok("{\"status\":200,\"action\":\"leave\"}") : nil
        }
        let group = ServiceGroup(services: [service.client], logger: Logger(label: "test"))
        let running = Task { try await group.run() }
        let iteration = Task { for try await _ in service.client.subscribe(to: ["a"]) {} }
        try await service.page(100)
        _ = try await service.request("/v2/subscribe/")
        await group.triggerGracefulShutdown()
        try await running.value
        try await iteration.value
        #expect(service.transport.requests.contains { $0.path.contains("/channel/a/leave") })
    }

    @Test("Cancellation of run closes the connection immediately")
    func cancelled() async throws {
        let service = ScriptedService()
        let running = Task { try await service.client.run() }
        try await until { !service.transport.requests.isEmpty }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        await #expect(throws: PubNubError.self) { try await service.client.time() }
    }

    @Test("Cancellation of run during its graceful shutdown ends the wait for calls in flight")
    func cancelledShutdown() async throws {
        let service = ScriptedService()
        let group = ServiceGroup(services: [service.client], logger: Logger(label: "test"))
        let running = Task { try await group.run() }
        let publishing = Task { try await service.client.publish("in flight", to: "a") }
        _ = try await service.request("/publish/")
        await group.triggerGracefulShutdown()
        try await until { service.timers.running[.shutdown] != nil }
        running.cancel()
        _ = await running.result
        let error = await #expect(throws: PubNubError.self) { try await publishing.value }
        #expect(error?.isOutcomeUnknown == true)
    }

    @Test("The states of the connection: the present one, then each change, and the end with the client")
    func states() async throws {
        let service = ScriptedService()
        var states = service.client.connectionStates.makeAsyncIterator()
        guard case .disconnected(nil)? = await states.next(isolation: nil) else {
            Issue.record("The client was connected already.")
            return
        }
        _ = try await service.client.time()
        guard case .connecting? = await states.next(isolation: nil),
            case .connected? = await states.next(isolation: nil)
        else {
            Issue.record("The client did not connect.")
            return
        }
        await service.client.shutdown()
        guard case .disconnected(nil)? = await states.next(isolation: nil), await states.next(isolation: nil) == nil
        else {
            Issue.record("The states did not end.")
            return
        }
    }

    @Test("A lost connection is reported, and the client reconnects by itself")
    func reconnects() async throws {
        let service = ScriptedService()
        let iteration = Task {
            var events: [String] = []
            for try await event in service.client.subscribe(to: ["a"]) {
                if case .connection(let state) = event { events.append(state.isConnected ? "on" : "off") }
                if events.filter({ $0 == "on" }).count == 2 { break }
            }
            return events
        }
        try await service.page(100)
        _ = try await service.request("/v2/subscribe/")
        service.transport.fail("/v2/subscribe/", .unreachable)
        try await until { service.timers.fire(.reconnect) }
        try await service.page(100)
        let events = try await iteration.value
        #expect(events.first == "on" && events.last == "on" && events.contains("off"))
    }
}
