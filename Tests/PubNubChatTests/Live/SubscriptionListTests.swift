import PubNub
import PubNubLocks
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("Who waits for a connection hears of that one alone", .timeLimit(.minutes(5)))
struct SubscriptionListTests {
    /// A list whose waiters are told when they may hear, by the test.
    private final class Scene: Sendable {
        let marks = IntegrationInbox<Int>()
        let list: SubscriptionList

        init() {
            let marks = marks
            list = SubscriptionList { marks.put($0) }
        }

        /// Begins to wait, and gives the number of the waiter.
        func connect() async throws -> (task: Task<Void, any Error>, waiter: Int) {
            let list = list
            let task = Task { try await list.waitForConnection {} }
            return (task, try await marks.next { $0 })
        }
    }

    @Test("The end of the connection before, heard late, is not the end of the next one")
    func earlierEnd() async throws {
        let scene = Scene()
        let (task, waiter) = try await scene.connect()
        scene.list.connected()
        scene.list.disconnected(nil)
        #expect(scene.list.waiting == 1)
        scene.list.reached(waiter)
        scene.list.connected()
        try await task.value
    }

    @Test("Its own end is an error: 108 when the app disconnects, and the reason otherwise")
    func ownEnd() async throws {
        for error in [nil, PNError(code: kPNClientConnectionFailedOnInternetFailureError)] {
            let scene = Scene()
            let (task, waiter) = try await scene.connect()
            scene.list.reached(waiter)
            scene.list.disconnected(error)
            let told = await #expect(throws: PNError.self) { try await task.value }
            #expect(told?.code == error?.code ?? kPNRequestExecutionFailedClientNotReadyError)
        }
    }

    @Test("One who waited before is told of the end, one who began after it is not")
    func both() async throws {
        let scene = Scene()
        let (first, waiter) = try await scene.connect()
        scene.list.reached(waiter)
        let (second, next) = try await scene.connect()
        scene.list.disconnected(nil)
        await #expect(throws: PNError.self) { try await first.value }
        scene.list.reached(next)
        scene.list.connected()
        try await second.value
    }

    @Test("A client that is seen to be connected ends the wait whatever is still to be heard")
    func seen() async throws {
        let scene = Scene()
        let (task, _) = try await scene.connect()
        scene.list.connected(isSeen: true)
        try await task.value
    }
}
