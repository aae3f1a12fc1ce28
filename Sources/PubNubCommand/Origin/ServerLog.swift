import Foundation
import Logging
import PubNub
import PubNubSupport
import PubNubWire

/// The log of the server on standard error, as lines of text or of JSON.
enum ServerLog {
    /// The forms of log lines.
    enum Format: String, Sendable {
        case text, json
    }

    /// The lowest level that is logged if no level is set.
    static let usualLevel = Logger.Level.warning

    private static let level = Locked(usualLevel)

    /// Sends all log records of the process to standard error.
    static func start(at level: LogLevel?, _ format: Format) {
        setLevel(level)
        LogWriter.standardError.setDroppedLine { count in
            switch format {
            case .text: "log: \(count) lines were dropped because standard error was not read fast enough"
            case .json: JSON.object(["dropped": .integer(Int64(count))]).text
            }
        }
        LoggingSystem.bootstrap { label in ServerLogHandler(label: label, format: format) }
        if level != nil { PNLogger.loggerEnabled(true) }
    }

    /// Changes the lowest level that is logged, of all loggers.
    static func setLevel(_ level: LogLevel?) {
        self.level.withLock { $0 = level?.level ?? usualLevel }
    }

    /// The lowest level that is logged.
    static var currentLevel: Logger.Level { level.withLock { $0 } }

    /// A date as ISO 8601 with milliseconds, in UTC.
    ///
    /// - Parameter date: Units of 10⁻⁷ s since 1970 UTC.
    /// - Returns: The date, for example `2026-11-22T10:30:00.000Z`.
    static func time(_ date: UInt64) -> String {
        var seconds = time_t(date / 10_000_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func padded(_ number: Int, _ width: Int = 2) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let day =
            "\(padded(Int(parts.tm_year) + 1900, 4))-\(padded(Int(parts.tm_mon) + 1))-\(padded(Int(parts.tm_mday)))"
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded(Int($0)) }.joined(separator: ":")
        return "\(day)T\(clock).\(padded(Int(date / 10_000 % 1000), 3))Z"
    }
}

/// Writes the records of one logger to standard error, one line each.
struct ServerLogHandler: LogHandler {
    let label: String
    let format: ServerLog.Format
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    private var ownLevel: Logger.Level?

    init(label: String, format: ServerLog.Format) {
        self.label = label
        self.format = format
    }

    var logLevel: Logger.Level {
        get { ownLevel ?? ServerLog.currentLevel }
        set { ownLevel = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let provided = metadataProvider?.get() ?? [:]
        let all = metadata.merging(provided) { $1 }.merging(event.metadata ?? [:]) { $1 }
        let now = ServerLog.time(UInt64(max(0, Date().timeIntervalSince1970) * 10_000_000))
        let line: String
        switch format {
        case .text:
            let details = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
            line = "\(now) \(event.level.rawValue) \(label): \(event.message)\(details)".printable
        case .json:
            var members: [String: JSON] = [
                "time": .string(now), "level": .string(event.level.rawValue), "logger": .string(label),
                "message": .string("\(event.message)"),
            ]
            if !all.isEmpty { members["details"] = .object(all.mapValues { .string("\($0)") }) }
            line = JSON.object(members).text
        }
        LogWriter.standardError.write(line + "\n")
    }
}
