import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/Cluster.md, "How it works".
@Suite("After a commit, the next batch waits for the next requests of the clients that got their responses")
struct BatchWaitTests {
    /// An event loop that runs work immediately, and delayed work when a test says so.
    private final class ManualLoop: Sendable {
        private struct Delayed {
            let delay: Duration
            let work: @Sendable () -> Void
        }

        private let delayed = Locked<[Delayed]>([])

        var delays: [Duration] { delayed.withLock { $0.map(\.delay) } }

        func schedule(_ delay: Duration, _ work: @escaping @Sendable () -> Void) {
            delayed.withLock { $0.append(Delayed(delay: delay, work: work)) }
        }

        /// Runs the delayed work that has waited for longest.
        func runFirst() {
            let first = delayed.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            first?.work()
        }
    }

    private final class Counter: Sendable {
        private let guarded = Locked(0)

        var count: Int { guarded.withLock { $0 } }

        func add() { guarded.withLock { $0 += 1 } }
    }

    private let log: HeldLog
    private let core: OriginCore
    private let loop = ManualLoop()
    private let tick: Int
    private let responses = Counter()

    init() {
        self.init(batchWaitLimit: .milliseconds(1))
    }

    private init(batchWaitLimit: Duration?) {
        let configuration = OriginConfiguration(clock: OriginManualClock())
        log = HeldLog(clock: configuration.clock, batchWaitLimit: batchWaitLimit)
        let storage = OpenedStorage.memory(configuration)
        core = OriginCore(
            configuration: configuration,
            storage: OpenedStorage(log: log, archive: storage.archive, state: storage.state)
        )
        tick = core.addTicks({ $0() }, schedule: loop.schedule)
    }

    /// Publishes some messages in one turn of an event loop.
    private func publish(_ count: Int, in tick: Int? = nil) {
        let tick = tick ?? self.tick
        core.tickBegan()
        for _ in 0..<count {
            core.submit(OriginRequest(target: "/publish/demo/demo/0/room/0/1"), tick: tick) { [responses] _ in
                responses.add()
            }
        }
        core.tickEnded(tick)
    }

    @Test("It is proposed when as many entries wait as there were clients")
    func complete() {
        publish(20)
        publish(5)
        #expect(log.entryCount == 20)
        log.finish()
        #expect(responses.count == 20)
        #expect(log.count == 0)
        publish(19)
        #expect(log.count == 0)
        publish(1)
        #expect(log.entryCount == 25)
    }

    @Test("It is proposed when the time is up, with the entries that came")
    func timeIsUp() {
        publish(20)
        publish(5)
        log.finish()
        publish(3)
        #expect(log.count == 0)
        #expect(loop.delays == [.milliseconds(1)])
        loop.runFirst()
        #expect(log.entryCount == 8)
    }

    @Test("The first event loop on which the time is up ends the wait, and the other one does not end a later wait")
    func twoLoops() {
        let otherLoop = ManualLoop()
        let other = core.addTicks({ $0() }, schedule: otherLoop.schedule)
        publish(1)
        publish(10, in: tick)
        publish(10, in: other)
        log.finish()
        loop.runFirst()
        #expect(log.entryCount == 20)
        publish(5)
        log.finish()
        publish(1)
        #expect(log.count == 0)
        otherLoop.runFirst()
        #expect(log.entryCount == 6)
        publish(20)
        log.finish()
        #expect(log.count == 0)
        loop.runFirst()
        #expect(log.count == 0, "that was the time of the wait before")
        loop.runFirst()
        #expect(log.entryCount == 20)
    }

    @Test("A batch of few clients, or of a log whose commits take no longer than its clients, is followed immediately")
    func immediately() {
        publish(10)
        publish(5)
        log.finish()
        #expect(log.entryCount == 5)
        let other = BatchWaitTests(batchWaitLimit: nil)
        other.publish(40)
        other.publish(5)
        other.log.finish()
        #expect(other.log.entryCount == 5)
    }

    @Test("Entries without a client on an event loop wait for no client")
    func withoutClients() {
        for _ in 0..<40 { core.submit(OriginRequest(target: "/publish/demo/demo/0/room/0/1")) { _ in } }
        #expect(log.entryCount == 1)
        log.finish()
        #expect(log.entryCount == 39)
        core.submit(OriginRequest(target: "/publish/demo/demo/0/room/0/1")) { _ in }
        log.finish()
        #expect(log.entryCount == 1)
    }

    @Test("A server that stops ends the wait")
    func stop() async {
        publish(20)
        publish(5)
        log.finish()
        #expect(log.count == 0)
        let stop = Task { await core.stop() }
        #expect(await eventually { log.count == 1 })
        log.finish()
        await stop.value
        #expect(responses.count == 25)
    }
}
