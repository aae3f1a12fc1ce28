/// Logs what a client does.
///
/// Records go to swift-log, under the label `com.pubnub`, and to a dump file when that is turned on. Nothing is logged
/// at first. Keys, signatures and push tokens never are.
public final class PNLogger: Sendable {
    private init() {}

    private static var center: LogCenter { .shared }

    /// Turns logging on or off; it is off at first.
    ///
    /// - Parameter isLoggerEnabled: Whether anything is logged.
    public class func loggerEnabled(_ isLoggerEnabled: Bool) {
        center.setEnabled(isLoggerEnabled)
    }

    /// Whether logging is on.
    ///
    /// - Returns: What ``loggerEnabled(_:)`` set; `false` at first.
    public class func isLoggerEnabled() -> Bool {
        center.isEnabled
    }

    /// Turns levels on; all but ``PNLogLevel/connectionLayerHTTPLoggingLevel`` are on at first.
    ///
    /// - Parameter level: One level or several.
    public class func enable(for level: PNLogLevel) {
        center.enable(level)
    }

    /// Turns levels off.
    ///
    /// - Parameter level: One level or several.
    public class func disable(for level: PNLogLevel) {
        center.disable(level)
    }

    /// Turns the dump file on or off; it is off at first.
    ///
    /// - Parameter shouldDumpToFile: Whether records also go to the file at ``dumpFilePath()``.
    public class func dump(toFile shouldDumpToFile: Bool) {
        center.setStoresRecords(shouldDumpToFile)
    }

    /// Whether records go to the dump file.
    ///
    /// - Returns: What ``dump(toFile:)`` set; `false` at first.
    public class func isDumpingToFile() -> Bool {
        center.storesRecords
    }

    /// Where the dump file is.
    ///
    /// - Returns: The path of `pubnub-console-dump.txt`, in `$XDG_STATE_HOME/pubnub` (`~/.local/state/pubnub` when that
    ///   variable is not set) or in the folder of ``setDumpFolder(_:)``.
    public class func dumpFilePath() -> String {
        center.store.dumpPath
    }

    /// Puts the dump files into another folder. Not part of 3.7.8.
    ///
    /// - Parameter path: The folder; it is made when it does not exist.
    public class func setDumpFolder(_ path: String) {
        center.store.setFolder(path)
    }

    /// Limits the size of a dump file; 10 MiB at first.
    ///
    /// The size is checked when the file is opened, with the first record after the start of the process or after
    /// ``dump(toFile:)`` turned it on. A larger file is then renamed to end in `.old`, in place of the one before, so
    /// that there are at most two. A file that becomes larger while it is open stays, until it is 10 MiB larger: then it
    /// is renamed as well, so that a process that runs for months needs no more than two such files.
    ///
    /// - Parameter fileSize: The size in bytes.
    public class func setMaximumDumpFileSize(_ fileSize: UInt) {
        center.store.setMaximumSize(fileSize)
    }

    /// Turns the dump of HTTP answers on or off; it is off at first.
    ///
    /// - Parameter shouldDumpHTTPResponseToFile: Whether answers, with their requests, go to
    ///   `pubnub-http-packets-dump.txt` beside the dump file.
    public class func dumpHTTPResponse(toFile shouldDumpHTTPResponseToFile: Bool) {
        center.setStoresPackets(shouldDumpHTTPResponseToFile)
    }

    /// Whether HTTP answers go to a file.
    ///
    /// - Returns: What ``dumpHTTPResponse(toFile:)`` set; `false` at first.
    public class func isDumpingHTTPResponse() -> Bool {
        center.storesPackets
    }
}

extension PNLogger {
    /// Shows `watcher` what the library logs and dumps at any level, also what is turned off, for a search through it.
    ///
    /// - Parameter watcher: Gets each text, on any thread; nil ends it.
    package static func watch(_ watcher: (@Sendable (String) -> Void)?) {
        center.setWatcher(watcher)
    }

    /// Logs for the client itself. The message is made only when the level is on, or somebody watches.
    static func log(_ level: PNLogLevel, from sender: Any? = nil, _ message: @autoclosure () -> String) {
        let isActive = center.isActive(level)
        guard isActive || center.isWatched else { return }
        let message = message()
        if center.isWatched { center.show(message) }
        if isActive { center.write(level, from: sender, message) }
    }

    /// Logs a warning that no setting hides, such as that security was relaxed.
    static func warn(_ message: String) {
        if center.isWatched { center.show(message) }
        center.warn(message)
    }

    /// Stores an HTTP answer when that is turned on.
    static func dumpPacket(_ packet: @autoclosure () -> String) {
        let isStored = center.storesPackets
        guard isStored || center.isWatched else { return }
        let packet = packet()
        if center.isWatched { center.show(packet) }
        if isStored { center.store.append(packet: packet + "\n\n") }
    }
}
