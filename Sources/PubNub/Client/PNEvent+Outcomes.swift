import Foundation

/// The table of outcomes. The closures take the delegate, the client, the subject of the call (unless that is `Void`),
/// and the value or the error.
extension PNEvent {
    // MARK: Subscription

    static let subscription = OutcomeRow<Void, Objects>(
        .subscription,
        successNotification: kPNClientSubscriptionDidCompleteNotification,
        failureNotification: kPNClientSubscriptionDidFailNotification,
        success: { $0.pubnubClient($1, didSubscribeOn: $2) },
        failure: { $0.pubnubClient($1, subscriptionDidFailWithError: $2) }
    )

    /// The subscription that follows a change of the client identifier.
    private static let subscriptionOnIdentifierUpdate = OutcomeRow<Void, Objects>(
        .subscription,
        successNotification: kPNClientSubscriptionDidCompleteOnClientIdentifierUpdateNotification,
        failureNotification: kPNClientSubscriptionDidFailOnClientIdentifierUpdateNotification,
        success: { $0.pubnubClient($1, didSubscribeOn: $2) },
        failure: { $0.pubnubClient($1, subscriptionDidFailWithError: $2) }
    )

    static func subscription(_ outcome: Outcome<Objects>, onIdentifierUpdate: Bool) -> PNEvent {
        onIdentifierUpdate ? subscriptionOnIdentifierUpdate(outcome) : subscription(outcome)
    }

    static let unsubscription = OutcomeRow<Void, Objects>(
        .unsubscription,
        successNotification: kPNClientUnsubscriptionDidCompleteNotification,
        failureNotification: kPNClientUnsubscriptionDidFailNotification,
        success: { $0.pubnubClient($1, didUnsubscribeFrom: $2) },
        failure: { $0.pubnubClient($1, unsubscriptionDidFailWithError: $2) }
    )

    /// The unsubscription that precedes a change of the client identifier.
    private static let unsubscriptionOnIdentifierUpdate = OutcomeRow<Void, Objects>(
        .unsubscription,
        successNotification: kPNClientUnsubscriptionDidCompleteOnClientIdentifierUpdateNotification,
        failureNotification: kPNClientUnsubscriptionDidFailOnClientIdentifierUpdateNotification,
        success: { $0.pubnubClient($1, didUnsubscribeFrom: $2) },
        failure: { $0.pubnubClient($1, unsubscriptionDidFailWithError: $2) }
    )

    static func unsubscription(_ outcome: Outcome<Objects>, onIdentifierUpdate: Bool) -> PNEvent {
        onIdentifierUpdate ? unsubscriptionOnIdentifierUpdate(outcome) : unsubscription(outcome)
    }

    static let presenceEnabling = OutcomeRow<Void, Objects>(
        .presenceEnabling,
        successNotification: kPNClientPresenceEnablingDidCompleteNotification,
        failureNotification: kPNClientPresenceEnablingDidFailNotification,
        success: { $0.pubnubClient($1, didEnablePresenceObservationOn: $2) },
        failure: { $0.pubnubClient($1, presenceObservationEnablingDidFailWithError: $2) }
    )

    static let presenceDisabling = OutcomeRow<Void, Objects>(
        .presenceDisabling,
        successNotification: kPNClientPresenceDisablingDidCompleteNotification,
        failureNotification: kPNClientPresenceDisablingDidFailNotification,
        success: { $0.pubnubClient($1, didDisablePresenceObservationOn: $2) },
        failure: { $0.pubnubClient($1, presenceObservationDisablingDidFailWithError: $2) }
    )

    // MARK: History and time

    static let history = OutcomeRow<PNChannel, PNMessagesHistory>(
        .history,
        successNotification: kPNClientDidReceiveMessagesHistoryNotification,
        failureNotification: kPNClientHistoryDownloadFailedWithErrorNotification,
        success: { delegate, client, _, page in
            delegate.pubnubClient(
                client,
                didReceiveMessageHistory: page.messages,
                for: page.channel,
                startingFrom: page.startDate,
                to: page.endDate
            )
        },
        failure: { $0.pubnubClient($1, didFailHistoryDownloadFor: $2, withError: $3) }
    )

    static func history(channel: PNChannel, _ outcome: Outcome<PNMessagesHistory>) -> PNEvent {
        history(channel, outcome)
    }

