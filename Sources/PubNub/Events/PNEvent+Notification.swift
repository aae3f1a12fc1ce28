import Foundation

extension PNEvent {
    /// The name of a notification and what it carries.
    typealias Posting = (name: String, payload: (any Sendable)?)

    /// The notification of the event; `nil` when it has none.
    var notification: Posting? {
        // The most frequent events come first.
        messageNotification ?? connectionNotification ?? subscriptionNotification ?? presenceNotification
            ?? groupNotification ?? pushNotification ?? rightsNotification
    }

    private static func posting<Value: Sendable>(
        _ outcome: Outcome<Value>,
        _ success: String,
        _ failure: String
    ) -> Posting {
        switch outcome {
        case .success(let value): (success, value)
        case .failure(let error): (failure, error)
        }
    }

    private var connectionNotification: Posting? {
        switch self {
        case .error(let error): (kPNClientErrorNotification, error)
        case .willConnect(let origin): (kPNClientWillConnectToOriginNotification, origin)
        case .didConnect(let origin): (kPNClientDidConnectToOriginNotification, origin)
        case .didDisconnect(let origin): (kPNClientDidDisconnectFromOriginNotification, origin)
        case .connectionFailed(_, let error): (kPNClientConnectionDidFailWithErrorNotification, error)
        case .willDisconnect(_, let error), .didDisconnectWithError(_, let error):
            (kPNClientConnectionDidFailWithErrorNotification, error)
        default: nil
        }
    }

    private var subscriptionNotification: Posting? {
        switch self {
        case .subscription(let outcome, false):
            Self.posting(
                outcome,
                kPNClientSubscriptionDidCompleteNotification,
                kPNClientSubscriptionDidFailNotification
            )
        case .subscription(let outcome, true):
            Self.posting(
                outcome,
                kPNClientSubscriptionDidCompleteOnClientIdentifierUpdateNotification,
                kPNClientSubscriptionDidFailOnClientIdentifierUpdateNotification
            )
        case .unsubscription(let outcome, false):
            Self.posting(
                outcome,
                kPNClientUnsubscriptionDidCompleteNotification,
                kPNClientUnsubscriptionDidFailNotification
            )
        case .unsubscription(let outcome, true):
            Self.posting(
                outcome,
                kPNClientUnsubscriptionDidCompleteOnClientIdentifierUpdateNotification,
                kPNClientUnsubscriptionDidFailOnClientIdentifierUpdateNotification
            )
        case .willRestoreSubscription(let objects): (kPNClientSubscriptionWillRestoreNotification, objects)
        case .didRestoreSubscription(let objects): (kPNClientSubscriptionDidRestoreNotification, objects)
        case .presenceEnabling(let outcome):
            Self.posting(
                outcome,
                kPNClientPresenceEnablingDidCompleteNotification,
                kPNClientPresenceEnablingDidFailNotification
            )
        case .presenceDisabling(let outcome):
            Self.posting(
                outcome,
                kPNClientPresenceDisablingDidCompleteNotification,
                kPNClientPresenceDisablingDidFailNotification
            )
        default: nil
        }
    }

    private var messageNotification: Posting? {
        switch self {
        case .message(let message): (kPNClientDidReceiveMessageNotification, message)
        case .presence(let event): (kPNClientDidReceivePresenceEventNotification, event)
        case .willSend(let message): (kPNClientWillSendMessageNotification, message)
        case .didSend(let message): (kPNClientDidSendMessageNotification, message)
        case .sendFailed(_, let error): (kPNClientMessageSendingDidFailNotification, error)
        case .signal(let signal): (kPNClientDidReceiveSignalNotification, signal)
        case .object(let event): (kPNClientDidReceiveObjectEventNotification, event)
        case .messageAction(let event): (kPNClientDidReceiveMessageActionNotification, event)
        case .gap(let start, let end):
            (kPNClientDidLoseMessagesNotification, [PNDate(timetoken: start), PNDate(timetoken: end)])
        case .history(_, let outcome):
            Self.posting(
                outcome,
                kPNClientDidReceiveMessagesHistoryNotification,
                kPNClientHistoryDownloadFailedWithErrorNotification
            )
        case .time(let outcome):
            Self.posting(
                outcome,
                kPNClientDidReceiveTimeTokenNotification,
                kPNClientDidFailTimeTokenReceiveNotification
            )
        default: nil
        }
    }

