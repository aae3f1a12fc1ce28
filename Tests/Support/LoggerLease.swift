/// Gives one test at a time access to the process's logger.
package actor LoggerLease {
    private static let shared = LoggerLease()

    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Runs `body` while no other test uses the logger.
    package static func withLogger<Value: Sendable>(_ body: @Sendable () async throws -> Value) async rethrows -> Value
    {
        await shared.take()
        do {
            let value = try await body()
            await shared.giveBack()
            return value
        } catch {
            await shared.giveBack()
            throw error
        }
    }

    private func take() async {
        guard isTaken else {
            isTaken = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func giveBack() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
