import PubNubCore

/// The settings that the logger starts with: the `PNLOG_` macros of `PNMacro.h`, which applications of 3.7.8 edit.
///
/// An application that wants other values sets them once, before anything is logged and before it makes a client:
///
/// ```swift
/// import PubNub
///
/// var defaults = PNLogDefaults()
/// defaults.isLoggingEnabled = true
/// defaults.levels.insert(.connectionLayerHTTPLoggingLevel)
/// PNLogDefaults.use(defaults)
/// ```
///
/// The functions of ``PNLogger`` change the settings later.
public struct PNLogDefaults: Sendable, Hashable {
    /// Whether anything is logged; `false` by default, as in packaged builds of 3.7.8.
    public var isLoggingEnabled = false

    /// Whether records go to the dump file; `false` by default, as in packaged builds of 3.7.8.
    public var storesLogToFile = false

    /// The levels that are on; all but ``PNLogLevel/connectionLayerHTTPLoggingLevel`` by default.
    public var levels: PNLogLevel = [
        .generalLevel, .delegateLevel, .reachabilityLevel, .deserializerInfoLevel, .deserializerErrorLevel,
        .connectionLayerErrorLevel, .connectionLayerInfoLevel, .communicationChannelLayerErrorLevel,
        .communicationChannelLayerWarnLevel, .communicationChannelLayerInfoLevel,
    ]

    /// Whether HTTP packets go to a file; `false` by default. See ``PNLogger/dumpHTTPResponse(toFile:)``.
    public var storesHTTPPackets = false

    /// Makes the values that apply if an application sets none.
    public init() {}

    /// The values in use; from the first access on they stay.
    static var current: PNLogDefaults { PNLogDefaults(LogDefaults.current) }

    /// Sets the values that the logger of this process starts with. Call it once, before any function of ``PNLogger``, any
    /// client and any constant such as ``PNLOG_LOGGING_ENABLED``. It may be called from any thread.
    ///
    /// - Parameter defaults: The values.
    /// - Returns: Whether the values apply. `false` if defaults were set or used before: nothing changes then, and a warning is
    ///   logged.
    @discardableResult
    public static func use(_ defaults: PNLogDefaults) -> Bool {
        LogDefaults.chosen.set(
            defaults.settings,
            orWarn: "PNLogDefaults.use has no effect after the logger has been set up; call it first"
        )
    }
}

extension PNLogDefaults {
    fileprivate init(_ settings: LogDefaults) {
        isLoggingEnabled = settings.isLoggingEnabled
        storesLogToFile = settings.storesLogToFile
        levels = PNLogLevel(rawValue: settings.levels.rawValue)
        storesHTTPPackets = settings.storesHTTPPackets
    }

    /// The settings with which the logger works.
    fileprivate var settings: LogDefaults {
        LogDefaults(
            isLoggingEnabled: isLoggingEnabled,
            storesLogToFile: storesLogToFile,
            levels: levels.level,
            storesHTTPPackets: storesHTTPPackets
        )
    }
}

/// 1 if anything is logged before ``PNLogger/loggerEnabled(_:)`` is called, 0 if not: ``PNLogDefaults/isLoggingEnabled``.
public var PNLOG_LOGGING_ENABLED: Int32 { PNLogDefaults.current.isLoggingEnabled ? 1 : 0 }

/// 1 if records go to a file before ``PNLogger/dump(toFile:)`` is called, 0 if not: ``PNLogDefaults/storesLogToFile``.
public var PNLOG_STORE_LOG_TO_FILE: Int32 { PNLogDefaults.current.storesLogToFile ? 1 : 0 }

/// 1 if HTTP packets go to a file before ``PNLogger/dumpHTTPResponse(toFile:)`` is called, 0 if not:
/// ``PNLogDefaults/storesHTTPPackets``.
public var PNLOG_CONNECTION_LAYER_RAW_HTTP_RESPONSE_STORING_ENABLED: Int32 {
    PNLogDefaults.current.storesHTTPPackets ? 1 : 0
}

/// 1 if ``PNLogLevel/generalLevel`` is on at the start, 0 if not.
public var PNLOG_GENERAL_LOGGING_ENABLED: Int32 { started(.generalLevel) }

/// 1 if ``PNLogLevel/delegateLevel`` is on at the start, 0 if not.
public var PNLOG_DELEGATE_LOGGING_ENABLED: Int32 { started(.delegateLevel) }

/// 1 if ``PNLogLevel/reachabilityLevel`` is on at the start, 0 if not.
public var PNLOG_REACHABILITY_LOGGING_ENABLED: Int32 { started(.reachabilityLevel) }

/// 1 if ``PNLogLevel/deserializerInfoLevel`` is on at the start, 0 if not.
public var PNLOG_DESERIALIZER_INFO_LOGGING_ENABLED: Int32 { started(.deserializerInfoLevel) }

/// 1 if ``PNLogLevel/deserializerErrorLevel`` is on at the start, 0 if not.
public var PNLOG_DESERIALIZER_ERROR_LOGGING_ENABLED: Int32 { started(.deserializerErrorLevel) }

/// 1 if ``PNLogLevel/communicationChannelLayerErrorLevel`` is on at the start, 0 if not.
public var PNLOG_COMMUNICATION_CHANNEL_LAYER_ERROR_LOGGING_ENABLED: Int32 {
    started(.communicationChannelLayerErrorLevel)
}

/// 1 if ``PNLogLevel/communicationChannelLayerInfoLevel`` is on at the start, 0 if not.
public var PNLOG_COMMUNICATION_CHANNEL_LAYER_INFO_LOGGING_ENABLED: Int32 {
    started(.communicationChannelLayerInfoLevel)
}

/// 1 if ``PNLogLevel/communicationChannelLayerWarnLevel`` is on at the start, 0 if not.
public var PNLOG_COMMUNICATION_CHANNEL_LAYER_WARN_LOGGING_ENABLED: Int32 {
    started(.communicationChannelLayerWarnLevel)
}

/// 1 if ``PNLogLevel/connectionLayerErrorLevel`` is on at the start, 0 if not.
public var PNLOG_CONNECTION_LAYER_ERROR_LOGGING_ENABLED: Int32 { started(.connectionLayerErrorLevel) }

/// 1 if ``PNLogLevel/connectionLayerInfoLevel`` is on at the start, 0 if not.
public var PNLOG_CONNECTION_LAYER_INFO_LOGGING_ENABLED: Int32 { started(.connectionLayerInfoLevel) }

/// 1 if ``PNLogLevel/connectionLayerHTTPLoggingLevel`` is on at the start, 0 if not.
public var PNLOG_CONNECTION_LAYER_RAW_HTTP_RESPONSE_LOGGING_ENABLED: Int32 { started(.connectionLayerHTTPLoggingLevel) }

private func started(_ level: PNLogLevel) -> Int32 {
    PNLogDefaults.current.levels.contains(level) ? 1 : 0
}
