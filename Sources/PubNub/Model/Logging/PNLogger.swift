import PubNubCore

/// Logs what a client does.
///
/// Records go to swift-log, under the label `com.pubnub`, and to a dump file if that is turned on. By default nothing is logged.
///
/// The client never logs keys, signatures, push tokens, message content, metadata or presence state, at any level. The file of
/// ``dumpHTTPResponse(toFile:)`` is the exception: it holds the bodies of replies.
public final class PNLogger: Sendable {
    private init() {}

    private static var center: LogCenter { .shared }

    /// Turns logging on or off; it is off at first.
    ///
    /// - Parameter isLoggerEnabled: Whether anything is logged.
    public class func loggerEnabled(_ isLoggerEnabled: Bool) {
        center.setEnabled(isLoggerEnabled)
    }

    /// Returns whether logging is enabled.
    ///
    /// - Returns: What ``loggerEnabled(_:)`` set; `false` at first.
    public class func isLoggerEnabled() -> Bool {
        center.isEnabled
    }

    /// Turns levels on; all but ``PNLogLevel/connectionLayerHTTPLoggingLevel`` are on at first.
    ///
    /// - Parameter level: One level or several.
    public class func enable(for level: PNLogLevel) {
        center.enable(level.level)
    }

    /// Turns levels off.
    ///
    /// - Parameter level: One level or several.
    public class func disable(for level: PNLogLevel) {
        center.disable(level.level)
    }

    /// Turns the dump file on or off; it is off at first.
    ///
    /// - Parameter shouldDumpToFile: Whether records also go to the file at ``dumpFilePath()``.
    public class func dump(toFile shouldDumpToFile: Bool) {
        center.setStoresRecords(shouldDumpToFile)
    }

    /// Returns whether records are written to the dump file.
    ///
    /// - Returns: What ``dump(toFile:)`` set; `false` at first.
    public class func isDumpingToFile() -> Bool {
        center.storesRecords
    }

    /// Returns the path of the dump file.
    ///
    /// The file has mode 0600. A file of an earlier version is restricted when it is opened. A symbolic link is not followed: the
    /// logger reports it, and any other failure, as a warning to swift-log.
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

    /// Limits the size of a dump file; 10 MiB by default.
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

    /// Turns the dump of HTTP packets on or off; it is off by default.
    ///
    /// For each response the file gets the method and the URL of its request, the heads of both, and the body of the response
    /// (at most its first 64 KiB). The file is for debugging: **bodies of responses hold the messages, metadata and states that
    /// clients sent.** Keys, signatures, push tokens, and the message, metadata and state in the URL of a request are masked as
    /// in the log; of the body of a request only the size is written. The file has mode 0600 and is limited like the dump file.
    ///
    /// - Parameter shouldDumpHTTPResponseToFile: Whether packets go to `pubnub-http-packets-dump.txt` in the folder of the dump
    ///   file.
    public class func dumpHTTPResponse(toFile shouldDumpHTTPResponseToFile: Bool) {
        center.setStoresPackets(shouldDumpHTTPResponseToFile)
    }

    /// Returns whether HTTP responses are written to a file.
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

    /// Logs a message of an object; that of the client itself by default. The message is made only when the level is on, or
    /// somebody watches.
    static func log(
        _ level: PNLogLevel,
        from sender: @autoclosure () -> Any? = nil,
        _ message: @autoclosure () -> String
    ) {
        ClientLog.log(level.level, source: source(of: sender()), message())
    }

    /// The source of the records of an object: its type.
    static func source(of sender: Any?) -> String { sender.map { "\(type(of: $0))" } ?? ClientLog.source }

    /// Logs a warning that no setting hides.
    static func warn(_ message: String) { ClientLog.warn(message) }

    /// Stores an HTTP packet if that is turned on.
    static func dumpPacket(_ packet: @autoclosure () -> String) { ClientLog.dumpPacket(packet()) }
}

/// The topic of a log record; a set of them selects the records that are logged.
public struct PNLogLevel: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes a set of its bits.
    ///
    /// - Parameter rawValue: The bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Information of any kind. The client logs what happens to it and how its calls end, with the names of channels, groups and
    /// clients; the application logs what it likes.
    public static let generalLevel = PNLogLevel(rawValue: 1 << 0)

    /// A delegate method is about to be called: the class of the delegate, and the method with its labels.
    public static let delegateLevel = PNLogLevel(rawValue: 1 << 1)

    /// The service became reachable or unreachable, or the network of the machine changed.
    public static let reachabilityLevel = PNLogLevel(rawValue: 1 << 2)

    /// Replies that were read: their sizes, errors that the service returned, numbers of received messages and events.
    public static let deserializerInfoLevel = PNLogLevel(rawValue: 1 << 3)

    /// Replies that cannot be read, and messages that cannot be decrypted.
    public static let deserializerErrorLevel = PNLogLevel(rawValue: 1 << 4)

    /// Requests that got no response, with the reason, and connections that failed.
    public static let connectionLayerErrorLevel = PNLogLevel(rawValue: 1 << 5)

    /// Requests as they go out, and the statuses and sizes of their responses, with masked URLs.
    public static let connectionLayerInfoLevel = PNLogLevel(rawValue: 1 << 6)

    /// The HTTP packets: masked URL, the heads of request and response with masked values except for well-known harmless
    /// headers, the sizes of bodies, and the structure of the response's JSON (kinds of values, counts, lengths) without its
    /// content. Off by default. ``PNLogger/dumpHTTPResponse(toFile:)`` writes whole bodies to a file.
    public static let connectionLayerHTTPLoggingLevel = PNLogLevel(rawValue: 1 << 7)

    /// Calls that failed, with the error.
    public static let communicationChannelLayerErrorLevel = PNLogLevel(rawValue: 1 << 8)

    /// Calls that are repeated after a failure, and polling that pauses because the application is behind.
    public static let communicationChannelLayerWarnLevel = PNLogLevel(rawValue: 1 << 9)

    /// Calls as they are queued, sent and finished.
    public static let communicationChannelLayerInfoLevel = PNLogLevel(rawValue: 1 << 10)
}

extension PNLogLevel {
    /// The levels with which the client works.
    var level: ClientLogLevel { ClientLogLevel(rawValue: rawValue) }
}
