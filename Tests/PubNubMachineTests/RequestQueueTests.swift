import Testing

@testable import PubNub

/// README "Publishing Messages" (order per channel), wire reference 2.4 (repetitions) and 7.3 (prechecks, time-outs).
@Suite struct RequestQueueTests {
    static let timeout: Duration = .seconds(15)
    static let malformed = Failure(.malformed, code: kPNResponseMalformedJSONError)

    static func open() -> RequestQueue {
        var queue = RequestQueue()
        _ = queue.opened()
        return queue
    }

    static func terms(_ order: String? = nil, isRepeatable: Bool = true) -> RequestQueue.Terms {
        .init(order: order, timeout: timeout, isRepeatable: isRepeatable)
    }

    @Test func aClosedGateFailsAtOnceWithItsCode() {
        var queue = RequestQueue()
        let id = queue.nextID()
        let failure = Failure(.local, code: kPNRequestExecutionFailedClientNotReadyError)
        #expect(queue.submit(id, Self.terms()) == [.fail(id, failure)])
        #expect(queue.count == 0)
    }

    @Test func parkedCallsGoOutInOrderWhenTheConnectionIsThere() {
        var queue = RequestQueue()
        queue.park()
        let ids = (0..<3).map { _ in queue.nextID() }
        for id in ids {
            #expect(queue.submit(id, Self.terms()) == [.startTimer(.request(id), after: Self.timeout)])
        }
        #expect(queue.opened() == ids.map { .send($0) })
    }

    @Test func callsOfOneOrderFollowOneAnother() {
        var queue = Self.open()
        let (first, second, other) = (queue.nextID(), queue.nextID(), queue.nextID())
        let timers: [RequestQueue.Action] = [first, second, other].map {
            .startTimer(.request($0), after: Self.timeout)
        }
        #expect(queue.submit(first, Self.terms("a")) == [timers[0], .send(first)])
        #expect(queue.submit(second, Self.terms("a")) == [timers[1]])
        #expect(queue.submit(other, Self.terms("b")) == [timers[2], .send(other)])
        #expect(queue.finished(first) == [.cancelTimer(.request(first)), .send(second)])
        #expect(queue.finished(other) == [.cancelTimer(.request(other))])
        #expect(queue.finished(second) == [.cancelTimer(.request(second))])
        #expect(queue.count == 0)
    }

    @Test func aFailedCallLetsTheNextOfItsOrderGo() {
        var queue = Self.open()
        let (first, second) = (queue.nextID(), queue.nextID())
        _ = queue.submit(first, Self.terms("a", isRepeatable: false))
        _ = queue.submit(second, Self.terms("a", isRepeatable: false))
        let refused = Failure(.refused, code: kPNInvalidJSONError)
        #expect(queue.failed(first, refused) == [.fail(first, refused), .cancelTimer(.request(first)), .send(second)])
    }

    @Test func aMalformedAnswerIsAskedForThreeTimesMore() {
        var queue = Self.open()
        let id = queue.nextID()
        _ = queue.submit(id, Self.terms())
        for _ in 0..<3 { #expect(queue.failed(id, Self.malformed) == [.send(id)]) }
        #expect(queue.failed(id, Self.malformed) == [.fail(id, Self.malformed), .cancelTimer(.request(id))])
    }

    /// "Nothing twice": a message is not published again by the client itself; the caller learns that nobody knows.
    @Test func aPublishIsNeverRepeated() {
        var queue = Self.open()
        let id = queue.nextID()
        _ = queue.submit(id, Self.terms("a", isRepeatable: false))
        var unknown = Self.malformed
        unknown.isOutcomeUnknown = true
        #expect(queue.failed(id, Self.malformed) == [.fail(id, unknown), .cancelTimer(.request(id))])
    }

    @Test func aTimeOutCancelsFailsAndGoesOn() {
        var queue = Self.open()
        let (first, second) = (queue.nextID(), queue.nextID())
        _ = queue.submit(first, Self.terms("a"))
        _ = queue.submit(second, Self.terms("a"))
        #expect(queue.timedOut(first) == [.cancel(first), .fail(first, .requestTimedOut), .send(second)])
        #expect(queue.finished(first) == [], "a late answer is ignored")
        #expect(!queue.isWaiting(first))
    }

    @Test func aCallThatTimesOutInLineIsNeverSent() {
        var queue = Self.open()
        let (first, second, third) = (queue.nextID(), queue.nextID(), queue.nextID())
        for id in [first, second, third] { _ = queue.submit(id, Self.terms("a")) }
        #expect(queue.timedOut(second) == [.fail(second, .requestTimedOut)])
        #expect(queue.finished(first) == [.cancelTimer(.request(first)), .send(third)])
    }

    @Test func aParkedCallThatTimesOutIsForgotten() {
        var queue = RequestQueue()
        queue.park()
        let id = queue.nextID()
        _ = queue.submit(id, Self.terms("a"))
        #expect(queue.timedOut(id) == [.fail(id, .requestTimedOut)])
        #expect(queue.opened() == [])
    }

    @Test func closingFailsEverythingOldestFirst() {
        var queue = Self.open()
        let (first, second) = (queue.nextID(), queue.nextID())
        _ = queue.submit(first, Self.terms("a", isRepeatable: false))
        _ = queue.submit(second, Self.terms("a", isRepeatable: false))
        var unknown = Failure(.local, code: 107)
        unknown.isOutcomeUnknown = true
        #expect(
            queue.close(code: 107) == [
                .cancel(first), .cancelTimer(.request(first)), .fail(first, unknown),
                .cancelTimer(.request(second)), .fail(second, Failure(.local, code: 107)),
            ]
        )
        #expect(queue.count == 0)
        #expect(queue.opened() == [])
    }

    @Test func unknownCallsDoNothing() {
        var queue = Self.open()
        let id = queue.nextID()
        #expect(queue.finished(id) == [])
        #expect(queue.failed(id, Self.malformed) == [])
        #expect(queue.timedOut(id) == [])
    }
}