    private var presenceNotification: Posting? {
        switch self {
        case .hereNow(_, let outcome):
            Self.posting(
                outcome,
                kPNClientDidReceiveParticipantsListNotification,
                kPNClientParticipantsListDownloadFailedWithErrorNotification
            )
        case .whereNow(_, let outcome):
            Self.posting(
                outcome,
                kPNClientDidReceiveParticipantChannelsListNotification,
                kPNClientParticipantChannelsListDownloadFailedWithErrorNotification
            )
        case .clientState(let outcome):
            Self.posting(
                outcome,
                kPNClientDidReceiveClientStateNotification,
                kPNClientStateRetrieveDidFailWithErrorNotification
            )
        case .clientStateUpdate(let outcome):
            Self.posting(
                outcome,
                kPNClientDidUpdateClientStateNotification,
                kPNClientStateUpdateDidFailWithErrorNotification
            )
        default: nil
        }
    }

    private var groupNotification: Posting? {
        switch self {
        case .channelGroups(let namespace?, .success(let groups)):
            (kPNClientChannelGroupsRequestCompleteNotification, [namespace: groups])
        case .channelGroups(_, let outcome):
            Self.posting(
                outcome,
                kPNClientChannelGroupsRequestCompleteNotification,
                kPNClientChannelGroupsRequestDidFailWithErrorNotification
            )
        case .namespaces(let outcome):
            Self.posting(
                outcome,
                kPNClientChannelGroupNamespacesRequestCompleteNotification,
                kPNClientChannelGroupNamespacesRequestDidFailWithErrorNotification
            )
        case .namespaceRemoval(let outcome):
            Self.posting(
                outcome,
                kPNClientChannelGroupNamespaceRemovalCompleteNotification,
                kPNClientChannelGroupNamespaceRemovalDidFailWithErrorNotification
            )
        case .groupRemoval(let outcome):
            Self.posting(
                outcome,
                kPNClientChannelGroupRemovalCompleteNotification,
                kPNClientChannelGroupRemovalDidFailWithErrorNotification
            )
        case .groupChannels(let outcome):
            Self.posting(
                outcome,
                kPNClientChannelsForGroupRequestCompleteNotification,
                kPNClientChannelsForGroupRequestDidFailWithErrorNotification
            )
        case .groupChannelsAddition(let outcome):
            Self.posting(
                outcome,
                kPNClientGroupChannelsAdditionCompleteNotification,
                kPNClientGroupChannelsAdditionDidFailWithErrorNotification
            )
        case .groupChannelsRemoval(let outcome):
            Self.posting(
                outcome,
                kPNClientGroupChannelsRemovalCompleteNotification,
                kPNClientGroupChannelsRemovalDidFailWithErrorNotification
            )
        default: nil
        }
    }

    private var pushNotification: Posting? {
        switch self {
        case .pushEnabling(let outcome):
            Self.posting(
                outcome,
                kPNClientPushNotificationEnableDidCompleteNotification,
                kPNClientPushNotificationEnableDidFailNotification
            )
        case .pushDisabling(let outcome):
            Self.posting(
                outcome,
                kPNClientPushNotificationDisableDidCompleteNotification,
                kPNClientPushNotificationDisableDidFailNotification
            )
        case .pushChannels(let outcome):
            Self.posting(
                outcome,
                kPNClientPushNotificationChannelsRetrieveDidCompleteNotification,
                kPNClientPushNotificationChannelsRetrieveDidFailNotification
            )
        case .pushRemoval(.success): (kPNClientPushNotificationRemoveDidCompleteNotification, nil)
        case .pushRemoval(.failure(let error)): (kPNClientPushNotificationRemoveDidFailNotification, error)
        default: nil
        }
    }

    private var rightsNotification: Posting? {
        switch self {
        case .accessRightsChange(let outcome):
            Self.posting(
                outcome,
                kPNClientAccessRightsChangeDidCompleteNotification,
                kPNClientAccessRightsChangeDidFailNotification
            )
        case .accessRightsAudit(let outcome):
            Self.posting(
                outcome,
                kPNClientAccessRightsAuditDidCompleteNotification,
                kPNClientAccessRightsAuditDidFailNotification
            )
        default: nil
        }
    }
}
