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

    /// Anything the client or the app has to say.
    public static let generalLevel = PNLogLevel(rawValue: 1 << 0)

    /// A delegate is about to be called.
    public static let delegateLevel = PNLogLevel(rawValue: 1 << 1)

    /// The service became reachable or unreachable.
    public static let reachabilityLevel = PNLogLevel(rawValue: 1 << 2)

    /// How answers are read.
    public static let deserializerInfoLevel = PNLogLevel(rawValue: 1 << 3)

    /// Answers that cannot be read.
    public static let deserializerErrorLevel = PNLogLevel(rawValue: 1 << 4)

    /// Connections that fail.
    public static let connectionLayerErrorLevel = PNLogLevel(rawValue: 1 << 5)

    /// What connections do.
    public static let connectionLayerInfoLevel = PNLogLevel(rawValue: 1 << 6)

    /// The HTTP requests and answers themselves.
    public static let connectionLayerHTTPLoggingLevel = PNLogLevel(rawValue: 1 << 7)

    /// Requests that fail.
    public static let communicationChannelLayerErrorLevel = PNLogLevel(rawValue: 1 << 8)

    /// Requests that do not go as they should.
    public static let communicationChannelLayerWarnLevel = PNLogLevel(rawValue: 1 << 9)

    /// What requests are sent and answered.
    public static let communicationChannelLayerInfoLevel = PNLogLevel(rawValue: 1 << 10)
}
