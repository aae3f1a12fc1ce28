import PubNubMachines
import Synchronization
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("The network thread is woken only if needed")
struct TransportInboxTests {
    private final class Wakes: Sendable {
        let count = Atomic<Int>(0)
    }

    private let wakes = Wakes()
    private let inbox: TransportInbox

    init() {
        inbox = TransportInbox { [wakes] in wakes.count.add(1, ordering: .relaxed) }
    }

    private func post(_ id: UInt64) {
        inbox.post(.cancel(RequestID(rawValue: id)))
    }

    private func take() -> [UInt64] {
        var jobs: [TransportJob] = [.stop]
        inbox.take(into: &jobs)
        return jobs.map { job in
            guard case .cancel(let id) = job else { return 0 }
            return id.rawValue
        }
    }

    @Test("Jobs run in the order in which they were posted")
    func order() {
        (1...5).forEach(post)
        #expect(take() == [1, 2, 3, 4, 5])
        #expect(take() == [])
    }

    @Test("A working thread is not woken, and does not wait while there are jobs")
    func working() {
        post(1)
        #expect(wakes.count.load(ordering: .relaxed) == 0)
        #expect(!inbox.mayWait())
        post(2)
        #expect(wakes.count.load(ordering: .relaxed) == 0)
        #expect(take() == [1, 2])
    }

    @Test("A waiting thread is woken once")
    func waiting() {
        #expect(inbox.mayWait())
        (1...3).forEach(post)
        #expect(wakes.count.load(ordering: .relaxed) == 1)
        #expect(take() == [1, 2, 3])
        post(4)
        #expect(wakes.count.load(ordering: .relaxed) == 1)
    }

    @Test("A thread that woke up is not woken again by posted jobs before it waits")
    func resumed() {
        #expect(inbox.mayWait())
        inbox.resumed()
        (1...3).forEach(post)
        #expect(wakes.count.load(ordering: .relaxed) == 0)
        #expect(take() == [1, 2, 3])
        #expect(inbox.mayWait())
        post(4)
        #expect(wakes.count.load(ordering: .relaxed) == 1)
    }

    @Test("The last job always wakes the thread")
    func closing() {
        inbox.close()
        #expect(wakes.count.load(ordering: .relaxed) == 1)
        #expect(take() == [0])
    }
}
