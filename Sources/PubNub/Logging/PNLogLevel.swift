/// What a log record is about; a set of them says what is logged.
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

    /// A delegate method is about to be called: the name of the event.
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
