import PubNub
import PubNubTestSupport

/// What the closures of sent messages were told.
final class Sendings: Sendable {
    private let inbox = IntegrationInbox<String>()

    /// How many messages came to their end.
    var count: Int { inOrder.count }

    /// How each came to its end, in order of that.
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

    /// Waits until this many messages in all came to their end.
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
