import PubNubSupport

/// Runs actions for a channel one after the other, and those for different channels concurrently.
final class SendOrder: Sendable {
    private struct Line {
        let queue = ActionQueue()
        /// The number of actions that wait or run.
        var users = 0
    }

    /// Runs what precedes publications that no queue orders, so that they begin in the order of the calls.
    let beginnings = ActionQueue()
    private let lines = Locked<[String: Line]>([:])

    /// The number of actions for a channel that wait or run.
    func users(of channel: String) -> Int {
        lines.withLock { $0[channel]?.users ?? 0 }
    }

    /// Runs an action after all earlier actions for the channel ended.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - action: The action. It does not start if the task is cancelled before.
    /// - Returns: The result of the action.
    /// - Throws: The error of the action, or `CancellationError`.
    func run<Value: Sendable>(
        _ channel: String,
        _ action: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let queue = lines.withLock { lines in
            var line = lines[channel] ?? Line()
            line.users += 1
            lines[channel] = line
            return line.queue
        }
        defer {
            lines.withLock { lines in
                lines[channel]?.users -= 1
                if lines[channel]?.users == 0 { lines[channel] = nil }
            }
        }
        return try await queue.run(action)
    }
}
