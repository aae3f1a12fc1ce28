import BenchMeasure
import PubNub

/// Receives pages of 100 messages at full speed.
final class IngestBenchmark {
    private let gate: Gate
    private let readsFields: Bool
    private var client: PubNub?
    private var seen = 0.0

    init(_ amount: Int, readsFields: Bool = false) {
        self.readsFields = readsFields
        gate = Gate(amount) { gate in
            gate.reportRate()
            gate.reportCPU()
            gate.reportGrowth()
        }
    }

    func run(port: String, prefix: String, channels: Int = 1) {
        Clients.connected(port: port) { client in
            self.client = client
            client.observationCenter.addMessageReceiveObserver(self) { message in
                if self.readsFields {
                    self.read(message?.message)
                }
                self.gate.pass()
            }
            client.subscribe(on: (0..<channels).map { PNChannel.channel(withName: "\(prefix)\($0)") })
        }
    }

    /// Reads every nested value, so that none stays undecoded.
    private func read(_ value: Any?) {
        // The most frequent types first: a failing cast costs more than a successful one.
        switch value {
        case let text as String:
            seen += Double(text.utf8.count)
        case let number as Int:
            seen += Double(number)
        case let number as Double:
            seen += number
        case let fields as [String: Any]:
            for (name, field) in fields {
                seen += Double(name.utf8.count)
                read(field)
            }
        case let items as [Any]:
            for item in items {
                read(item)
            }
        case let flag as Bool:
            seen += flag ? 1 : 0
        default:
            Clients.fail("reading", value)
        }
    }
}
