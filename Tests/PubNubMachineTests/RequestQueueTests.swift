import Testing

@testable import PubNubMachines

/// Order per channel (README "Publishing Messages"), and repetitions and time limits (Documentation/WireProtocol.md, "Errors
/// and retries").
@Suite struct RequestQueueTests {
    static let timeout: Duration = .seconds(15)
    static let malformed = Failure(.malformed, code: ErrorCode.responseMalformed)

    static func open() -> RequestQueue {
        var queue = RequestQueue()
        _ = queue.opened()
        return queue
    }

    static func terms(_ order: String? = nil, isRepeatable: Bool = true, width: Int = 1) -> RequestQueue.Terms {
        .init(order: order, timeout: timeout, isRepeatable: isRepeatable, width: width)
    }

    /// The actions that stop the time limit of a call in flight.
    static func stopped(_ id: RequestID) -> [ClientAction] { [.cancelTimer(.request(id))] }

    /// The actions that stop the time limit of a call that waits for the connection.
    static func connected(_ id: RequestID) -> [ClientAction] { [.cancelTimer(.connection(id))] }

    /// The actions that report the failure of a call.
    static func failed(_ id: RequestID, _ failure: Failure) -> [ClientAction] { [.fail(id, failure)] }

    /// The actions that send a call for the first time.
    static func sent(_ id: RequestID) -> [ClientAction] {
        [.startTimer(.request(id), after: timeout), .send(id)]
    }

    @Test func aClosedGateFailsCallsImmediatelyWithItsCode() {
        var queue = RequestQueue()
        let id = queue.nextID()
        let failure = Failure(.local, code: ErrorCode.notConnected)
        #expect(queue.submit(id, Self.terms()) == [.fail(id, failure)])
        #expect(queue.count == 0)
    }

    @Test func parkedCallsGoOutInOrderWhenTheConnectionIsThere() {
        var queue = RequestQueue()
        _ = queue.awaitConnection()
        let ids = (0..<3).map { _ in queue.nextID() }
        for id in ids {
            #expect(queue.submit(id, Self.terms()) == [.startTimer(.connection(id), after: Self.timeout)])
        }
        #expect(queue.opened() == ids.flatMap { Self.connected($0) + Self.sent($0) })
    }

    @Test("The time limit of a call starts when it is sent, not when it is made")
    func limitCountsFromSending() {
        var queue = Self.open()
        let first = queue.nextID()
        let second = queue.nextID()
        #expect(queue.submit(first, Self.terms("a")) == Self.sent(first))
        #expect(queue.submit(second, Self.terms("a")) == [], "nothing runs for a call that waits in line")
        #expect(queue.timedOut(second) == [])
        #expect(queue.finished(first) == Self.stopped(first) + Self.sent(second))
    }

