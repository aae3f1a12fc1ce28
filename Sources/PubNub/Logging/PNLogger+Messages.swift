import Foundation

extension PNLogger {
    /// Logs a message.
    ///
    /// - Parameters:
    ///   - sender: Who says it; its type is logged.
    ///   - level: What it is about.
    ///   - messageBlock: Makes the message; called only when the level is on. `nil` logs nothing.
    public class func logFrom(_ sender: Any?, for level: PNLogLevel, message messageBlock: () -> String?) {
        guard LogCenter.shared.isActive(level), let message = messageBlock() else { return }
        LogCenter.shared.write(level, from: sender, message)
    }

    /// Logs anything.
    ///
    /// - Parameters:
    ///   - sender: Who says it.
    ///   - messageBlock: Makes the message; called only when ``PNLogLevel/generalLevel`` is on.
    public class func logGeneralMessageFrom(_ sender: Any?, message messageBlock: () -> String?) {
        logFrom(sender, for: .generalLevel, message: messageBlock)
    }

    /// Logs calls of a delegate.
    ///
    /// - Parameters:
    ///   - sender: Who says it.
    ///   - messageBlock: Makes the message; called only when ``PNLogLevel/delegateLevel`` is on.
    public class func logDelegateMessageFrom(_ sender: Any?, message messageBlock: () -> String?) {
        logFrom(sender, for: .delegateLevel, message: messageBlock)
    }

    /// Logs whether the service can be reached.
    ///
    /// - Parameters:
    ///   - sender: Who says it.
    ///   - messageBlock: Makes the message; called only when ``PNLogLevel/reachabilityLevel`` is on.
    public class func logReachabilityMessageFrom(_ sender: Any?, message messageBlock: () -> String?) {
        logFrom(sender, for: .reachabilityLevel, message: messageBlock)
    }

    /// Logs how answers are read.
    ///
    /// - Parameters:
    ///   - sender: Who says it.
    ///   - messageBlock: Makes the message; called only when ``PNLogLevel/deserializerInfoLevel`` is on.
    public class func logDeserializerInfoMessageFrom(_ sender: Any?, message messageBlock: () -> String?) {
        logFrom(sender, for: .deserializerInfoLevel, message: messageBlock)
    }

    /// Logs answers that cannot be read.
    ///
    /// - Parameters:
    ///   - sender: Who says it.
    ///   - messageBlock: Makes the message; called only when ``PNLogLevel/deserializerErrorLevel`` is on.
    public class func logDeserializerErrorMessageFrom(_ sender: Any?, message messageBlock: () -> String?) {
        logFrom(sender, for: .deserializerErrorLevel, message: messageBlock)
    }

    /// Logs connections that fail.
    ///
    /// - Parameters:
    ///   - sender: Who says it.
    ///   - messageBlock: Makes the message; called only when ``PNLogLevel/connectionLayerErrorLevel`` is on.
    public class func logConnectionErrorMessageFrom(_ sender: Any?, message messageBlock: () -> String?) {
        logFrom(sender, for: .connectionLayerErrorLevel, message: messageBlock)
    }

    /// Logs what connections do.
    ///
    /// - Parameters:
    ///   - sender: Who says it.
    ///   - messageBlock: Makes the message; called only when ``PNLogLevel/connectionLayerInfoLevel`` is on.
    public class func logConnectionInfoMessageFrom(_ sender: Any?, message messageBlock: () -> String?) {
        logFrom(sender, for: .connectionLayerInfoLevel, message: messageBlock)
    }

    /// Logs requests that fail.
    ///
    /// - Parameters:
    ///   - sender: Who says it.
    ///   - messageBlock: Makes the message; called only when ``PNLogLevel/communicationChannelLayerErrorLevel`` is on.
    public class func logCommunicationChannelErrorMessageFrom(_ sender: Any?, message messageBlock: () -> String?) {
        logFrom(sender, for: .communicationChannelLayerErrorLevel, message: messageBlock)
    }

    /// Logs requests that do not go as they should.
    ///
    /// - Parameters:
    ///   - sender: Who says it.
    ///   - messageBlock: Makes the message; called only when ``PNLogLevel/communicationChannelLayerWarnLevel`` is on.
    public class func logCommunicationChannelWarnMessageFrom(_ sender: Any?, message messageBlock: () -> String?) {
        logFrom(sender, for: .communicationChannelLayerWarnLevel, message: messageBlock)
    }

    /// Logs what requests are sent and answered.
    ///
    /// - Parameters:
    ///   - sender: Who says it.
    ///   - messageBlock: Makes the message; called only when ``PNLogLevel/communicationChannelLayerInfoLevel`` is on.
    public class func logCommunicationChannelInfoMessageFrom(_ sender: Any?, message messageBlock: () -> String?) {
        logFrom(sender, for: .communicationChannelLayerInfoLevel, message: messageBlock)
    }
}

/// Logs a formatted message.
///
/// - Parameters:
///   - level: What it is about.
///   - sender: Who says it.
///   - format: A format as `String(format:)` takes it, where `%@` stands for objects.
///   - arguments: What goes into the format.
public func PNLog(_ level: PNLogLevel, _ sender: Any?, _ format: String, _ arguments: any CVarArg...) {
    PNLogger.logFrom(sender, for: level) { String(format: format, arguments: arguments) }
}
