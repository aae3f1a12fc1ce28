import Testing

@testable import PubNubOrigin

@Suite("Group commit: what arrives during one commit shares the next")
struct CommitQueueTests {
    @Test func idleCommitsAtOnce() {
        var queue = CommitQueue<Int>()
        #expect(queue.isIdle)
        #expect(queue.arrived(1) == [1])
        #expect(!queue.isIdle)
    }

    @Test func committingGathers() {
        var queue = CommitQueue<Int>()
        _ = queue.arrived(1)
        #expect(queue.arrived(2) == nil)
        #expect(queue.arrived(3) == nil)
        #expect(queue.committed() == [2, 3])
        #expect(queue.arrived(4) == nil)
        #expect(queue.committed() == [4])
        #expect(queue.committed() == nil)
        #expect(queue.isIdle)
        #expect(queue.arrived(5) == [5])
    }
}
