import PubNub

/// A closure of each type; all of them record what they receive.
struct DeliveryClosures: Sendable {
    let log: DeliveryLog
    /// The name of the receiver in the log.
    let who: String

    private func say(_ values: Any?...) {
        log.add(who, values)
    }

    var connected: PNClientConnectionSuccessBlock { { say($0) } }
    var notConnected: PNClientConnectionFailureBlock { { say($0) } }
    var connectionState: PNClientConnectionStateChangeBlock { { say($0, $1, $2) } }
    var subscription: PNClientChannelSubscriptionHandlerBlock { { say($0, $1, $2) } }
    /// Unsubscribing, and presence on and off.
    var objects: ([any PNChannelProtocol]?, PNError?) -> Void { { say($0, $1) } }
    var processing: PNClientMessageProcessingBlock { { say($0, $1) } }
    var message: PNClientMessageHandlingBlock { { say($0) } }
    var presence: PNClientPresenceEventHandlingBlock { { say($0) } }
    var signal: PNClientSignalHandlingBlock { { say($0) } }
    var object: PNClientObjectEventHandlingBlock { { say($0) } }
    var action: PNClientMessageActionHandlingBlock { { say($0) } }
    var gap: PNClientMessagesGapBlock { { say($0, $1) } }
    var history: PNClientHistoryLoadHandlingBlock { { say($0, $1, $2, $3, $4) } }
    var time: PNClientTimeTokenReceivingCompleteBlock { { say($0, $1) } }
    var participants: PNClientParticipantsHandlingBlock { { say($0, $1, $2) } }
    var places: PNClientParticipantChannelsHandlingBlock { { say($0, $1, $2) } }
    /// State got and set.
    var state: (PNClient?, PNError?) -> Void { { say($0, $1) } }
    var groups: PNClientChannelGroupsRequestHandlingBlock { { say($0, $1, $2) } }
    var namespaces: PNClientChannelGroupNamespacesRequestHandlingBlock { { say($0, $1) } }
    var namespaceRemoval: PNClientChannelGroupNamespaceRemoveHandlingBlock { { say($0, $1) } }
    /// A group removed, or its channels.
    var group: (PNChannelGroup?, PNError?) -> Void { { say($0, $1) } }
    /// Channels added to a group or removed.
    var groupChange: (PNChannelGroup?, [PNChannel]?, PNError?) -> Void { { say($0, $1, $2) } }
    /// Push enabled, disabled or listed.
    var channels: ([PNChannel]?, PNError?) -> Void { { say($0, $1) } }
    var pushRemoval: PNClientPushNotificationsRemoveHandlingBlock { { say($0) } }
    /// Rights changed or listed.
    var rights: (PNAccessRightsCollection?, PNError?) -> Void { { say($0, $1) } }
}
