/// The settings with which the logger of a process starts.
package struct LogDefaults: Sendable, Hashable {
    /// Whether anything is logged.
    package var isLoggingEnabled = false
    /// Whether records go to the dump file.
    package var storesLogToFile = false
    /// The levels that are on.
    package var levels = ClientLogLevel.initial
    /// Whether HTTP packets go to a file.
    package var storesHTTPPackets = false

    package init(
        isLoggingEnabled: Bool = false,
        storesLogToFile: Bool = false,
        levels: ClientLogLevel = .initial,
        storesHTTPPackets: Bool = false
    ) {
        self.isLoggingEnabled = isLoggingEnabled
        self.storesLogToFile = storesLogToFile
        self.levels = levels
        self.storesHTTPPackets = storesHTTPPackets
    }

    /// The values that the application chose; from the first access on they stay.
    package static let chosen = SetOnce(LogDefaults())

    /// The values in use.
    package static var current: LogDefaults { chosen.value }
}