    static let time = OutcomeRow<Void, NSNumber>(
        .time,
        successNotification: kPNClientDidReceiveTimeTokenNotification,
        failureNotification: kPNClientDidFailTimeTokenReceiveNotification,
        success: { $0.pubnubClient($1, didReceiveTimeToken: $2) },
        failure: { $0.pubnubClient($1, timeTokenReceiveDidFailWithError: $2) }
    )

    // MARK: Presence

    static let hereNow = OutcomeRow<Objects, PNHereNow>(
        .hereNow,
        successNotification: kPNClientDidReceiveParticipantsListNotification,
        failureNotification: kPNClientParticipantsListDownloadFailedWithErrorNotification,
        success: { $0.pubnubClient($1, didReceiveParticipants: $3, for: $2) },
        failure: { $0.pubnubClient($1, didFailParticipantsListDownloadFor: $2, withError: $3) }
    )

    static func hereNow(objects: Objects, _ outcome: Outcome<PNHereNow>) -> PNEvent {
        hereNow(objects, outcome)
    }

    static let whereNow = OutcomeRow<String, PNWhereNow>(
        .whereNow,
        successNotification: kPNClientDidReceiveParticipantChannelsListNotification,
        failureNotification: kPNClientParticipantChannelsListDownloadFailedWithErrorNotification,
        success: { $0.pubnubClient($1, didReceiveParticipantChannelsList: $3.channels, forIdentifier: $2) },
        failure: { $0.pubnubClient($1, didFailParticipantChannelsListDownloadForIdentifier: $2, withError: $3) }
    )

    static func whereNow(identifier: String, _ outcome: Outcome<PNWhereNow>) -> PNEvent {
        whereNow(identifier, outcome)
    }

    static let clientState = OutcomeRow<Void, PNClient>(
        .clientState,
        successNotification: kPNClientDidReceiveClientStateNotification,
        failureNotification: kPNClientStateRetrieveDidFailWithErrorNotification,
        success: { $0.pubnubClient($1, didReceiveClientState: $2) },
        failure: { $0.pubnubClient($1, clientStateRetrieveDidFailWithError: $2) }
    )

    static let clientStateUpdate = OutcomeRow<Void, PNClient>(
        .clientStateUpdate,
        successNotification: kPNClientDidUpdateClientStateNotification,
        failureNotification: kPNClientStateUpdateDidFailWithErrorNotification,
        success: { $0.pubnubClient($1, didUpdateClientState: $2) },
        failure: { $0.pubnubClient($1, clientStateUpdateDidFailWithError: $2) }
    )

    // MARK: Channel groups

    /// The notification of a success carries the groups, or, for a request with a namespace, a dictionary from its name
    /// to them.
    static let channelGroups = OutcomeRow<String?, [PNChannelGroup]>(
        .channelGroups,
        successNotification: kPNClientChannelGroupsRequestCompleteNotification,
        failureNotification: kPNClientChannelGroupsRequestDidFailWithErrorNotification,
        payload: { namespace, groups in
            guard let namespace else { return groups }
            return [namespace: groups]
        },
        success: { $0.pubnubClient($1, didReceiveChannelGroups: $3, forNamespace: $2) },
        failure: { delegate, client, _, error in
            delegate.pubnubClient(client, channelGroupsRequestDidFailWithError: error)
        }
    )

    static func channelGroups(namespace: String?, _ outcome: Outcome<[PNChannelGroup]>) -> PNEvent {
        channelGroups(namespace, outcome)
    }

    static let namespaces = OutcomeRow<Void, [String]>(
        .namespaces,
        successNotification: kPNClientChannelGroupNamespacesRequestCompleteNotification,
        failureNotification: kPNClientChannelGroupNamespacesRequestDidFailWithErrorNotification,
        success: { $0.pubnubClient($1, didReceiveChannelGroupNamespaces: $2) },
        failure: { $0.pubnubClient($1, channelGroupNamespacesRequestDidFailWithError: $2) }
    )

    static let namespaceRemoval = OutcomeRow<Void, String>(
        .namespaceRemoval,
        successNotification: kPNClientChannelGroupNamespaceRemovalCompleteNotification,
        failureNotification: kPNClientChannelGroupNamespaceRemovalDidFailWithErrorNotification,
        success: { $0.pubnubClient($1, didRemoveNamespace: $2) },
        failure: { $0.pubnubClient($1, namespaceRemovalDidFailWithError: $2) }
    )

    static let groupRemoval = OutcomeRow<Void, PNChannelGroup>(
        .groupRemoval,
        successNotification: kPNClientChannelGroupRemovalCompleteNotification,
        failureNotification: kPNClientChannelGroupRemovalDidFailWithErrorNotification,
        success: { $0.pubnubClient($1, didRemove: $2) },
        failure: { $0.pubnubClient($1, channelGroupRemovalDidFailWithError: $2) }
    )

