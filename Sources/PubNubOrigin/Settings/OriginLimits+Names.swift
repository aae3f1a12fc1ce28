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
    /// Whether it decides what calls lead to: the state, or what clients get from any server of a cluster. All servers of a cluster have to
    /// share it. The others are about the connections of one server, the requests as they arrive there, and the calls that wait there.
    package let isApplied: Bool
    /// The largest number that it takes.
    package let most: Int

    /// Larger numbers could overflow where limits are multiplied.
    private static let usualMost = 1 << 40

    private init(_ name: String, _ kind: Kind, most: Int = OriginLimit.usualMost, isApplied: Bool = true) {
        self.name = name
        self.kind = kind
        self.most = most
        self.isApplied = isApplied
    }

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
        // As the ends of the range.
        OriginLimit("heartbeatDefault", .count(\.heartbeatDefault), most: 1 << 30),
        OriginLimit("emptyResponseAfter", .duration(\.emptyResponseAfter), isApplied: false),
        OriginLimit("filterBytes", .count(\.filterBytes)),
        // Each level takes part of the stack of a thread.
        OriginLimit("filterDepth", .count(\.filterDepth), most: 256),
        OriginLimit("maximumURLBytes", .count(\.maximumURLBytes), isApplied: false),
        OriginLimit("maximumBodyBytes", .count(\.maximumBodyBytes)),
        OriginLimit("maximumHeaderBytes", .count(\.maximumHeaderBytes), isApplied: false),
        OriginLimit("maximumHeaders", .count(\.maximumHeaders), isApplied: false),
        OriginLimit("headTimeout", .duration(\.headTimeout), isApplied: false),
        OriginLimit("idleTimeout", .duration(\.idleTimeout), isApplied: false),
        OriginLimit("lingerTimeout", .duration(\.lingerTimeout), isApplied: false),
        OriginLimit("connectionsPerAddress", .count(\.connectionsPerAddress), isApplied: false),
        OriginLimit("limitsLoopback", .flag(\.limitsLoopback), isApplied: false),
        OriginLimit("connectionBytes", .count(\.connectionBytes), isApplied: false),
        OriginLimit("responseBytes", .count(\.responseBytes), isApplied: false),
        OriginLimit("maximumResponseBytes", .count(\.maximumResponseBytes), isApplied: false),
        OriginLimit("requestsPerSecondPerKeyset", .optionalCount(\.requestsPerSecondPerKeyset), isApplied: false),
        OriginLimit("requestBurstPerKeyset", .optionalCount(\.requestBurstPerKeyset), isApplied: false),
        OriginLimit("requestsPerSecondPerAddress", .optionalCount(\.requestsPerSecondPerAddress), isApplied: false),
        OriginLimit("requestBurstPerAddress", .optionalCount(\.requestBurstPerAddress), isApplied: false),
        OriginLimit("requestTimeout", .duration(\.requestTimeout), isApplied: false),
        OriginLimit("handshakeTimeout", .duration(\.handshakeTimeout), isApplied: false),
        OriginLimit("connections", .count(\.connections), isApplied: false),
        OriginLimit("channelsPerGroup", .count(\.channelsPerGroup)),
        OriginLimit("deviceTokenLength", .count(\.deviceTokenLength)),
        OriginLimit("deviceTopicLength", .count(\.deviceTopicLength)),
        OriginLimit("registeredChannels", .count(\.registeredChannels)),
        OriginLimit("channelsPerRequest", .count(\.channelsPerRequest)),
        OriginLimit("compressionThreshold", .optionalCount(\.compressionThreshold), isApplied: false),
        OriginLimit("bufferedChannels", .count(\.bufferedChannels)),
        OriginLimit("bufferedBytes", .count(\.bufferedBytes)),
        OriginLimit("waitingNames", .count(\.waitingNames), isApplied: false),
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
        OriginLimit("fileSize", .count(\.fileSize), most: 1 << 30),
        OriginLimit("fileBytes", .count(\.fileBytes)),
        OriginLimit("filesPerChannel", .count(\.filesPerChannel)),
        OriginLimit("files", .count(\.files)),
        OriginLimit("fileNameBytes", .count(\.fileNameBytes), most: 1 << 10),
        OriginLimit("fileUploads", .count(\.fileUploads), isApplied: false),
        OriginLimit("fileUploadsPerAddress", .count(\.fileUploadsPerAddress), isApplied: false),
        OriginLimit("fileUploadBytes", .count(\.fileUploadBytes), isApplied: false),
        OriginLimit("fileUploadTime", .duration(\.fileUploadTime), isApplied: false),
        OriginLimit("fileDownloads", .count(\.fileDownloads), isApplied: false),
        OriginLimit("fileDownloadsPerAddress", .count(\.fileDownloadsPerAddress), isApplied: false),
        OriginLimit("announceMaximum", .optionalCount(\.announceMaximum)),
        OriginLimit("presenceInterval", .optionalDuration(\.presenceInterval)),
        OriginLimit("presenceAnnouncementDelay", .duration(\.presenceAnnouncementDelay), most: 10),
    ]
}
