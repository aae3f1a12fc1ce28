extension PNEvent {
    /// The delegate method that the event calls, with its labels.
    var delegateMethod: String {
        switch self {
        case .error: "pubnubClient(_:error:)"
        case .willConnect: "pubnubClient(_:willConnectToOrigin:)"
        case .didConnect: "pubnubClient(_:didConnectToOrigin:)"
        case .connectionFailed: "pubnubClient(_:connectionDidFailWithError:)"
        case .willDisconnect: "pubnubClient(_:willDisconnectWithError:)"
        case .didDisconnect: "pubnubClient(_:didDisconnectFromOrigin:)"
        case .didDisconnectWithError: "pubnubClient(_:didDisconnectFromOrigin:withError:)"
        case .willSuspend: "pubnubClient(_:willSuspendWith:)"
        case .willRestoreSubscription: "pubnubClient(_:willRestoreSubscriptionOn:)"
        case .didRestoreSubscription: "pubnubClient(_:didRestoreSubscriptionOn:)"
        case .willSend: "pubnubClient(_:willSend:)"
        case .didSend: "pubnubClient(_:didSend:)"
        case .sendFailed: "pubnubClient(_:didFailMessageSend:withError:)"
        case .message, .presence: "pubnubClient(_:didReceive:)"
        case .signal: "pubnubClient(_:didReceiveSignal:)"
        case .object: "pubnubClient(_:didReceiveObjectEvent:)"
        case .messageAction: "pubnubClient(_:didReceiveMessageAction:)"
        case .gap: "pubnubClient(_:didLoseMessagesBetween:and:)"
        case .outcome(let outcome): Self.delegateMethod(of: outcome.posting)
        }
    }

    private static func delegateMethod(of posting: Posting) -> String {
        let isFailure = posting.payload is PNError
        guard let labels = posting.kind.flatMap({ outcomeLabels[$0] }) else { return "" }
        if posting.kind == .pushRemoval, !isFailure { return labels.success }
        return "pubnubClient(_:\(isFailure ? labels.failure : labels.success):)"
    }

    /// The labels of the methods for the success and the failure of calls.
    private static let outcomeLabels: [EventKind: (success: String, failure: String)] = [
        .subscription: ("didSubscribeOn", "subscriptionDidFailWithError"),
        .unsubscription: ("didUnsubscribeFrom", "unsubscriptionDidFailWithError"),
        .presenceEnabling: ("didEnablePresenceObservationOn", "presenceObservationEnablingDidFailWithError"),
        .presenceDisabling: ("didDisablePresenceObservationOn", "presenceObservationDisablingDidFailWithError"),
        .history: ("didReceiveMessageHistory:for:startingFrom:to", "didFailHistoryDownloadFor:withError"),
        .time: ("didReceiveTimeToken", "timeTokenReceiveDidFailWithError"),
        .hereNow: ("didReceiveParticipants:for", "didFailParticipantsListDownloadFor:withError"),
        .whereNow: (
            "didReceiveParticipantChannelsList:forIdentifier",
            "didFailParticipantChannelsListDownloadForIdentifier:withError"
        ),
        .clientState: ("didReceiveClientState", "clientStateRetrieveDidFailWithError"),
        .clientStateUpdate: ("didUpdateClientState", "clientStateUpdateDidFailWithError"),
        .channelGroups: ("didReceiveChannelGroups:forNamespace", "channelGroupsRequestDidFailWithError"),
        .namespaces: ("didReceiveChannelGroupNamespaces", "channelGroupNamespacesRequestDidFailWithError"),
        .namespaceRemoval: ("didRemoveNamespace", "namespaceRemovalDidFailWithError"),
        .groupRemoval: ("didRemove", "channelGroupRemovalDidFailWithError"),
        .groupChannels: ("didReceiveChannelsFor", "channelsForGroupRequestDidFailWithError"),
        .groupChannelsAddition: ("didAddChannels:to", "channelsAdditionToGroupDidFailWithError"),
        .groupChannelsRemoval: ("didRemoveChannels:from", "channelsRemovalFromGroupDidFailWithError"),
        .pushEnabling: ("didEnablePushNotificationsOnChannels", "pushNotificationEnableDidFailWithError"),
        .pushDisabling: ("didDisablePushNotificationsOnChannels", "pushNotificationDisableDidFailWithError"),
        .pushRemoval: (
            "pubnubClientDidRemovePushNotifications(_:)", "pushNotificationsRemoveFromChannelsDidFailWithError"
        ),
        .pushChannels: (
            "didReceivePushNotificationEnabledChannels", "pushNotificationEnabledChannelsReceiveDidFailWithError"
        ),
        .accessRightsChange: ("didChangeAccessRights", "accessRightsChangeDidFailWithError"),
        .accessRightsAudit: ("didAuditAccessRights", "accessRightsAuditDidFailWithError"),
    ]
}
