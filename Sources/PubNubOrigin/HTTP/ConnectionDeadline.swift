/// By when a connection expects the client to do something. It moves with each request, and a timer is set only for the first time
/// that it can be due: when that time comes and the deadline has moved, the timer is set again.
struct ConnectionDeadline {
    /// The expected event.
    enum Event {
        /// The first request of a new connection.
        case firstRequest
        /// The rest of a request that has begun to arrive.
        case request
        /// A request after a response, or that the client reads enough responses for the server to serve one that has arrived.
        case nextRequest
        /// The end of a connection after its last response.
        case departure
    }

    /// A timer to set.
    struct Wakeup: Equatable {
        let due: Duration
        fileprivate let number: Int
    }

    /// What to do when a timer has ended.
    enum Outcome {
        case expired(Event)
        case again(Wakeup?)
        case nothing
    }

    private struct Expectation {
        let event: Event
        let due: Duration
    }

    private struct Timer {
        let wakeup: Wakeup
        let alarm: Alarm
    }

    private var expectation: Expectation?
    private var timer: Timer?
    private var lastNumber = 0
    /// When the request that is arriving began; nil if none is.
    private var requestStart: Duration?
    /// When the last response was written; nil before the first.
    private var responseTime: Duration?

    /// Sets the deadline. Returns the timer that it needs; nil if one that is set ends early enough.
    mutating func expect(_ event: Event, by due: Duration) -> Wakeup? {
        expectation = Expectation(event: event, due: due)
        return wakeup(by: due)
    }

    /// Part of a request has arrived. The first byte sets the deadline for its head, the end of the head that for its body.
    ///
    /// - Parameters:
    ///   - isInBody: Whether the head has arrived.
    ///   - isUpload: Whether the body is that of an upload, which may take longer.
    ///   - limits: The limits of the connection.
    ///   - now: The time.
    /// - Returns: The timer that is needed; nil if one that is set ends early enough.
    mutating func requestGoesOn(isInBody: Bool, isUpload: Bool, limits: OriginLimits, at now: Duration) -> Wakeup? {
        let time = limits.requestTime(isUpload: isUpload)
        if let requestStart {
            guard isInBody else { return nil }
            return expect(.request, by: requestStart + time)
        }
        requestStart = now
        if isInBody { return expect(.request, by: now + time) }
        // The first request has its time from the start of the connection.
        if case .firstRequest? = expectation?.event { return nil }
        return expect(.request, by: now + min(limits.headTimeout, limits.requestTimeout))
    }

    /// A request has arrived whole, or was refused.
    mutating func requestEnded() {
        requestStart = nil
        expectation = nil
    }

    /// A request has arrived whole, or was refused, and waits for the client to read earlier responses. That gives the client no further
    /// time to read them.
    ///
    /// - Returns: The timer that is needed; nil if one that is set ends early enough.
    mutating func requestWaits(limits: OriginLimits, at now: Duration) -> Wakeup? {
        if case .nextRequest? = expectation?.event {
            requestStart = nil
            return nil
        }
        return expectReading(limits: limits, at: now)
    }

    /// Expects that the client reads responses, within its time from the last one. A request that is arriving has its time again from when
    /// more of it is read.
    mutating func expectReading(limits: OriginLimits, at now: Duration) -> Wakeup? {
        requestStart = nil
        return expect(.nextRequest, by: (responseTime ?? now) + limits.idleTimeout)
    }

    /// A request that waited is served. The client need not do anything until its response.
    mutating func waitEnded() {
        if case .nextRequest? = expectation?.event { expectation = nil }
    }

    /// All requests that have arrived have their responses.
    mutating func becameIdle(limits: OriginLimits, at now: Duration) -> Wakeup? {
        responseTime = now
        guard requestStart == nil else { return nil }
        return expect(.nextRequest, by: now + limits.idleTimeout)
    }

    /// Notes the timer that was set.
    mutating func isWaiting(for wakeup: Wakeup, in alarm: Alarm) {
        timer?.alarm.cancel()
        timer = Timer(wakeup: wakeup, alarm: alarm)
    }

    /// A timer has ended.
    mutating func wokeUp(_ wakeup: Wakeup, at now: Duration) -> Outcome {
        guard timer?.wakeup == wakeup else { return .nothing }
        timer = nil
        guard let expectation else { return .nothing }
        guard expectation.due <= now else { return .again(self.wakeup(by: expectation.due)) }
        self.expectation = nil
        return .expired(expectation.event)
    }

    /// Ends the timer; nothing is expected any more.
    mutating func cancel() {
        expectation = nil
        timer?.alarm.cancel()
        timer = nil
    }

    private mutating func wakeup(by due: Duration) -> Wakeup? {
        if let timer, timer.wakeup.due <= due { return nil }
        lastNumber += 1
        return Wakeup(due: due, number: lastNumber)
    }
}
