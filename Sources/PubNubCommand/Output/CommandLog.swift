import Logging
import PubNub

/// Where log records go: to standard error from the asked level on, or nowhere.
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
