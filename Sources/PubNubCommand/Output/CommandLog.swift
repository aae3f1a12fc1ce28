import ArgumentParser
import Logging
import PubNub

/// Writes log records to standard error from the requested level on; without a level it discards them.
enum CommandLog {
    static func start(at level: LogLevel?) {
        guard let level = level?.level else {
            LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
            return
        }
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        }
        PNLogger.loggerEnabled(true)
    }
}

/// The values of `--log`, which are swift-log's own levels.
enum LogLevel: String, ExpressibleByArgument, CaseIterable {
    case trace, debug, info, notice, warning, error, critical

    /// The level as swift-log knows it.
    var level: Logger.Level {
        switch self {
        case .trace: .trace
        case .debug: .debug
        case .info: .info
        case .notice: .notice
        case .warning: .warning
        case .error: .error
        case .critical: .critical
        }
    }
}