    @Test("A line keeps its order during a reconnect, and waiting calls have a time limit in the meantime")
    func lineAcrossConnections() {
        var queue = Self.open()
        let ids = (0..<3).map { _ in queue.nextID() }
        for id in ids { _ = queue.submit(id, Self.terms("a")) }
        #expect(queue.awaitConnection() == ids[1...].map { .startTimer(.connection($0), after: Self.timeout) })
        #expect(queue.finished(ids[0]) == [.cancelTimer(.request(ids[0]))], "nothing is sent without a connection")
        #expect(
            queue.opened()
                == Self.connected(ids[1]) + Self.sent(ids[1]) + Self.connected(ids[2])
        )
        #expect(queue.finished(ids[1]) == Self.stopped(ids[1]) + Self.sent(ids[2]))
    }

    @Test("A request that the transport holds back has no time limit until it is sent")
    func heldBack() {
        var queue = Self.open()
        let id = queue.nextID()
        _ = queue.submit(id, Self.terms())
        #expect(queue.heldBack(id) == [.cancelTimer(.request(id))])
        #expect(queue.timedOut(id) == [], "a timer that fires late changes nothing")
        #expect(queue.released(id) == [.startTimer(.request(id), after: Self.timeout)])
        #expect(queue.released(id) == [])
        #expect(queue.timedOut(id) == [.cancel(id), .fail(id, .requestTimedOut)])
        #expect(queue.heldBack(id) == [])
    }

    @Test("A full line refuses calls; other lines and the outbox accept them")
    func bounds() {
        var queue = RequestQueue(limits: .init(line: 2, total: 5))
        _ = queue.opened()
        let ids = (0..<8).map { _ in queue.nextID() }
        for id in ids[..<3] { _ = queue.submit(id, Self.terms("a")) }
        #expect(queue.submit(ids[3], Self.terms("a")) == [.fail(ids[3], .queueFull)])
        #expect(queue.submit(ids[3], .init(order: "a", timeout: Self.timeout, isBounded: false)) == [])
        #expect(queue.submit(ids[4], Self.terms("b")) == Self.sent(ids[4]))
        #expect(queue.submit(ids[5], Self.terms()) == [.fail(ids[5], .queueFull)], "five calls in all")
        _ = queue.finished(ids[0])
        #expect(queue.submit(ids[6], Self.terms()) == Self.sent(ids[6]))
        #expect(queue.count == 5)
    }

    @Test("Several calls of a line are in flight if all of them allow it, and they are sent in order")
    func width() {
        var queue = Self.open()
        let ids = (0..<5).map { _ in queue.nextID() }
        #expect(queue.submit(ids[0], Self.terms("a", width: 2)) == Self.sent(ids[0]))
        #expect(queue.submit(ids[1], Self.terms("a", width: 2)) == Self.sent(ids[1]))
        #expect(queue.submit(ids[2], Self.terms("a", width: 2)) == [])
        #expect(queue.submit(ids[3], Self.terms("a")) == [])
        #expect(queue.submit(ids[4], Self.terms("a", width: 2)) == [])
        #expect(queue.finished(ids[1]) == Self.stopped(ids[1]) + Self.sent(ids[2]))
        #expect(queue.finished(ids[0]) == [.cancelTimer(.request(ids[0]))], "one of them wants to be alone")
        #expect(queue.finished(ids[2]) == Self.stopped(ids[2]) + Self.sent(ids[3]))
        #expect(queue.finished(ids[3]) == Self.stopped(ids[3]) + Self.sent(ids[4]))
    }

    @Test("100,000 calls of one line, a third of them removed from its middle, cost as much each as a few")
    func longLine() {
        var queue = RequestQueue(limits: .init(line: .max, total: .max))
        _ = queue.awaitConnection()
        let ids = (0..<100_000).map { _ in queue.nextID() }
        for id in ids { _ = queue.submit(id, Self.terms("a")) }
        for index in stride(from: 1, to: ids.count, by: 3) { _ = queue.connectionWaitTimedOut(ids[index]) }
        var actions = queue.opened()
        var sent: [RequestID] = []
        while let next = actions.compactMap(\.sentCall).first {
            sent.append(next)
            actions = queue.finished(next)
        }
        #expect(sent == ids.enumerated().filter { $0.offset % 3 != 1 }.map(\.element))
        #expect(queue.count == 0)
    }

    @Test func callsOfOneOrderFollowOneAnother() {
        var queue = Self.open()
        let first = queue.nextID()
        let second = queue.nextID()
        let other = queue.nextID()
        #expect(queue.submit(first, Self.terms("a")) == Self.sent(first))
        #expect(queue.submit(second, Self.terms("a")) == [])
        #expect(queue.submit(other, Self.terms("b")) == Self.sent(other))
        #expect(queue.finished(first) == Self.stopped(first) + Self.sent(second))
        #expect(queue.finished(other) == [.cancelTimer(.request(other))])
        #expect(queue.finished(second) == [.cancelTimer(.request(second))])
        #expect(queue.count == 0)
    }

    @Test func aFailedCallLetsTheNextOfItsOrderGo() {
        var queue = Self.open()
        let first = queue.nextID()
        let second = queue.nextID()
        _ = queue.submit(first, Self.terms("a", isRepeatable: false))
        _ = queue.submit(second, Self.terms("a", isRepeatable: false))
        let refused = Failure(.refused, code: ErrorCode.invalidJSON)
        #expect(
            queue.failed(first, refused) == Self.failed(first, refused) + Self.stopped(first) + Self.sent(second)
        )
    }

    /// The pause that these actions begin; nil if they do anything else.
    private func pause(_ actions: [ClientAction], of id: RequestID) -> Duration? {
        guard actions.count == 1, case .startTimer(.pause(id), let pause?, _) = actions[0] else { return nil }
        return pause
    }

    @Test("Repeats a request after a temporary failure three times, after growing pauses")
    func repetitions() throws {
        var queue = Self.open()
        let id = queue.nextID()
        let next = queue.nextID()
        _ = queue.submit(id, Self.terms("a"))
        _ = queue.submit(next, Self.terms("a"))
        for (least, most) in [(0.075, 0.125), (0.75, 1.25), (1.5, 2.5)] {
            let delay = try #require(pause(queue.failed(id, Self.malformed), of: id))
            #expect(delay >= .seconds(least) && delay <= .seconds(most))
            #expect(queue.failed(id, Self.malformed) == [], "it is not under way")
            #expect(queue.pauseEnded(id) == [.send(id)], "its limit goes on, and the next one waits")
            #expect(queue.pauseEnded(id) == [])
        }
        #expect(
            queue.failed(id, Self.malformed)
                == Self.failed(id, Self.malformed) + Self.stopped(id) + Self.sent(next)
        )
    }

    @Test("Obeys Retry-After; a call whose time limit is shorter fails with the service's error")
    func retryAfter() throws {
        var queue = Self.open()
        let id = queue.nextID()
        _ = queue.submit(id, Self.terms())
        var busy = Failure(.serverError, code: ErrorCode.unknown)
        busy.retryAfter = .seconds(8)
        let delay = try #require(pause(queue.failed(id, busy), of: id))
        #expect(delay >= .seconds(8) && delay <= .seconds(10))
        _ = queue.pauseEnded(id)
        busy.retryAfter = .seconds(15)
        #expect(queue.failed(id, busy) == [.fail(id, busy), .cancelTimer(.request(id))])
    }

    @Test("A call whose time limit ends during a pause fails with the service's last error")
    func limitDuringAPause() {
        var queue = Self.open()
        let id = queue.nextID()
        let next = queue.nextID()
        _ = queue.submit(id, Self.terms("a"))
        _ = queue.submit(next, Self.terms("a"))
        _ = queue.failed(id, Self.malformed)
        let stopped: [ClientAction] = [.cancelTimer(.pause(id))]
        #expect(queue.timedOut(id) == stopped + Self.failed(id, Self.malformed) + Self.sent(next))
        #expect(queue.pauseEnded(id) == [])
    }

    @Test("Repeats a publish after a rate limit, because the service did not process it")
    func rateLimit() throws {
        var queue = Self.open()
        let id = queue.nextID()
        _ = queue.submit(id, Self.terms("a", isRepeatable: false))
        let limited = Failure(.refused, code: ErrorCode.rateExceeded)
        for _ in 0..<3 {
            #expect(pause(queue.failed(id, limited), of: id) != nil)
            #expect(queue.pauseEnded(id) == [.send(id)])
        }
        #expect(queue.failed(id, limited) == [.fail(id, limited), .cancelTimer(.request(id))])
    }

    @Test("A pause continues during a reconnect, and the call precedes later ones")
    func pauseAcrossConnections() {
        var queue = Self.open()
        let id = queue.nextID()
        let next = queue.nextID()
        _ = queue.submit(id, Self.terms("a"))
        _ = queue.submit(next, Self.terms("a"))
        _ = queue.failed(id, Self.malformed)
        #expect(queue.awaitConnection() == [.startTimer(.connection(next), after: Self.timeout)])
        #expect(queue.pauseEnded(id) == [])
        #expect(queue.opened() == [.send(id), .cancelTimer(.connection(next))])
        #expect(queue.finished(id) == Self.stopped(id) + Self.sent(next))
    }

    @Test("A pause, and a wait for the connection, end with the connection")
    func closing() {
        var queue = Self.open()
        let first = queue.nextID()
        let second = queue.nextID()
        _ = queue.submit(first, Self.terms("a"))
        _ = queue.failed(first, Self.malformed)
        _ = queue.awaitConnection()
        _ = queue.submit(second, Self.terms("a"))
        #expect(
            queue.close(code: 107) == [
                .cancelTimer(.pause(first)), .cancelTimer(.request(first)), .fail(first, Failure(.local, code: 107)),
                .cancelTimer(.connection(second)), .fail(second, Failure(.local, code: 107)),
            ]
        )
    }

    /// The client does not repeat a publish by itself; the caller receives an error that says that the result is unknown.
    @Test func aPublishIsNeverRepeated() {
        var queue = Self.open()
        let id = queue.nextID()
        _ = queue.submit(id, Self.terms("a", isRepeatable: false))
        var unknown = Self.malformed
        unknown.isOutcomeUnknown = true
        #expect(queue.failed(id, Self.malformed) == [.fail(id, unknown), .cancelTimer(.request(id))])
    }

    @Test func aTimeoutCancelsAndFailsTheCallAndStartsTheNext() {
        var queue = Self.open()
        let first = queue.nextID()
        let second = queue.nextID()
        _ = queue.submit(first, Self.terms("a"))
        _ = queue.submit(second, Self.terms("a"))
        let cancelled: [ClientAction] = [.cancel(first)]
        let failed = Self.failed(first, .requestTimedOut)
        #expect(queue.timedOut(first) == cancelled + failed + Self.sent(second))
        #expect(queue.finished(first) == [], "a late answer is ignored")
        #expect(!queue.isWaiting(first))
    }

    @Test func aParkedCallThatTimesOutIsForgotten() {
        var queue = RequestQueue()
        _ = queue.awaitConnection()
        let id = queue.nextID()
        _ = queue.submit(id, Self.terms("a"))
        #expect(queue.connectionWaitTimedOut(id) == [.fail(id, .requestTimedOut)])
        #expect(queue.opened() == [])
        #expect(queue.connectionWaitTimedOut(id) == [])
    }

    @Test func closingFailsEverythingOldestFirst() {
        var queue = Self.open()
        let first = queue.nextID()
        let second = queue.nextID()
        _ = queue.submit(first, Self.terms("a", isRepeatable: false))
        _ = queue.submit(second, Self.terms("a", isRepeatable: false))
        var unknown = Failure(.local, code: 107)
        unknown.isOutcomeUnknown = true
        #expect(
            queue.close(code: 107) == [
                .cancel(first), .cancelTimer(.request(first)), .fail(first, unknown),
                .fail(second, Failure(.local, code: 107)),
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

extension ClientAction {
    /// The call that is sent; nil for any other action.
    fileprivate var sentCall: RequestID? {
        if case .send(let id) = self { id } else { nil }
    }
}
