import Testing

@testable import PubNubMachines

/// A caller may abandon its call at any moment.
struct AbandonedCallTests {
    private static let abandoned = Failure(.local, code: ErrorCode.abandoned)

    @Test("A call that waits in its line ends and is never sent; the next one is")
    func queued() {
        var queue = RequestQueueTests.open()
        let ids = (0..<3).map { _ in queue.nextID() }
        for id in ids { _ = queue.submit(id, RequestQueueTests.terms("line")) }
        var actions: ClientActions = []
        queue.abandoned(ids[1], into: &actions)
        #expect(actions == [.fail(ids[1], Self.abandoned)])
        #expect(queue.finished(ids[0]) == RequestQueueTests.stopped(ids[0]) + RequestQueueTests.sent(ids[2]))
    }

    @Test("A call that waits for the connection ends")
    func waiting() {
        var queue = RequestQueue()
        _ = queue.awaitConnection()
        let id = queue.nextID()
        _ = queue.submit(id, RequestQueueTests.terms())
        var actions: ClientActions = []
        queue.abandoned(id, into: &actions)
        #expect(actions == [.cancelTimer(.connection(id)), .fail(id, Self.abandoned)])
        #expect(queue.opened() == [])
    }

    @Test("A call in flight is cancelled; if it must not be repeated, its outcome is unknown")
    func inFlight() {
        var queue = RequestQueueTests.open()
        let read = queue.nextID()
        let publish = queue.nextID()
        _ = queue.submit(read, RequestQueueTests.terms())
        _ = queue.submit(publish, RequestQueueTests.terms(isRepeatable: false))
        var actions: ClientActions = []
        queue.abandoned(read, into: &actions)
        queue.abandoned(publish, into: &actions)
        var unknown = Self.abandoned
        unknown.isOutcomeUnknown = true
        #expect(
            actions == [
                .cancel(read), .cancelTimer(.request(read)), .fail(read, Self.abandoned),
                .cancel(publish), .cancelTimer(.request(publish)), .fail(publish, unknown),
            ]
        )
        #expect(queue.count == 0)
    }

    @Test("A call that has ended cannot be abandoned")
    func ended() {
        var queue = RequestQueueTests.open()
        let id = queue.nextID()
        _ = queue.submit(id, RequestQueueTests.terms())
        _ = queue.finished(id)
        var actions: ClientActions = []
        queue.abandoned(id, into: &actions)
        #expect(actions.isEmpty)
    }
}
