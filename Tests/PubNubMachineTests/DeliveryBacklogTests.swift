import PubNubWire
import Testing

@testable import PubNubMachines

/// Documentation/Limits.md, "Client": polling pauses while the application is behind.
@Suite struct DeliveryBacklogTests {
    private static let poll = DeliveryBacklog.Poll(
        request: RequestID(rawValue: 1),
        names: SubscriptionTargetList.Names(),
        cursor: Cursor(timetoken: Timetoken(rawValue: 100))
    )

    /// A backlog that is full and holds a poll back.
    private static func full() -> DeliveryBacklog {
        var backlog = DeliveryBacklog()
        backlog.handedOver(DeliveryBacklog.limit)
        let isSent = backlog.maySend(poll)
        #expect(!isSent)
        return backlog
    }

    @Test func aPollGoesOutWhileFewWait() {
        var backlog = DeliveryBacklog()
        backlog.handedOver(DeliveryBacklog.limit - 1)
        let isSent = backlog.maySend(Self.poll)
        #expect(isSent && backlog.held == nil)
    }

    @Test func holdsAPollBackUntilFewMessagesWait() {
        var backlog = Self.full()
        let most = DeliveryBacklog.limit - DeliveryBacklog.rest
        let answers = [most - 1, 1].map { backlog.delivered($0) }
        #expect(answers == [false, true])
        let released = [backlog.release(), backlog.release()]
        #expect(released == [Self.poll, nil], "it goes out once")
        let isLate = backlog.delivered(DeliveryBacklog.rest)
        #expect(!isLate && backlog.waiting == 0)
    }

    @Test func aPollThatIsCancelledDoesNotGoOut() {
        var backlog = Self.full()
        backlog.cancelled(RequestID(rawValue: 2))
        #expect(backlog.held == Self.poll)
        backlog.cancelled(Self.poll.request)
        let isDue = backlog.delivered(DeliveryBacklog.limit)
        let released = backlog.release()
        #expect(!isDue && released == nil)
    }
}

struct DeliveryBacklogConsumerTests {
    private static let poll = DeliveryBacklog.Poll(request: RequestID(rawValue: 1), names: .init(), cursor: .now)

    @Test("The slowest consumer holds the poll back, and its end releases it")
    func slowest() {
        var backlog = DeliveryBacklog(limit: 10, rest: 5)
        backlog.handedOver(9, to: .iteration(1))
        backlog.handedOver(9, to: .iteration(2))
        let isSent = backlog.maySend(Self.poll)
        #expect(isSent && backlog.waiting == 18)
        backlog.handedOver(1, to: .iteration(1))
        let isHeld = !backlog.maySend(Self.poll)
        #expect(isHeld)
        let early = backlog.delivered(9, to: .iteration(2))
        #expect(!early)
        let freed = backlog.ended(.iteration(1))
        let released = backlog.release()
        #expect(freed && released == Self.poll && backlog.waiting == 0)
        let late = backlog.delivered(9, to: .iteration(1))
        #expect(!late && backlog.waiting == 0)
    }

    @Test("Polling continues only when every consumer has caught up")
    func everyone() {
        var backlog = DeliveryBacklog(limit: 10, rest: 5)
        backlog.handedOver(10, to: .iteration(1))
        backlog.handedOver(10)
        _ = backlog.maySend(Self.poll)
        let answers = [
            backlog.delivered(5, to: .iteration(1)), backlog.delivered(4), backlog.delivered(1),
        ]
        #expect(answers == [false, false, true])
    }
}
