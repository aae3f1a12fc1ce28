import Dispatch
import Foundation

/// The signals that ask a program to end.
enum Signals {
    /// Calls `handler` on a global queue for each SIGINT or SIGTERM, which then no longer ends the process.
    ///
    /// - Returns: The sources of the signals, which the caller retains and cancels.
    static func onEnd(_ handler: @escaping @Sendable () -> Void) -> [any DispatchSourceSignal] {
        on([SIGINT, SIGTERM], handler)
    }

    /// Runs `work` in a task that SIGINT and SIGTERM cancel, and returns its result.
    ///
    /// The work starts when the signals are handled: what it prints may be the reason to send one.
    static func cancelling<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
        let (handled, handling) = AsyncStream<Never>.makeStream()
        let running = Task {
            for await _ in handled {}
            return await work()
        }
        let signals = onEnd { running.cancel() }
        defer { for source in signals { source.cancel() } }
        handling.finish()
        return await running.value
    }

    /// Calls `handler` each time one of the signals comes, in place of what the system does.
    ///
    /// Returns when the system reports the signals to the handler. A signal that comes before ends the process, so none is lost:
    /// sources are set up on another thread, and a signal that was ignored until then would be.
    ///
    /// - Returns: The sources of the signals, which the caller retains and cancels.
    static func on(_ numbers: [Int32], _ handler: @escaping @Sendable () -> Void) -> [any DispatchSourceSignal] {
        let registrations = DispatchGroup()
        let sources = numbers.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler(handler: handler)
            registrations.enter()
            source.setRegistrationHandler { registrations.leave() }
            source.resume()
            return source
        }
        registrations.wait()
        return sources
    }
}
