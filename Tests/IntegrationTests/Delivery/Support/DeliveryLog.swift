import PubNub
import PubNubSupport
import PubNubTestSupport

/// All deliveries to an app, as lines of text in the order of arrival.
final class DeliveryLog: Sendable {
    private let inbox = IntegrationInbox<String>()
    /// The address that lines show as `origin`, because each test has another one.
    private let origin: String
    private let taken = Locked(0)

    init(origin: String) {
        self.origin = origin
    }

    var lines: [String] { inbox.all }

    /// Records a call of the delegate.
    func add(_ call: DelegateCall) {
        add("delegate \(call.method)", call.values)
    }

    /// Records a receiver and the values that it received.
    func add(_ who: String, _ values: [Any?]) {
        let texts = values.map { DeliveryText.of($0).replacing(origin, with: "origin") }
        inbox.put(texts.isEmpty ? who : "\(who): \(texts.joined(separator: ", "))")
    }

    /// Waits for the next line.
    func next() async throws -> String {
        let line = try await inbox.next("any delivery") { $0 }
        taken.withLock { $0 += 1 }
        return line
    }

    /// Waits until the log has this many lines.
    func reach(_ count: Int) async throws {
        while taken.withLock({ $0 }) < count { _ = try await next() }
    }
}
