import Glibc
import NIOCore

/// The pauses of a listener after the kernel has failed to give it a connection. It lives on the listener's event loop.
final class AcceptFailures {
    /// How long the listener pauses. The connection stays in the kernel's queue, so an immediate repetition would fail again and again.
    private static let pause = TimeAmount.milliseconds(100)
    /// The time between two reports.
    private static let reportPause = Duration.seconds(60)

    private let connections: OpenConnections
    private let uptime: () -> Duration
    private let report: (String) -> Void
    private var lastReport: Duration?

    init(connections: OpenConnections, uptime: @escaping () -> Duration, report: @escaping (String) -> Void) {
        self.connections = connections
        self.uptime = uptime
        self.report = report
    }

    /// How long to wait after an error; nil if the next connection may be accepted immediately.
    func pause(after error: IOError) -> TimeAmount? {
        // The client has closed this connection before it was accepted.
        guard error.errnoCode != ECONNABORTED else { return nil }
        let now = uptime()
        if error.errnoCode == EMFILE || error.errnoCode == ENFILE { connections.giveWay(at: now) }
        if lastReport.map({ $0 + Self.reportPause <= now }) ?? true {
            lastReport = now
            report("connections cannot be accepted: \(error)")
        }
        return Self.pause
    }
}
