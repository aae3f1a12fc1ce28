public import Foundation

/// Takes the origin a client connected to.
public typealias PNClientConnectionSuccessBlock = (String?) -> Void

/// Takes why a client did not connect. `nil` while it waits for a network: it connects once there is one.
public typealias PNClientConnectionFailureBlock = (PNError?) -> Void

/// Takes the origin, whether the client is connected, and why it is not. Without an error it disconnected on request, or
/// waits for a network to connect.
public typealias PNClientConnectionStateChangeBlock = (String?, Bool, PNError?) -> Void

/// Takes the state, the channels and groups concerned, and an error when they are not subscribed.
public typealias PNClientChannelSubscriptionHandlerBlock =
    (PNSubscriptionProcessState, [any PNChannelProtocol]?, PNError?) -> Void

/// Takes the channels and groups that were unsubscribed, or an error.
public typealias PNClientChannelUnsubscriptionHandlerBlock = ([any PNChannelProtocol]?, PNError?) -> Void

/// Takes the channels and groups whose presence is observed now, or an error.
public typealias PNClientPresenceEnableHandlingBlock = ([any PNChannelProtocol]?, PNError?) -> Void

/// Takes the channels and groups whose presence observation ended, or an error.
public typealias PNClientPresenceDisableHandlingBlock = ([any PNChannelProtocol]?, PNError?) -> Void

/// Takes the state of a message, and the ``PNMessage``, or the ``PNError`` when it was not sent.
public typealias PNClientMessageProcessingBlock = (PNMessageState, Any?) -> Void

/// Takes a received message.
public typealias PNClientMessageHandlingBlock = (PNMessage?) -> Void

/// Takes a received presence event.
public typealias PNClientPresenceEventHandlingBlock = (PNPresenceEvent?) -> Void

/// Takes messages of the past, their channel, and when the first and the last one were sent, or an error.
public typealias PNClientHistoryLoadHandlingBlock = ([PNMessage]?, PNChannel?, PNDate?, PNDate?, PNError?) -> Void

/// Takes the participants and their channels, or an error with the channels of the call.
public typealias PNClientParticipantsHandlingBlock = (PNHereNow?, [any PNChannelProtocol]?, PNError?) -> Void

/// Takes the identifier of a client and the channels it is subscribed to, or an error.
public typealias PNClientParticipantChannelsHandlingBlock = (String?, [PNChannel]?, PNError?) -> Void

/// Takes a client with its state, or an error.
public typealias PNClientStateRetrieveHandlingBlock = (PNClient?, PNError?) -> Void

/// Takes a client with the state it has now, or an error.
public typealias PNClientStateUpdateHandlingBlock = (PNClient?, PNError?) -> Void

/// Takes the timetoken of the service, or an error.
public typealias PNClientTimeTokenReceivingCompleteBlock = (NSNumber?, PNError?) -> Void

/// Takes a namespace (`nil` for the global scope) and its channel groups, or an error.
public typealias PNClientChannelGroupsRequestHandlingBlock = (String?, [PNChannelGroup]?, PNError?) -> Void

/// Takes the names of all namespaces, or an error.
public typealias PNClientChannelGroupNamespacesRequestHandlingBlock = ([String]?, PNError?) -> Void

/// Takes the name of the namespace that was removed, or an error.
public typealias PNClientChannelGroupNamespaceRemoveHandlingBlock = (String?, PNError?) -> Void

/// Takes the channel group that was removed, or an error.
public typealias PNClientChannelGroupRemoveHandlingBlock = (PNChannelGroup?, PNError?) -> Void

/// Takes a channel group with its channels, or an error.
public typealias PNClientChannelsForGroupRequestHandlingBlock = (PNChannelGroup?, PNError?) -> Void

/// Takes a channel group and the channels that were added to it, or an error.
public typealias PNClientChannelsAdditionToGroupHandlingBlock = (PNChannelGroup?, [PNChannel]?, PNError?) -> Void

/// Takes a channel group and the channels that were removed from it, or an error.
public typealias PNClientChannelsRemovalFromGroupHandlingBlock = (PNChannelGroup?, [PNChannel]?, PNError?) -> Void

/// Takes the channels that now send push notifications, or an error.
public typealias PNClientPushNotificationsEnableHandlingBlock = ([PNChannel]?, PNError?) -> Void

/// Takes the channels that no longer send push notifications, or an error.
public typealias PNClientPushNotificationsDisableHandlingBlock = ([PNChannel]?, PNError?) -> Void

/// Takes the channels that send push notifications to a device, or an error.
public typealias PNClientPushNotificationsEnabledChannelsHandlingBlock = ([PNChannel]?, PNError?) -> Void

/// Takes `nil` when a device gets no more push notifications, or an error.
public typealias PNClientPushNotificationsRemoveHandlingBlock = (PNError?) -> Void

/// Takes the access rights as they are now, or an error.
public typealias PNClientChannelAccessRightsChangeBlock = (PNAccessRightsCollection?, PNError?) -> Void

/// Takes the access rights that were asked for, or an error.
public typealias PNClientChannelAccessRightsAuditBlock = (PNAccessRightsCollection?, PNError?) -> Void

/// Takes the last date up to which nothing is missing, and the date from which nothing is missing again.
public typealias PNClientMessagesGapBlock = (PNDate?, PNDate?) -> Void

/// Takes what happened to a user, channel or membership.
public typealias PNClientObjectEventHandlingBlock = (PNObjectEventResult?) -> Void

/// Takes a received signal.
public typealias PNClientSignalHandlingBlock = (PNSignalResult?) -> Void

/// Takes stored messages of several channels, or how it failed: one of the two.
public typealias PNHistoryFetchCompletionBlock = (PNHistoryFetchResult?, (any PNErrorStatus)?) -> Void

/// Takes the size of a message in bytes; -1 for one that cannot be sent.
public typealias PNMessageSizeCalculationCompletionBlock = (Int) -> Void

/// Takes how the sending of a message ended.
public typealias PNPublishCompletionBlock = (PNPublishStatus) -> Void

/// Takes how the sending of a signal ended.
public typealias PNSignalCompletionBlock = (PNSignalStatus) -> Void

/// Where a subscription stands.
///
/// The values exclude each other and can be switched over; the type is an option set because it was one.
public struct PNSubscriptionProcessState: OptionSet, Hashable, Sendable {
    /// The number the legacy interface uses.
    public let rawValue: UInt

    /// Makes a value of its number.
    ///
    /// - Parameter rawValue: The number.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The client is not subscribed; an error comes with it.
    public static let notSubscribedState: PNSubscriptionProcessState = []

    /// The client is subscribed.
    public static let subscribedState = PNSubscriptionProcessState(rawValue: 1)

    /// The client is about to subscribe again after its connection was restored.
    public static let willRestoreState = PNSubscriptionProcessState(rawValue: 2)

    /// The client subscribed again after its connection was restored.
    public static let restoredState = PNSubscriptionProcessState(rawValue: 3)
}
