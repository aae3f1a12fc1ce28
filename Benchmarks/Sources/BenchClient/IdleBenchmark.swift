import BenchMeasure
import Dispatch
import Foundation
import PubNub

/// Clients that wait in a long poll and do nothing else.
final class IdleBenchmark {
    private var clients: [PubNub] = []
    private var waiting = 0

    /// What one waiting client costs in `seconds`.
    func runWaiting(port: String, seconds: Int) {
        start(1, port: port) {
            Thread.detachNewThread {
                // By then the threads that connecting needed are gone.
                Thread.sleep(forTimeInterval: 10)
                let switches = context_switches()
                let cpu = cpu_seconds()
                Thread.sleep(forTimeInterval: Double(seconds))
                let usedCPU = cpu_seconds() - cpu
                // Going to sleep is one of them.
                let used = context_switches() - switches - 1
                report("switches-per-minute", Double(used) * 60 / Double(seconds))
                report("cpu-ms-per-minute", usedCPU * 1000 * 60 / Double(seconds))
                exit(0)
            }
        }
    }

    /// What each of `count` further clients adds to the memory of the process.
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

    /// What publishing costs while `count` clients wait.
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
