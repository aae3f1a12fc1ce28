/// One of the limits of ``OriginLimits`` with its name, so that a command line or a file can set it.
package struct OriginLimit: Sendable {
    /// What values a limit takes.
    package enum Kind: Sendable {
        /// A whole number: bytes or a count.
        case count(any WritableKeyPath<OriginLimits, Int> & Sendable)
        /// The same, or no limit.
        case optionalCount(any WritableKeyPath<OriginLimits, Int?> & Sendable)
        /// A duration.
        case duration(any WritableKeyPath<OriginLimits, Duration> & Sendable)
        /// The same, or no limit.
        case optionalDuration(any WritableKeyPath<OriginLimits, Duration?> & Sendable)
        /// A range of whole numbers.
        case range(any WritableKeyPath<OriginLimits, ClosedRange<Int>> & Sendable)
        /// True or false.
        case flag(any WritableKeyPath<OriginLimits, Bool> & Sendable)
    }

    /// The name of the property of ``OriginLimits``.
    package let name: String
    /// The form of its value.
    package let kind: Kind

    private init(_ name: String, _ kind: Kind) {
        self.name = name
        self.kind = kind
    }

    /// All limits.
    package static let all: [OriginLimit] = [
        OriginLimit("messageBytes", .count(\.messageBytes)),
        OriginLimit("signalBytes", .count(\.signalBytes)),
        OriginLimit("messageBuffer", .count(\.messageBuffer)),
        OriginLimit("catchesUpFromHistory", .flag(\.catchesUpFromHistory)),
        OriginLimit("pageMessages", .count(\.pageMessages)),
        OriginLimit("nameLength", .count(\.nameLength)),
        OriginLimit("authorizationKeyLength", .count(\.authorizationKeyLength)),
        OriginLimit("historyPage", .count(\.historyPage)),
        OriginLimit("batchHistoryPage", .count(\.batchHistoryPage)),
        OriginLimit("historyBytes", .count(\.historyBytes)),
        OriginLimit("historyChannels", .count(\.historyChannels)),
        OriginLimit("countedChannels", .count(\.countedChannels)),
        OriginLimit("countedMessages", .count(\.countedMessages)),
        OriginLimit("heartbeatRange", .range(\.heartbeatRange)),
        OriginLimit("heartbeatDefault", .count(\.heartbeatDefault)),
        OriginLimit("emptyResponseAfter", .duration(\.emptyResponseAfter)),
        OriginLimit("filterBytes", .count(\.filterBytes)),
        OriginLimit("filterDepth", .count(\.filterDepth)),
        OriginLimit("maximumURLBytes", .count(\.maximumURLBytes)),
        OriginLimit("maximumBodyBytes", .count(\.maximumBodyBytes)),
        OriginLimit("maximumHeaderBytes", .count(\.maximumHeaderBytes)),
        OriginLimit("maximumHeaders", .count(\.maximumHeaders)),
        OriginLimit("headTimeout", .duration(\.headTimeout)),
        OriginLimit("idleTimeout", .duration(\.idleTimeout)),
        OriginLimit("lingerTimeout", .duration(\.lingerTimeout)),
        OriginLimit("connectionsPerAddress", .count(\.connectionsPerAddress)),
        OriginLimit("limitsLoopback", .flag(\.limitsLoopback)),
        OriginLimit("connectionBytes", .count(\.connectionBytes)),
        OriginLimit("requestsPerSecondPerKeyset", .optionalCount(\.requestsPerSecondPerKeyset)),
        OriginLimit("requestBurstPerKeyset", .optionalCount(\.requestBurstPerKeyset)),
        OriginLimit("requestsPerSecondPerAddress", .optionalCount(\.requestsPerSecondPerAddress)),
        OriginLimit("requestBurstPerAddress", .optionalCount(\.requestBurstPerAddress)),
        OriginLimit("requestTimeout", .duration(\.requestTimeout)),
        OriginLimit("handshakeTimeout", .duration(\.handshakeTimeout)),
        OriginLimit("connections", .count(\.connections)),
        OriginLimit("channelsPerGroup", .count(\.channelsPerGroup)),
        OriginLimit("deviceTokenLength", .count(\.deviceTokenLength)),
        OriginLimit("deviceTopicLength", .count(\.deviceTopicLength)),
        OriginLimit("registeredChannels", .count(\.registeredChannels)),
        OriginLimit("channelsPerRequest", .count(\.channelsPerRequest)),
        OriginLimit("compressionThreshold", .optionalCount(\.compressionThreshold)),
        OriginLimit("bufferedChannels", .count(\.bufferedChannels)),
        OriginLimit("bufferedBytes", .count(\.bufferedBytes)),
        OriginLimit("waitingNames", .count(\.waitingNames)),
        OriginLimit("occupants", .count(\.occupants)),
        OriginLimit("stateBytes", .count(\.stateBytes)),
        OriginLimit("storedMessagesPerChannel", .count(\.storedMessagesPerChannel)),
        OriginLimit("storedBytes", .count(\.storedBytes)),
        OriginLimit("accessGrants", .count(\.accessGrants)),
        OriginLimit("revokedTokens", .count(\.revokedTokens)),
        OriginLimit("actionBytes", .count(\.actionBytes)),
        OriginLimit("actionPage", .count(\.actionPage)),
        OriginLimit("actionsPerMessage", .count(\.actionsPerMessage)),
        OriginLimit("actions", .count(\.actions)),
        OriginLimit("allActionBytes", .count(\.allActionBytes)),
        OriginLimit("objectBytes", .count(\.objectBytes)),
        OriginLimit("objectPage", .count(\.objectPage)),
        OriginLimit("objects", .count(\.objects)),
        OriginLimit("allObjectBytes", .count(\.allObjectBytes)),
        OriginLimit("membershipsPerUser", .count(\.membershipsPerUser)),
        OriginLimit("announceMaximum", .optionalCount(\.announceMaximum)),
        OriginLimit("presenceInterval", .optionalDuration(\.presenceInterval)),
    ]
}
