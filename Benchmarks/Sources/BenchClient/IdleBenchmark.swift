import BenchMeasure
import Dispatch
import Foundation
import PubNub

/// Idle clients that wait in a long poll.
final class IdleBenchmark {
    private var clients: [PubNub] = []
    private var waiting = 0

    /// Measures the cost of one waiting client in `seconds`.
    func runWaiting(port: String, seconds: Int) {
        start(1, port: port) {
            Thread.detachNewThread {
                // By then, threads that were needed to connect have ended.
                Thread.sleep(forTimeInterval: 10)
                let switches = context_switches()
                let cpu = cpu_seconds()
                Thread.sleep(forTimeInterval: Double(seconds))
                let usedCPU = cpu_seconds() - cpu
                // The sleep of this thread is one of the switches.
                let used = context_switches() - switches - 1
                report("switches-per-minute", Double(used) * 60 / Double(seconds))
                report("cpu-ms-per-minute", usedCPU * 1000 * 60 / Double(seconds))
                exit(0)
            }
        }
    }

    /// Measures the memory of each of `count` further clients.
    func runMemory(port: String, count: Int) {
        start(1, port: port) {
            Thread.sleep(forTimeInterval: 0.5)
            let before = resident_kib()
            self.start(count, port: port) {
                Thread.sleep(forTimeInterval: 0.5)
                report("kib-per-client", (resident_kib() - before) / Double(count))
                exit(0)
            }
        }
    }

    /// Measures the cost of publishing while `count` clients wait.
    func runPublishing(port: String, count: Int, messages: Int) {
        start(count, port: port) {
            Thread.sleep(forTimeInterval: 0.5)
            PublishBenchmark(messages, beside: self).run(port: port, channels: 1)
        }
    }

    private func start(_ count: Int, port: String, then: @escaping () -> Void) {
        let goal = waiting + count
        for _ in 0..<count {
            Clients.connected(port: port) { client in
                self.clients.append(client)
                client.subscribe(on: [PNChannel.channel(withName: "quiet")]) { _, _, error in
                    if let error {
                        Clients.fail("subscribe", error)
                    }
                    self.waiting += 1
                    if self.waiting == goal {
                        then()
                    }
                }
            }
        }
    }
}
