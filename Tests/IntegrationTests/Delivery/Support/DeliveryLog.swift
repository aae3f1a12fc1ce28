import PubNub
import PubNubLocks
import PubNubTestSupport

/// Everything that an application is told, as lines of text, in the order in which it was told.
final class ToldLog: Sendable {
    private let inbox = IntegrationInbox<String>()
    /// What is written `origin`, as it is another one in each test.
    private let origin: String
    private let taken = Locked(0)

    init(origin: String) {
        self.origin = origin
    }

    var lines: [String] { inbox.all }

    /// Writes down a call of the delegate.
    func add(_ call: DelegateCall) {
        add("delegate \(call.method)", call.values)
    }

    /// Writes down who was told, and what.
    func add(_ who: String, _ values: [Any?]) {
        let texts = values.map { ToldText.of($0).replacing(origin, with: "origin") }
        inbox.put(texts.isEmpty ? who : "\(who): \(texts.joined(separator: ", "))")
    }

    /// Waits for the next line.
    func next() async throws -> String {
        let line = try await inbox.next("anything told") { $0 }
        taken.withLock { $0 += 1 }
        return line
    }

    /// Waits until there are as many lines.
    func reach(_ count: Int) async throws {
        while taken.withLock({ $0 }) < count { _ = try await next() }
    }
}
