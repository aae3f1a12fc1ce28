import BenchMeasure
import PubNub

/// Publishes to a number of channels, one message in flight on each.
final class PublishBenchmark {
    static let text =
        "The quick brown fox jumps over the lazy dog, and then it does so again, as one hundred bytes need."

    private let gate: Gate
    private let company: AnyObject?
    private var started = 0

    /// - Parameters:
    ///   - amount: The number of messages.
    ///   - company: An object to retain for as long.
    ///   - reportsPercentiles: Whether to report each percentile of the times.
    init(_ amount: Int, beside company: AnyObject? = nil, reportsPercentiles: Bool = false) {
        self.company = company
        gate = Gate(amount) { gate in
            gate.reportMedian()
            gate.reportCPU()
            gate.reportRate()
            if reportsPercentiles {
                gate.reportPercentiles()
            }
        }
    }

    func run(port: String, channels: Int) {
        Clients.connected(port: port) { client in
            for number in 0..<channels {
                self.sendNext(client, PNChannel.channel(withName: "bench\(number)"))
            }
        }
    }

    private func sendNext(_ client: PubNub, _ channel: PNChannel) {
        started += 1
        let start = now_seconds()
        client.sendMessage(Self.text, to: channel) { state, object in
            if state == .sendingError {
                Clients.fail("publish", object)
            }
            guard state == .sent else { return }
            self.gate.pass(latency: now_seconds() - start)
            if self.started < self.gate.total {
                self.sendNext(client, channel)
            }
        }
    }
}
