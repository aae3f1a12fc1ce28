/// Whether anything is logged before ``PNLogger/loggerEnabled(_:)`` says so: no, as in packaged builds of 3.7.8.
public let PNLOG_LOGGING_ENABLED: Int32 = 0

/// Whether records go to a file before ``PNLogger/dump(toFile:)`` says so: no, as in packaged builds of 3.7.8.
public let PNLOG_STORE_LOG_TO_FILE: Int32 = 0

/// Whether ``PNLogLevel/generalLevel`` is on at first.
public let PNLOG_GENERAL_LOGGING_ENABLED: Int32 = 1

/// Whether ``PNLogLevel/delegateLevel`` is on at first.
public let PNLOG_DELEGATE_LOGGING_ENABLED: Int32 = 1

/// Whether ``PNLogLevel/reachabilityLevel`` is on at first.
public let PNLOG_REACHABILITY_LOGGING_ENABLED: Int32 = 1

/// Whether ``PNLogLevel/deserializerInfoLevel`` is on at first.
public let PNLOG_DESERIALIZER_INFO_LOGGING_ENABLED: Int32 = 1

/// Whether ``PNLogLevel/deserializerErrorLevel`` is on at first.
public let PNLOG_DESERIALIZER_ERROR_LOGGING_ENABLED: Int32 = 1

/// Whether ``PNLogLevel/communicationChannelLayerErrorLevel`` is on at first.
public let PNLOG_COMMUNICATION_CHANNEL_LAYER_ERROR_LOGGING_ENABLED: Int32 = 1

/// Whether ``PNLogLevel/communicationChannelLayerInfoLevel`` is on at first.
public let PNLOG_COMMUNICATION_CHANNEL_LAYER_INFO_LOGGING_ENABLED: Int32 = 1

/// Whether ``PNLogLevel/communicationChannelLayerWarnLevel`` is on at first.
public let PNLOG_COMMUNICATION_CHANNEL_LAYER_WARN_LOGGING_ENABLED: Int32 = 1

/// Whether ``PNLogLevel/connectionLayerErrorLevel`` is on at first.
public let PNLOG_CONNECTION_LAYER_ERROR_LOGGING_ENABLED: Int32 = 1

/// Whether ``PNLogLevel/connectionLayerInfoLevel`` is on at first.
public let PNLOG_CONNECTION_LAYER_INFO_LOGGING_ENABLED: Int32 = 1

/// Whether ``PNLogLevel/connectionLayerHTTPLoggingLevel`` is on at first: no.
public let PNLOG_CONNECTION_LAYER_RAW_HTTP_RESPONSE_LOGGING_ENABLED: Int32 = 0

/// Whether HTTP answers go to a file before ``PNLogger/dumpHTTPResponse(toFile:)`` says so: no.
public let PNLOG_CONNECTION_LAYER_RAW_HTTP_RESPONSE_STORING_ENABLED: Int32 = 0

extension PNLogLevel {
    /// The levels that are on at first.
    static var initial: PNLogLevel {
        let switches: [(PNLogLevel, Int32)] = [
            (.generalLevel, PNLOG_GENERAL_LOGGING_ENABLED),
            (.delegateLevel, PNLOG_DELEGATE_LOGGING_ENABLED),
            (.reachabilityLevel, PNLOG_REACHABILITY_LOGGING_ENABLED),
            (.deserializerInfoLevel, PNLOG_DESERIALIZER_INFO_LOGGING_ENABLED),
            (.deserializerErrorLevel, PNLOG_DESERIALIZER_ERROR_LOGGING_ENABLED),
            (.connectionLayerErrorLevel, PNLOG_CONNECTION_LAYER_ERROR_LOGGING_ENABLED),
            (.connectionLayerInfoLevel, PNLOG_CONNECTION_LAYER_INFO_LOGGING_ENABLED),
            (.connectionLayerHTTPLoggingLevel, PNLOG_CONNECTION_LAYER_RAW_HTTP_RESPONSE_LOGGING_ENABLED),
            (.communicationChannelLayerErrorLevel, PNLOG_COMMUNICATION_CHANNEL_LAYER_ERROR_LOGGING_ENABLED),
            (.communicationChannelLayerWarnLevel, PNLOG_COMMUNICATION_CHANNEL_LAYER_WARN_LOGGING_ENABLED),
            (.communicationChannelLayerInfoLevel, PNLOG_COMMUNICATION_CHANNEL_LAYER_INFO_LOGGING_ENABLED),
        ]
        return PNLogLevel(switches.filter { $0.1 != 0 }.map(\.0))
    }
}
