import PubNub
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("A task that waits for a connection is notified only about that connection", .timeLimit(.minutes(5)))
struct SubscriptionListTests {
    /// A list whose waiters the test marks as reached.
    private final class Scene: Sendable {
        let marks = IntegrationInbox<Int>()
        let list: SubscriptionList

        init() {
            let marks = marks
            list = SubscriptionList { marks.put($0) }
        }

        /// Starts a wait, and returns the number of the waiter.
        func connect() async throws -> (task: Task<Void, any Error>, waiter: Int) {
            let list = list
            let task = Task { try await list.waitForConnection {} }
            return (task, try await marks.next { $0 })
        }

        /// Starts a wait for the subscription of a channel, and returns the number of the waiter.
        func subscribe(to channel: String) async throws -> (task: Task<Void, any Error>, waiter: Int) {
            let list = list
            let task = Task { try await list.waitForSubscription([channel]) {} }
            return (task, try await marks.next { $0 })
        }
    }

    @Test("A late end event of the previous connection does not end the wait for the next one")
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

    @Test("The end of its own connection is an error: 108 after the app disconnects, otherwise the reason")
    func ownEnd() async throws {
        for error in [nil, PNError(code: kPNClientConnectionFailedOnInternetFailureError)] {
            let scene = Scene()
            let (task, waiter) = try await scene.connect()
            scene.list.reached(waiter)
            scene.list.disconnected(error)
            let reported = await #expect(throws: PNError.self) { try await task.value }
            #expect(reported?.code == error?.code ?? kPNRequestExecutionFailedClientNotReadyError)
        }
    }

    @Test("The end of a connection ends the waits that began before it, and not those that began after it")
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

    @Test("A disconnect by the app ends the wait for a subscription, and the loss of the connection does not")
    func subscription() async throws {
        let scene = Scene()
        let (first, waiter) = try await scene.subscribe(to: "a")
        scene.list.reached(waiter)
        scene.list.disconnected(PNError(code: kPNClientConnectionFailedOnInternetFailureError))
        #expect(scene.list.waiting == 1)
        scene.list.subscribed(["a"])
        try await first.value
        let (second, next) = try await scene.subscribe(to: "b")
        scene.list.reached(next)
        scene.list.disconnected(nil)
        let reported = await #expect(throws: PNError.self) { try await second.value }
        #expect(reported?.code == kPNRequestExecutionFailedClientNotReadyError)
    }

    @Test("A client whose current state is connected ends the wait, regardless of pending events")
    func seen() async throws {
        let scene = Scene()
        let (task, _) = try await scene.connect()
        scene.list.connected(isSeen: true)
        try await task.value
    }
}
