import BenchMeasure
import PubNub

/// Receives pages of 100 messages at full speed.
final class IngestBenchmark {
    /// The parts of a message that the closure reads.
    enum Reading {
        case nothing
        /// Every field, by its name and with its type: programs know their messages.
        case fields
        /// Every value, of a type that is not known before.
        case everything
    }

    private let gate: Gate
    private let reading: Reading
    private var client: PubNub?
    private var seen = 0.0

    init(_ amount: Int, reads reading: Reading = .nothing) {
        self.reading = reading
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
                switch self.reading {
                case .nothing: break
                case .fields: self.readFields(message?.message)
                case .everything: self.read(message?.message)
                }
                self.gate.pass()
            }
            client.subscribe(on: (0..<channels).map { PNChannel.channel(withName: "\(prefix)\($0)") })
        }
    }

    private static let texts = (0..<10).map { "field\($0)" }

    private func readFields(_ message: Any?) {
        guard let fields = message as? [String: Any], let id = fields["id"] as? Int,
            let user = fields["user"] as? String, let isOK = fields["ok"] as? Bool,
            let at = fields["at"] as? Double, let text = fields["text"] as? String
        else { return Clients.fail("reading", message) }
        seen += Double(id) + at + Double(user.utf8.count + text.utf8.count) + (isOK ? 1 : 0)
        // Messages of 100 bytes have no more.
        if let tags = fields["tags"] {
            readMore(fields, tags)
        }
    }

    private func readMore(_ fields: [String: Any], _ tags: Any) {
        guard let tags = tags as? [Any], let place = fields["place"] as? [String: Any],
            let latitude = place["lat"] as? Double, let longitude = place["lon"] as? Double,
            let name = place["name"] as? String
        else { return Clients.fail("reading", fields) }
        seen += latitude + longitude + Double(name.utf8.count)
        for tag in tags {
            guard let tag = tag as? String else { return Clients.fail("reading", tags) }
            seen += Double(tag.utf8.count)
        }
        for name in Self.texts {
            guard let text = fields[name] as? String else { return Clients.fail("reading", fields) }
            seen += Double(text.utf8.count)
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
