import Dispatch
import PubNubSupport
import PubNubMachines
import PubNubTestSupport
import Testing

@testable import PubNub

@Suite("An event that waits for a callback queue that does not run is logged once")
struct QueueWatchTests {
    private final class Bench: Sendable {
        let timers = ManualTimers()
        let warnings = Locked<[String]>([])
        let queue = DispatchQueue(label: "app.callbacks")

        func makeWatch() -> QueueWatch {
            QueueWatch(
                alarm: { delay, body in self.timers.start(.shutdown, after: delay) { _ in body() } },
                warn: { text in self.warnings.withLock { $0.append(text) } }
            )
        }

        var logged: [String] { warnings.withLock { $0 } }
    }

    @Test("Warns after 5 s with the label of the queue, and logs once when the queue runs again")
    func stalled() {
        let bench = Bench()
        let watch = bench.makeWatch()
        watch.willPost(on: bench.queue)
        bench.timers.advance(by: .milliseconds(4_999))
        #expect(bench.logged.isEmpty)
        bench.timers.advance(by: .milliseconds(1))
        #expect(bench.logged.count == 1)
        for part in ["5 s", "'app.callbacks'", "RunLoop.main.run()", "callbackQueue"] {
            #expect(bench.logged[0].contains(part))
        }
        watch.willPost(on: bench.queue)
        bench.timers.advance(by: .seconds(60))
        #expect(bench.logged.count == 1, "the warning is not repeated")
        watch.ran()
        watch.ran()
        #expect(bench.logged.count == 2)
        #expect(bench.logged[1].hasPrefix("The callback queue 'app.callbacks' runs again after "))
        watch.willPost(on: bench.queue)
        bench.timers.advance(by: .seconds(60))
        #expect(bench.logged.count == 2)
    }

    @Test("A queue that runs is not reported, and no timer runs without events")
    func running() {
        let bench = Bench()
        let watch = bench.makeWatch()
        for _ in 0..<3 {
            watch.willPost(on: bench.queue)
            watch.ran()
            #expect(bench.timers.running.count == 1)
        }
        bench.timers.advance(by: .seconds(5))
        #expect(bench.timers.running.isEmpty)
        bench.timers.advance(by: .seconds(60))
        #expect(bench.logged.isEmpty)
    }

    @Test("While events arrive, each check waits for the latest of them")
    func busy() {
        let bench = Bench()
        let watch = bench.makeWatch()
        watch.willPost(on: bench.queue)
        watch.ran()
        bench.timers.advance(by: .seconds(4))
        watch.willPost(on: bench.queue)
        bench.timers.advance(by: .seconds(1))
        #expect(bench.logged.isEmpty && bench.timers.running.count == 1, "the second event has waited for 1 s")
        bench.timers.advance(by: .seconds(5))
        #expect(bench.logged.count == 1)
    }

    @Test("The hub watches its queue")
    func hub() {
        let bench = Bench()
        let queue = DispatchQueue(label: "app.suspended")
        let hub = EventHub(callbackQueue: queue, center: PNObservationCenter(), watch: bench.makeWatch())
        queue.suspend()
        hub.post {}
        bench.timers.advance(by: .seconds(5))
        #expect(bench.logged.map { $0.contains("'app.suspended'") } == [true])
        queue.resume()
        hub.drain()
        #expect(bench.logged.count == 2)
    }
}
