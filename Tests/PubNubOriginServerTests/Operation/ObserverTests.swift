import CoreMetrics
import InMemoryTracing
import MetricsTestKit
import PubNubSupport
import PubNubTestSupport
import ServiceLifecycle
import ServiceLifecycleTestKit
import Testing
import Tracing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("Observers: records of requests, swift-metrics, swift-distributed-tracing, swift-service-lifecycle")
struct ObserverTests {
    private final class Records: OriginObserver {
        private let records = Locked<[OriginRequestRecord]>([])
        var all: [OriginRequestRecord] { records.withLock { $0 } }
        func requestEnded(_ record: OriginRequestRecord) { records.withLock { $0.append(record) } }
    }

    private static let targets = [
        "/publish/PUBKEY/demo/0/chan/0/%22PAYLOAD%22?auth=AUTHKEY&meta=%22METADATA%22&signature=SIGNED",
        "/v2/presence/sub-key/demo/channel/chan/uuid/ZOE/data?state=%7B%22s%22%3A%22STATE%22%7D",
        "/v1/push/sub-key/demo/devices/DEADBEEFDEADBEEFDEADBEEFDEADBEEFDEADBEEFDEADBEEFDEADBEEFDEADBEEF?type=apns&add=chan",
        "/nowhere/PAYLOAD?auth=AUTHKEY",
    ]

    private func serve(_ observers: [any OriginObserver], _ body: (OriginServer) throws -> Void = { _ in }) async throws
    {
        var configuration = OriginConfiguration()
        configuration.observers = observers
        try await withOrigin(configuration) { server, address in
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                for target in Self.targets {
                    connection.get(target)
                    #expect(connection.answer() != nil)
                }
            }
            try body(server)
        }
    }

    @Test("A record names route, status, sizes and peer, and masks payload, keys, state, tokens and unknown paths")
    func records() async throws {
        let records = Records()
        try await serve([records])
        #expect(records.all.map(\.route) == ["publish", "stateUpdate", "pushChannels", "none"])
        #expect(records.all.map(\.status) == [200, 200, 200, 404])
        #expect(records.all.first?.routeTemplate == "/publish/{pub}/{sub}/0/{channel}/{callback}/{message}")
        for record in records.all {
            #expect(record.method == "GET")
            #expect(record.peer == "127.0.0.1")
            #expect(record.sentBytes > 0)
            #expect(record.duration > .zero)
            for secret in ["PAYLOAD", "PUBKEY", "AUTHKEY", "METADATA", "SIGNED", "STATE", "DEADBEEF"] {
                #expect(!record.maskedTarget.contains(secret), "\(record.maskedTarget)")
            }
        }
        #expect(records.all.first?.maskedTarget.hasPrefix("/publish/***/demo/0/chan/0/***?") == true)
    }

    @Test("swift-metrics receives requests by route and status, durations and the state of the server")
    func metrics() async throws {
        let backend = TestMetrics()
        let observer = MetricsObserver(factory: backend)
        try await serve([observer]) { server in
            observer.record(server.statistics)
            observer.record(server.statistics)
        }
        let dimensions = [("route", "publish"), ("status", "200")]
        #expect(try backend.expectCounter("pubnub_requests_total", dimensions).totalValue == 1)
        let missing = [("route", "none"), ("status", "404")]
        #expect(try backend.expectCounter("pubnub_requests_total", missing).totalValue == 1)
        #expect(try backend.expectTimer("pubnub_request_duration_seconds", [("route", "publish")]).values.count == 1)
        #expect(try backend.expectCounter("pubnub_publishes_total").totalValue == 1, "recorded twice, counted once")
        #expect(try backend.expectMeter("pubnub_connections").values.count == 2)
        // The message, and the event of the changed state.
        #expect(try backend.expectMeter("pubnub_buffered_messages").values.last == 2)
    }

    @Test("Each request is a span with the template of its route, and no payload, key or name")
    func spans() async throws {
        let tracer = InMemoryTracer()
        try await serve([TracingObserver(tracer: tracer)])
        let spans = tracer.finishedSpans
        #expect(spans.count == Self.targets.count)
        #expect(spans.first?.operationName == "GET /publish/{pub}/{sub}/0/{channel}/{callback}/{message}")
        #expect(spans.last?.operationName == "GET none")
        for span in spans {
            #expect(span.kind == .server)
            #expect(span.endInstant.nanosecondsSinceEpoch >= span.startInstant.nanosecondsSinceEpoch)
            var texts = [span.operationName]
            span.attributes.forEach { texts.append("\($0)=\($1)") }
            for secret in ["PAYLOAD", "AUTHKEY", "STATE", "DEADBEEF", "0/chan", "ZOE"] {
                #expect(!texts.joined(separator: " ").contains(secret))
            }
        }
    }

    @Test("As a service the server runs until the graceful shutdown, and then stops")
    func service() async throws {
        let server = OriginServer()
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await server.run() }
                try await onOwnThread { #expect(waitUntil { server.isReady }) }
                trigger.triggerGracefulShutdown()
                try await group.waitForAll()
            }
        }
        #expect(server.address == nil)
        #expect(!server.isReady)
    }

    @Test("A service that is canceled stops and reports the cancellation")
    func canceledService() async throws {
        let server = OriginServer()
        let running = Task { try await server.run() }
        try await onOwnThread { #expect(waitUntil { server.isReady }) }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        #expect(server.address == nil)
    }
}
