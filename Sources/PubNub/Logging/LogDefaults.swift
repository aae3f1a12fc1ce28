/// The settings with which the logger of a process starts.
struct LogDefaults: Sendable, Hashable {
    /// Whether anything is logged.
    var isLoggingEnabled = false
    /// Whether records go to the dump file.
    var storesLogToFile = false
    /// The levels that are on.
    var levels = ClientLogLevel.initial
    /// Whether HTTP packets go to a file.
    var storesHTTPPackets = false

    /// The values that the application chose; from the first access on they stay.
    static let chosen = SetOnce(LogDefaults())

    /// The values in use.
    static var current: LogDefaults { chosen.value }
}
