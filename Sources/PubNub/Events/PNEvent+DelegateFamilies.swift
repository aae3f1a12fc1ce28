import Foundation

extension PNEvent {
    func tellPresence(_ delegate: any PNDelegate, _ client: PubNub) {
        switch self {
        case .hereNow(let objects, .success(let information)):
            delegate.pubnubClient(client, didReceiveParticipants: information, for: objects)
        case .hereNow(let objects, .failure(let error)):
            delegate.pubnubClient(client, didFailParticipantsListDownloadFor: objects, withError: error)
        case .whereNow(let identifier, .success(let information)):
            delegate.pubnubClient(
                client,
                didReceiveParticipantChannelsList: information.channels,
                forIdentifier: identifier
            )
        case .whereNow(let identifier, .failure(let error)):
            delegate.pubnubClient(
                client,
                didFailParticipantChannelsListDownloadForIdentifier: identifier,
                withError: error
            )
        case .clientState(.success(let other)): delegate.pubnubClient(client, didReceiveClientState: other)
        case .clientState(.failure(let error)):
            delegate.pubnubClient(client, clientStateRetrieveDidFailWithError: error)
        case .clientStateUpdate(.success(let other)): delegate.pubnubClient(client, didUpdateClientState: other)
        case .clientStateUpdate(.failure(let error)):
            delegate.pubnubClient(client, clientStateUpdateDidFailWithError: error)
        default: break
        }
    }

    func tellGroups(_ delegate: any PNDelegate, _ client: PubNub) {
        switch self {
        case .channelGroups(let namespace, .success(let groups)):
            delegate.pubnubClient(client, didReceiveChannelGroups: groups, forNamespace: namespace)
        case .channelGroups(_, .failure(let error)):
            delegate.pubnubClient(client, channelGroupsRequestDidFailWithError: error)
        case .namespaces(.success(let names)): delegate.pubnubClient(client, didReceiveChannelGroupNamespaces: names)
        case .namespaces(.failure(let error)):
            delegate.pubnubClient(client, channelGroupNamespacesRequestDidFailWithError: error)
        case .namespaceRemoval(.success(let name)): delegate.pubnubClient(client, didRemoveNamespace: name)
        case .namespaceRemoval(.failure(let error)):
            delegate.pubnubClient(client, namespaceRemovalDidFailWithError: error)
        case .groupRemoval(.success(let group)): delegate.pubnubClient(client, didRemove: group)
        case .groupRemoval(.failure(let error)):
            delegate.pubnubClient(client, channelGroupRemovalDidFailWithError: error)
        case .groupChannels(.success(let group)): delegate.pubnubClient(client, didReceiveChannelsFor: group)
        case .groupChannels(.failure(let error)):
            delegate.pubnubClient(client, channelsForGroupRequestDidFailWithError: error)
        case .groupChannelsAddition(.success(let change)):
            delegate.pubnubClient(client, didAddChannels: change.channels, to: change.group)
        case .groupChannelsAddition(.failure(let error)):
            delegate.pubnubClient(client, channelsAdditionToGroupDidFailWithError: error)
        case .groupChannelsRemoval(.success(let change)):
            delegate.pubnubClient(client, didRemoveChannels: change.channels, from: change.group)
        case .groupChannelsRemoval(.failure(let error)):
            delegate.pubnubClient(client, channelsRemovalFromGroupDidFailWithError: error)
        default: break
        }
    }

    func tellPushAndRights(_ delegate: any PNDelegate, _ client: PubNub) {
        switch self {
        case .pushEnabling(.success(let channels)):
            delegate.pubnubClient(client, didEnablePushNotificationsOnChannels: channels)
        case .pushEnabling(.failure(let error)):
            delegate.pubnubClient(client, pushNotificationEnableDidFailWithError: error)
        case .pushDisabling(.success(let channels)):
            delegate.pubnubClient(client, didDisablePushNotificationsOnChannels: channels)
        case .pushDisabling(.failure(let error)):
            delegate.pubnubClient(client, pushNotificationDisableDidFailWithError: error)
        case .pushRemoval(.success): delegate.pubnubClientDidRemovePushNotifications(client)
        case .pushRemoval(.failure(let error)):
            delegate.pubnubClient(client, pushNotificationsRemoveFromChannelsDidFailWithError: error)
        case .pushChannels(.success(let channels)):
            delegate.pubnubClient(client, didReceivePushNotificationEnabledChannels: channels)
        case .pushChannels(.failure(let error)):
            delegate.pubnubClient(client, pushNotificationEnabledChannelsReceiveDidFailWithError: error)
        case .accessRightsChange(.success(let rights)): delegate.pubnubClient(client, didChangeAccessRights: rights)
        case .accessRightsChange(.failure(let error)):
            delegate.pubnubClient(client, accessRightsChangeDidFailWithError: error)
        case .accessRightsAudit(.success(let rights)): delegate.pubnubClient(client, didAuditAccessRights: rights)
        case .accessRightsAudit(.failure(let error)):
            delegate.pubnubClient(client, accessRightsAuditDidFailWithError: error)
        default: break
        }
    }
}
