/// The topic of a log record; a set of them selects the records that are logged. The bits are those of the levels of
/// the 3.x interface.
package struct ClientLogLevel: OptionSet, Hashable, Sendable {
    package let rawValue: UInt

    package init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Information of any kind.
    static let general = ClientLogLevel(rawValue: 1 << 0)
    /// A delegate method is about to be called.
    static let delegate = ClientLogLevel(rawValue: 1 << 1)
    /// The service became reachable or unreachable, or the network of the machine changed.
    static let reachability = ClientLogLevel(rawValue: 1 << 2)
    /// Replies that were read.
    static let replyInfo = ClientLogLevel(rawValue: 1 << 3)
    /// Replies that cannot be read, and messages that cannot be decrypted.
    package static let replyError = ClientLogLevel(rawValue: 1 << 4)
    /// Requests that got no response, and connections that failed.
    static let connectionError = ClientLogLevel(rawValue: 1 << 5)
    /// Requests as they go out, and the statuses and sizes of their responses.
    static let connectionInfo = ClientLogLevel(rawValue: 1 << 6)
    /// The HTTP packets. Off by default.
    static let packets = ClientLogLevel(rawValue: 1 << 7)
    /// Calls that failed.
    static let callError = ClientLogLevel(rawValue: 1 << 8)
    /// Calls that are repeated after a failure, and polling that pauses because the application is behind.
    static let callWarning = ClientLogLevel(rawValue: 1 << 9)
    /// Calls as they are queued, sent and finished.
    static let callInfo = ClientLogLevel(rawValue: 1 << 10)

    /// The levels that are on at first.
    static let initial: ClientLogLevel = [
        .general, .delegate, .reachability, .replyInfo, .replyError, .connectionError, .connectionInfo, .callError,
        .callWarning, .callInfo,
    ]
}
