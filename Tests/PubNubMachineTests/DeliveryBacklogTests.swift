import PubNubWire
import Testing

@testable import PubNubMachines

/// README "Limits": a client whose application falls behind asks for no more until it has caught up.
@Suite struct DeliveryBacklogTests {
    private static let poll = DeliveryBacklog.Poll(
        request: RequestID(rawValue: 1),
        names: SubscriptionTargetList.Names(),
        cursor: Cursor(timetoken: Timetoken(rawValue: 100))
    )

    /// A backlog that is full and keeps a poll back.
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

    @Test func aPollIsKeptBackUntilFewAreLeft() {
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
