import Dispatch
import Foundation

/// The signals that ask a program to end.
enum Signals {
    /// Calls `handler` each time SIGINT or SIGTERM comes, in place of ending the process.
    ///
    /// - Returns: the sources, which work as long as they are kept.
    static func onEnd(_ handler: @escaping @Sendable () -> Void) -> [any DispatchSourceSignal] {
        [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler(handler: handler)
            source.resume()
            return source
        }
    }
}
