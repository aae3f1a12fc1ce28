import PubNub
import PubNubTestSupport

/// The results that the closures of sent messages received.
final class Sendings: Sendable {
    private let inbox = IntegrationInbox<String>()

    /// The number of messages that ended.
    var count: Int { inOrder.count }

    /// The results, in the order of arrival.
    var inOrder: [String] { inbox.all.filter { $0 != "accepted" } }

    func note(_ state: PNMessageState, _ object: Any?) {
        switch state {
        case .sending: inbox.put("accepted")
        case .sent: inbox.put("sent \((object as? PNMessage)?.message ?? "nothing")")
        default: inbox.put("failed \((object as? PNError)?.code ?? 0)")
        }
    }

    /// Waits until this many more messages were accepted.
    func accepted(_ count: Int) async throws {
        _ = try await inbox.next(count, "accepted message") { $0 == "accepted" ? $0 : nil }
    }

    /// Waits until this many messages in total have ended.
    func settled(_ count: Int) async throws {
        while self.count < count {
            _ = try await inbox.next("end \(self.count) of \(count)") { $0 == "accepted" ? nil : $0 }
        }
    }
}

extension PubNub {
    func send(_ message: Any, on channel: String, _ sendings: Sendings) {
        sendMessage(message, to: PNChannel.channel(withName: channel)) { sendings.note($0, $1) }
    }
}
