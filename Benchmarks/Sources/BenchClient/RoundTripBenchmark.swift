import BenchMeasure
import PubNub

/// One client publishes, another one receives, and then the first publishes again.
final class RoundTripBenchmark {
    private let gate: Gate
    private let channel = PNChannel.channel(withName: "bench")
    private var clients: [PubNub] = []
    private var publishedAt = 0.0

    init(_ amount: Int) {
        gate = Gate(amount) { gate in
            gate.reportMedian()
            gate.reportCPU()
        }
    }

    func run(port: String) {
        Clients.connected(port: port) { publisher in
            Clients.connected(port: port) { subscriber in
                self.clients = [publisher, subscriber]
                subscriber.observationCenter.addMessageReceiveObserver(self) { _ in
                    self.gate.pass(latency: now_seconds() - self.publishedAt)
                    self.publishNext(publisher)
                }
                subscriber.subscribe(on: [self.channel]) { _, _, error in
                    if let error {
                        Clients.fail("subscribe", error)
                    }
                    self.publishNext(publisher)
                }
            }
        }
    }

    private func publishNext(_ publisher: PubNub) {
        publishedAt = now_seconds()
        publisher.sendMessage(PublishBenchmark.text, to: channel)
    }
}
