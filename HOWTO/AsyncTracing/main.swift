import InMemoryTracing
import PubNubAsync
import PubNubOrigin
import Tracing

// The tracer of this program. A program of your own has one that sends its spans to a collector.
let tracer = InMemoryTracer()
InstrumentationSystem.bootstrap(tracer)

// A server in this process. To use PubNub instead, leave out the origin, set your keys, and leave TLS enabled.
let server = OriginServer()
let address = try await server.start()
var configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: "shop")
configuration.origin = "\(address.host):\(address.port)"
configuration.isSecure = false
// The metadata of each message carries the context of its trace.
configuration.propagatesTraceContext = true

/// Publishes an order in a span of the shop, and handles it in the trace of its sender.
try await PubNubClient.withClient(configuration) { client in
    for try await event in client.subscribe(to: ["orders.4711"]) {
        switch event {
        case .connection(.connected):
            try await withSpan("checkout") { _ in
                _ = try await client.publish(["article": "tea"], to: "orders.4711")
            }
        case .message(let message):
            try await message.withSpan {
                print("handling \(message.json)")
            }
            return
        default: break
        }
    }
}
await server.stop()

// A console exporter: a line for each span, below the span that it belongs to.
func printSpans(_ spans: [FinishedInMemorySpan], below parent: String?, indent: String = "") {
    for span in spans where span.parentSpanID == parent {
        let nanoseconds = span.endInstant.nanosecondsSinceEpoch - span.startInstant.nanosecondsSinceEpoch
        print("\(indent)\(span.operationName) (\(span.kind), \(nanoseconds / 1_000) us)")
        printSpans(spans, below: span.spanID, indent: indent + "  ")
    }
}
printSpans(tracer.finishedSpans, below: nil)
