import PubNubCore

extension PNLogger {
    /// Logs a message.
    ///
    /// - Parameters:
    ///   - sender: The object that logs; its type is part of the record.
    ///   - level: The topic of the record.
    ///   - messageBlock: Makes the message; called only when the level is on. `nil` logs nothing.
    public class func logFrom(_ sender: Any?, for level: PNLogLevel, message messageBlock: () -> String?) {
        guard LogCenter.shared.isActive(level.level), let message = messageBlock() else { return }
        LogCenter.shared.write(level.level, from: source(of: sender), message)
    }

    /// Logs anything.
    ///
    /// - Parameters:
    ///   - sender: The object that logs.
    ///   - messageBlock: Makes the message; called only when ``PNLogLevel/generalLevel`` is on.
    public class func logGeneralMessageFrom(_ sender: Any?, message messageBlock: () -> String?) {
        logFrom(sender, for: .generalLevel, message: messageBlock)
    }

    /// Logs calls of a delegate.
    ///
    /// - Parameters:
    ///   - sender: The object that logs.
    ///   - messageBlock: Makes the message; called only when ``PNLogLevel/delegateLevel`` is on.
    public class func logDelegateMessageFrom(_ sender: Any?, message messageBlock: () -> String?) {
        logFrom(sender, for: .delegateLevel, message: messageBlock)
    }

    /// Logs whether the service can be reached.
    ///
    /// - Parameters:
    ///   - sender: The object that logs.
    ///   - messageBlock: Makes the message; called only when ``PNLogLevel/reachabilityLevel`` is on.
    public class func logReachabilityMessageFrom(_ sender: Any?, message messageBlock: () -> String?) {
        logFrom(sender, for: .reachabilityLevel, message: messageBlock)
    }

    /// Logs how responses are parsed.
    ///
    /// - Parameters:
    ///   - sender: The object that logs.
    ///   - messageBlock: Makes the message; called only when ``PNLogLevel/deserializerInfoLevel`` is on.
    public class func logDeserializerInfoMessageFrom(_ sender: Any?, message messageBlock: () -> String?) {
        logFrom(sender, for: .deserializerInfoLevel, message: messageBlock)
    }

    /// Logs responses that cannot be parsed.
    ///
    /// - Parameters:
    ///   - sender: The object that logs.
    ///   - messageBlock: Makes the message; called only when ``PNLogLevel/deserializerErrorLevel`` is on.
    public class func logDeserializerErrorMessageFrom(_ sender: Any?, message messageBlock: () -> String?) {
        logFrom(sender, for: .deserializerErrorLevel, message: messageBlock)
    }

    /// Logs connections that fail.
    ///
    /// - Parameters:
    ///   - sender: The object that logs.
    ///   - messageBlock: Makes the message; called only when ``PNLogLevel/connectionLayerErrorLevel`` is on.
    public class func logConnectionErrorMessageFrom(_ sender: Any?, message messageBlock: () -> String?) {
        logFrom(sender, for: .connectionLayerErrorLevel, message: messageBlock)
    }

    /// Logs what connections do.
    ///
    /// - Parameters:
    ///   - sender: The object that logs.
    ///   - messageBlock: Makes the message; called only when ``PNLogLevel/connectionLayerInfoLevel`` is on.
    public class func logConnectionInfoMessageFrom(_ sender: Any?, message messageBlock: () -> String?) {
        logFrom(sender, for: .connectionLayerInfoLevel, message: messageBlock)
    }

    /// Logs requests that fail.
    ///
    /// - Parameters:
    ///   - sender: The object that logs.
    ///   - messageBlock: Makes the message; called only when ``PNLogLevel/communicationChannelLayerErrorLevel`` is on.
    public class func logCommunicationChannelErrorMessageFrom(_ sender: Any?, message messageBlock: () -> String?) {
        logFrom(sender, for: .communicationChannelLayerErrorLevel, message: messageBlock)
    }

    /// Logs requests that do not go as they should.
    ///
    /// - Parameters:
    ///   - sender: The object that logs.
    ///   - messageBlock: Makes the message; called only when ``PNLogLevel/communicationChannelLayerWarnLevel`` is on.
    public class func logCommunicationChannelWarnMessageFrom(_ sender: Any?, message messageBlock: () -> String?) {
        logFrom(sender, for: .communicationChannelLayerWarnLevel, message: messageBlock)
    }

    /// Logs what requests are sent and answered.
    ///
    /// - Parameters:
    ///   - sender: The object that logs.
    ///   - messageBlock: Makes the message; called only when ``PNLogLevel/communicationChannelLayerInfoLevel`` is on.
    public class func logCommunicationChannelInfoMessageFrom(_ sender: Any?, message messageBlock: () -> String?) {
        logFrom(sender, for: .communicationChannelLayerInfoLevel, message: messageBlock)
    }
}

/// Logs a formatted message.
///
/// ```swift
/// import PubNub
///
/// final class Reporter: PNDelegate {
///     func pubnubClient(_ client: PubNub, didFailMessageSend message: PNMessage, withError error: PNError) {
///         PNLog(.generalLevel, self, "PubNub client failed to send message '%@' because of error: %@", message, error)
///     }
/// }
/// ```
///
/// `%@` stands for the description of any value: an error, a message, an event, a collection, a number, or nil, which is
/// `(null)`. The directives of `printf` format numbers, characters and strings, with flags, width, precision and positions; a
/// width or precision above 1,000 counts as 1,000. Nothing in a format can make the call fail: a directive that lacks its
/// argument stays in the text, arguments without a directive are ignored, and a value that does not fit its directive is
/// described as by `%@`. `%n` writes nowhere.
///
/// Descriptions of this library's values hold no key and no message content: that of a ``PNMessage`` is its size and its channel.
/// To log what a message says, pass ``PNMessage/message``.
///
/// - Parameters:
///   - level: The level of the record. The message is formatted only if the level is on.
///   - sender: The object that logs; its type is part of the record.
///   - format: The format.
///   - arguments: The values for the directives of the format, in their order.
public func PNLog(_ level: PNLogLevel, _ sender: Any?, _ format: String, _ arguments: Any?...) {
    PNLogger.logFrom(sender, for: level) { LogFormat.text(format, arguments) }
}
