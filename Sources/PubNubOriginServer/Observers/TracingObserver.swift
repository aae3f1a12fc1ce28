public import PubNubOrigin
public import Tracing

/// Reports each request of a server as a span to the tracing backend of the program, through swift-distributed-tracing.
///
/// The name of a span is the method and the path of the route with placeholders, for example `GET /time/{callback}`. A span has no
/// payload, key, name of a channel or identifier of a client.
public struct TracingObserver: OriginObserver {
    private let tracer: any Tracer

    /// Reports to a tracing backend.
    ///
    /// - Parameter tracer: The backend. The one that `InstrumentationSystem` was bootstrapped with by default.
    public init(tracer: any Tracer = InstrumentationSystem.tracer) {
        self.tracer = tracer
    }

    /// Starts and ends the span of a request, with the times that the request began and ended. The server calls it.
    public func requestEnded(_ record: OriginRequestRecord) {
        let start = record.date * 100
        let (seconds, attoseconds) = record.duration.components
        let end = start + UInt64(clamping: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        let name = [record.method, record.routeTemplate ?? record.route].filter { !$0.isEmpty }.joined(separator: " ")
        let span = tracer.startSpan(
            name,
            context: .topLevel,
            ofKind: .server,
            at: DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: start)
        )
        span.attributes["http.request.method"] = record.method
        span.attributes["http.route"] = record.routeTemplate
        span.attributes["http.response.status_code"] = record.status
        span.attributes["http.request.body.size"] = record.receivedBytes
        span.attributes["http.response.body.size"] = record.sentBytes
        if let status = record.status, status >= 500 { span.setStatus(SpanStatus(code: .error)) }
        span.end(at: DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: end))
    }
}