    static let groupChannels = OutcomeRow<Void, PNChannelGroup>(
        .groupChannels,
        successNotification: kPNClientChannelsForGroupRequestCompleteNotification,
        failureNotification: kPNClientChannelsForGroupRequestDidFailWithErrorNotification,
        success: { $0.pubnubClient($1, didReceiveChannelsFor: $2) },
        failure: { $0.pubnubClient($1, channelsForGroupRequestDidFailWithError: $2) }
    )

    static let groupChannelsAddition = OutcomeRow<Void, PNChannelGroupChange>(
        .groupChannelsAddition,
        successNotification: kPNClientGroupChannelsAdditionCompleteNotification,
        failureNotification: kPNClientGroupChannelsAdditionDidFailWithErrorNotification,
        success: { $0.pubnubClient($1, didAddChannels: $2.channels, to: $2.group) },
        failure: { $0.pubnubClient($1, channelsAdditionToGroupDidFailWithError: $2) }
    )

    static let groupChannelsRemoval = OutcomeRow<Void, PNChannelGroupChange>(
        .groupChannelsRemoval,
        successNotification: kPNClientGroupChannelsRemovalCompleteNotification,
        failureNotification: kPNClientGroupChannelsRemovalDidFailWithErrorNotification,
        success: { $0.pubnubClient($1, didRemoveChannels: $2.channels, from: $2.group) },
        failure: { $0.pubnubClient($1, channelsRemovalFromGroupDidFailWithError: $2) }
    )

    // MARK: Push notifications and access rights

    static let pushEnabling = OutcomeRow<Void, [PNChannel]>(
        .pushEnabling,
        successNotification: kPNClientPushNotificationEnableDidCompleteNotification,
        failureNotification: kPNClientPushNotificationEnableDidFailNotification,
        success: { $0.pubnubClient($1, didEnablePushNotificationsOnChannels: $2) },
        failure: { $0.pubnubClient($1, pushNotificationEnableDidFailWithError: $2) }
    )

    static let pushDisabling = OutcomeRow<Void, [PNChannel]>(
        .pushDisabling,
        successNotification: kPNClientPushNotificationDisableDidCompleteNotification,
        failureNotification: kPNClientPushNotificationDisableDidFailNotification,
        success: { $0.pubnubClient($1, didDisablePushNotificationsOnChannels: $2) },
        failure: { $0.pubnubClient($1, pushNotificationDisableDidFailWithError: $2) }
    )

    static let pushRemoval = OutcomeRow<Void, Void>(
        .pushRemoval,
        successNotification: kPNClientPushNotificationRemoveDidCompleteNotification,
        failureNotification: kPNClientPushNotificationRemoveDidFailNotification,
        payload: { nil },
        success: { delegate, client, _ in delegate.pubnubClientDidRemovePushNotifications(client) },
        failure: { $0.pubnubClient($1, pushNotificationsRemoveFromChannelsDidFailWithError: $2) }
    )

    static let pushChannels = OutcomeRow<Void, [PNChannel]>(
        .pushChannels,
        successNotification: kPNClientPushNotificationChannelsRetrieveDidCompleteNotification,
        failureNotification: kPNClientPushNotificationChannelsRetrieveDidFailNotification,
        success: { $0.pubnubClient($1, didReceivePushNotificationEnabledChannels: $2) },
        failure: { $0.pubnubClient($1, pushNotificationEnabledChannelsReceiveDidFailWithError: $2) }
    )

    static let accessRightsChange = OutcomeRow<Void, PNAccessRightsCollection>(
        .accessRightsChange,
        successNotification: kPNClientAccessRightsChangeDidCompleteNotification,
        failureNotification: kPNClientAccessRightsChangeDidFailNotification,
        success: { $0.pubnubClient($1, didChangeAccessRights: $2) },
        failure: { $0.pubnubClient($1, accessRightsChangeDidFailWithError: $2) }
    )

    static let accessRightsAudit = OutcomeRow<Void, PNAccessRightsCollection>(
        .accessRightsAudit,
        successNotification: kPNClientAccessRightsAuditDidCompleteNotification,
        failureNotification: kPNClientAccessRightsAuditDidFailNotification,
        success: { $0.pubnubClient($1, didAuditAccessRights: $2) },
        failure: { $0.pubnubClient($1, accessRightsAuditDidFailWithError: $2) }
    )
}
