// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals
import Foundation
import PubNub

/// Presence, channel groups, notifications of devices, and access rights.
extension CopiedDelegate {
    func pubnubClient(
        _ client: PubNub!,
        didReceiveParticipants presenceInformation: PNHereNow!,
        for channelObjects: [Any]!
    ) { log.add(delegate: #function, presenceInformation, channelObjects) }

    func pubnubClient(
        _ client: PubNub!,
        didFailParticipantsListDownloadFor channelObjects: [Any]!,
        withError error: PNError!
    ) { log.add(delegate: #function, channelObjects, error) }

    func pubnubClient(
        _ client: PubNub!,
        didReceiveParticipantChannelsList participantChannelsList: [Any]!,
        forIdentifier clientIdentifier: String!
    ) { log.add(delegate: #function, participantChannelsList, clientIdentifier) }

    func pubnubClient(
        _ client: PubNub!,
        didFailParticipantChannelsListDownloadForIdentifier clientIdentifier: String!,
        withError error: PNError!
    ) { log.add(delegate: #function, clientIdentifier, error) }

    func pubnubClient(_ client: PubNub!, didReceiveClientState remoteClient: PNClient!) {
        log.add(delegate: #function, remoteClient)
    }

    func pubnubClient(_ client: PubNub!, clientStateRetrieveDidFailWithError error: PNError!) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub!, didUpdateClientState remoteClient: PNClient!) {
        log.add(delegate: #function, remoteClient)
    }

    func pubnubClient(_ client: PubNub!, clientStateUpdateDidFailWithError error: PNError!) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub!, didReceiveChannelGroups groups: [Any]!, forNamespace nspace: String!) {
        log.add(delegate: #function, groups, nspace)
    }

    func pubnubClient(_ client: PubNub!, channelGroupsRequestDidFailWithError error: PNError!) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub!, didReceiveChannelGroupNamespaces namespaces: [Any]!) {
        log.add(delegate: #function, namespaces)
    }

    func pubnubClient(_ client: PubNub!, channelGroupNamespacesRequestDidFailWithError error: PNError!) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub!, didRemoveNamespace nspace: String!) { log.add(delegate: #function, nspace) }

    func pubnubClient(_ client: PubNub!, namespaceRemovalDidFailWithError error: PNError!) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub!, didRemove group: PNChannelGroup!) { log.add(delegate: #function, group) }

    func pubnubClient(_ client: PubNub!, channelGroupRemovalDidFailWithError error: PNError!) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub!, didReceiveChannelsFor group: PNChannelGroup!) {
        log.add(delegate: #function, group)
    }

    func pubnubClient(_ client: PubNub!, channelsForGroupRequestDidFailWithError error: PNError!) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub!, didAddChannels channels: [Any]!, to group: PNChannelGroup!) {
        log.add(delegate: #function, channels, group)
    }

    func pubnubClient(_ client: PubNub!, channelsAdditionToGroupDidFailWithError error: PNError!) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub!, didRemoveChannels channels: [Any]!, from group: PNChannelGroup!) {
        log.add(delegate: #function, channels, group)
    }

    func pubnubClient(_ client: PubNub!, channelsRemovalFromGroupDidFailWithError error: PNError!) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub!, didEnablePushNotificationsOnChannels channels: [Any]!) {
        log.add(delegate: #function, channels)
    }

    func pubnubClient(_ client: PubNub!, pushNotificationEnableDidFailWithError error: PNError!) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub!, didDisablePushNotificationsOnChannels channels: [Any]!) {
        log.add(delegate: #function, channels)
    }

    func pubnubClient(_ client: PubNub!, pushNotificationDisableDidFailWithError error: PNError!) {
        log.add(delegate: #function, error)
    }

    func pubnubClientDidRemovePushNotifications(_ client: PubNub!) { log.add(delegate: #function) }

    func pubnubClient(_ client: PubNub!, pushNotificationsRemoveFromChannelsDidFailWithError error: PNError!) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub!, didReceivePushNotificationEnabledChannels channels: [Any]!) {
        log.add(delegate: #function, channels)
    }

    func pubnubClient(_ client: PubNub!, pushNotificationEnabledChannelsReceiveDidFailWithError error: PNError!) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub!, didChangeAccessRights accessRightsCollection: PNAccessRightsCollection!) {
        log.add(delegate: #function, accessRightsCollection)
    }

    func pubnubClient(_ client: PubNub!, accessRightsChangeDidFailWithError error: PNError!) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub!, didAuditAccessRights accessRightsCollection: PNAccessRightsCollection!) {
        log.add(delegate: #function, accessRightsCollection)
    }

    func pubnubClient(_ client: PubNub!, accessRightsAuditDidFailWithError error: PNError!) {
        log.add(delegate: #function, error)
    }
}
