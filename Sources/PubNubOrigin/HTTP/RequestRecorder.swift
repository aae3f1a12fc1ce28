import PubNubWire

/// Where the requests of a server are recorded.
struct RequestRecording: Sendable {
    let metrics: OriginMetrics
    let observers: [any OriginObserver]
    let clock: any OriginClock
}

/// Records the requests of one connection, one after the other.
struct RequestRecorder {
    private struct Current {
        let route: Route?
        let start: UInt64
        /// What observers receive; nil without observers.
        let details: Details?
    }

    private struct Details {
        let method: String
        let target: String
        let receivedBytes: Int
        let date: UInt64
        let client: IPAddress?
    }

    private let recording: RequestRecording
    private var current: Current?
    /// The route of the last request, and its counters: a connection often makes the same call again.
    private var last: (route: Route?, metrics: RouteMetrics)?

    init(_ recording: RequestRecording) {
        self.recording = recording
    }

    /// A request is about to be served.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - client: The address of its client; nil if it is not known.
    mutating func start(_ request: OriginRequest, from client: IPAddress?) {
        let details = recording.observers.isEmpty ? nil : details(of: request, client)
        current = Current(route: request.matched?.route, start: MonotonicTime.nanoseconds, details: details)
    }

    private func details(of request: OriginRequest, _ client: IPAddress?) -> Details {
        Details(
            method: request.method,
            target: request.target,
            receivedBytes: request.body.count,
            date: recording.clock.date,
            client: client
        )
    }

    private mutating func metrics(of route: Route?) -> RouteMetrics {
        if let last, last.route == route { return last.metrics }
        let metrics = recording.metrics.requests[route]
        last = (route, metrics)
        return metrics
    }

    /// The request ended; does nothing if its end is recorded already.
    mutating func end(_ outcome: RequestOutcome, sentBytes: Int = 0) {
        guard let ended = current else { return }
        current = nil
        let nanoseconds = MonotonicTime.nanoseconds &- ended.start
        metrics(of: ended.route).add(outcome, nanoseconds: nanoseconds)
        guard let details = ended.details else { return }
        let record = OriginRequestRecord(
            method: details.method,
            target: details.target,
            route: ended.route,
            status: outcome.status,
            receivedBytes: details.receivedBytes,
            sentBytes: sentBytes,
            date: details.date,
            duration: .nanoseconds(Int64(clamping: nanoseconds)),
            peer: details.client?.text
        )
        for observer in recording.observers { observer.requestEnded(record) }
    }
}
