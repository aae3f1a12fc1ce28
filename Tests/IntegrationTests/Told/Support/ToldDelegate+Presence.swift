import Foundation
import PubNub

/// Who is where, and channel groups.
extension ToldDelegate {
    func pubnubClient(
        _ client: PubNub,
        didReceiveParticipants presenceInformation: PNHereNow,
        for channelObjects: [any PNChannelProtocol]
    ) { log.add(delegate: #function, presenceInformation, channelObjects) }

    func pubnubClient(
        _ client: PubNub,
        didFailParticipantsListDownloadFor channelObjects: [any PNChannelProtocol],
        withError error: PNError
    ) { log.add(delegate: #function, channelObjects, error) }

    func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantChannelsList participantChannelsList: [PNChannel],
        forIdentifier clientIdentifier: String
    ) { log.add(delegate: #function, participantChannelsList, clientIdentifier) }

    func pubnubClient(
        _ client: PubNub,
        didFailParticipantChannelsListDownloadForIdentifier clientIdentifier: String,
        withError error: PNError
    ) { log.add(delegate: #function, clientIdentifier, error) }

    func pubnubClient(_ client: PubNub, didReceiveClientState remoteClient: PNClient) {
        log.add(delegate: #function, remoteClient)
    }

    func pubnubClient(_ client: PubNub, clientStateRetrieveDidFailWithError error: PNError) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub, didUpdateClientState remoteClient: PNClient) {
        log.add(delegate: #function, remoteClient)
    }

    func pubnubClient(_ client: PubNub, clientStateUpdateDidFailWithError error: PNError) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub, didReceiveChannelGroups groups: [PNChannelGroup], forNamespace nspace: String?)
    { log.add(delegate: #function, groups, nspace) }

    func pubnubClient(_ client: PubNub, channelGroupsRequestDidFailWithError error: PNError) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub, didReceiveChannelGroupNamespaces namespaces: [String]) {
        log.add(delegate: #function, namespaces)
    }

    func pubnubClient(_ client: PubNub, channelGroupNamespacesRequestDidFailWithError error: PNError) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub, didRemoveNamespace nspace: String) { log.add(delegate: #function, nspace) }

    func pubnubClient(_ client: PubNub, namespaceRemovalDidFailWithError error: PNError) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub, didRemove group: PNChannelGroup) { log.add(delegate: #function, group) }

    func pubnubClient(_ client: PubNub, channelGroupRemovalDidFailWithError error: PNError) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub, didReceiveChannelsFor group: PNChannelGroup) {
        log.add(delegate: #function, group)
    }

    func pubnubClient(_ client: PubNub, channelsForGroupRequestDidFailWithError error: PNError) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub, didAddChannels channels: [PNChannel], to group: PNChannelGroup) {
        log.add(delegate: #function, channels, group)
    }

    func pubnubClient(_ client: PubNub, channelsAdditionToGroupDidFailWithError error: PNError) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub, didRemoveChannels channels: [PNChannel], from group: PNChannelGroup) {
        log.add(delegate: #function, channels, group)
    }

    func pubnubClient(_ client: PubNub, channelsRemovalFromGroupDidFailWithError error: PNError) {
        log.add(delegate: #function, error)
    }
}
