#if NATS
import Dispatch
import PubNubOrigin

/// How long a start tries to reach a server, or a stream that has no leader. It says once what it waits for.
final class RetryBudget {
    /// The pause between two attempts.
    private static let pause = DispatchTimeInterval.milliseconds(250)
    /// A start that waits for less says nothing.
    private static let silence = DispatchTimeInterval.seconds(1)

    private let seconds: Int64
    private let end: DispatchTime
    private let loud = DispatchTime.now() + RetryBudget.silence
    private var waiting: ((String) -> Void)?

    init(_ limit: Duration, _ waiting: @escaping (String) -> Void) {
        seconds = limit.components.seconds
        end = .now() + .milliseconds(Int(clamping: seconds * 1000))
        self.waiting = waiting
    }

    /// Whether no further attempt is made.
    var isOver: Bool { DispatchTime.now() >= end }

    /// Waits for the next attempt.
    ///
    /// - Parameter reason: The failure of the last one, as a sentence.
    func wait(_ reason: @autoclosure () -> String) {
        if let waiting, DispatchTime.now() >= loud {
            self.waiting = nil
            waiting("\(reason()) The start tries again for \(seconds) s.")
        }
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + Self.pause)
    }
}

extension NATSStream {
    /// Repeats a call until it succeeds, is refused for good, or time is up.
    static func repeated<Value>(
        _ budget: RetryBudget,
        _ nats: OriginNATS,
        _ body: () throws(JetStream.Failure) -> Value
    ) throws(OriginError) -> Value {
        do throws(JetStream.Failure) {
            return try retried(budget, body)
        } catch {
            throw .cannotJoin(reason(error, nats))
        }
    }

    /// Repeats a call until it succeeds, is refused for good, or time is up.
    ///
    /// - Parameters:
    ///   - budget: The time.
    ///   - silence: The time after which it counts that nothing is there that responds; nil, the default, for all of the
    ///     budget. Until the servers of a stream have a leader, nothing responds.
    ///   - body: The call.
    /// - Returns: The result of the call.
    /// - Throws: The failure of the last call.
    static func retried<Value>(
        _ budget: RetryBudget,
        silence: DispatchTimeInterval? = nil,
        _ body: () throws(JetStream.Failure) -> Value
    ) throws(JetStream.Failure) -> Value {
        let end = silence.map { DispatchTime.now() + $0 } ?? .distantFuture
        while true {
            do throws(JetStream.Failure) {
                return try body()
            } catch {
                if case .failed(let failure) = error, failure.hasNoResponder, DispatchTime.now() > end {
                    throw error
                }
                guard error.isTemporary, !budget.isOver else { throw error }
                budget.wait(
                    error.lacksServers
                        ? "Too few NATS servers know each other for the replicas: \(error.text)."
                        : "JetStream does not respond: \(error.text)."
                )
            }
        }
    }
}
#endif
