import Foundation
import PubNub
import Testing

/// README "Observation center": every form of 3.7.8 that adds an observer delivers its kind of event, until the form that
/// removes the observer is called.
@Suite struct ObserverForms {
    private final class Observer: Sendable {}

    private let given = Given()

    @Test func current() {
        let client = given.client
        let center = client.observationCenter
        let observer = Observer()
        let heard = Heard()
        center.addAccessRightsAuditObserver(observer, with: { _, _ in heard.hear("AccessRightsAudit") })
        center.addAccessRightsChangeObserver(observer, with: { _, _ in heard.hear("AccessRightsChange") })
        center.addChannelGroupNamespaceRemovalObserver(
            observer,
            withCallbackBlock: { _, _ in heard.hear("ChannelGroupNamespaceRemoval") }
        )
        center.addChannelGroupNamespacesRequestObserver(
            observer,
            withCallbackBlock: { _, _ in heard.hear("ChannelGroupNamespacesRequest") }
        )
        center.addChannelGroupRemovalObserver(
            observer,
            withCallbackBlock: { _, _ in heard.hear("ChannelGroupRemoval") }
        )
        center.addChannelGroupsRequestObserver(
            observer,
            withCallbackBlock: { _, _, _ in heard.hear("ChannelGroupsRequest") }
        )
        center.addChannelParticipantsListProcessingObserver(
            observer,
            with: { _, _, _ in heard.hear("ChannelParticipantsListProcessing") }
        )
        center.addChannelsAddition(
            toGroupObserver: observer,
            withCallbackBlock: { _, _, _ in heard.hear("ChannelsAdditionToGroup") }
        )
        center.addChannels(
            forGroupRequestObserver: observer,
            withCallbackBlock: { _, _ in heard.hear("ChannelsForGroupRequest") }
        )
        center.addChannelsRemoval(
            fromGroupObserver: observer,
            withCallbackBlock: { _, _, _ in heard.hear("ChannelsRemovalFromGroup") }
        )
        center.addClientChannelSubscriptionStateObserver(
            observer,
            withCallbackBlock: { _, _, _ in heard.hear("ClientChannelSubscriptionState") }
        )
        center.addClientChannelUnsubscriptionObserver(
            observer,
            withCallbackBlock: { _, _ in heard.hear("ClientChannelUnsubscription") }
        )
        center.addClientConnectionStateObserver(
            observer,
            withCallbackBlock: { _, _, _ in heard.hear("ClientConnectionState") }
        )
        center.addClientParticipantChannelsListDownloadObserver(
            observer,
            with: { _, _, _ in heard.hear("ClientParticipantChannelsListDownload") }
        )
        center.addClientPresenceDisablingObserver(
            observer,
            withCallbackBlock: { _, _ in heard.hear("ClientPresenceDisabling") }
        )
        center.addClientPresenceEnablingObserver(
            observer,
            withCallbackBlock: { _, _ in heard.hear("ClientPresenceEnabling") }
        )
        center.addClientPushNotificationsDisableObserver(
            observer,
            withCallbackBlock: { _, _ in heard.hear("ClientPushNotificationsDisable") }
        )
        center.addClientPushNotificationsEnableObserver(
            observer,
            withCallbackBlock: { _, _ in heard.hear("ClientPushNotificationsEnable") }
        )
        center.addClientPushNotificationsEnabledChannelsObserver(
            observer,
            withCallbackBlock: { _, _ in heard.hear("ClientPushNotificationsEnabledChannels") }
        )
        center.addClientPushNotificationsRemoveObserver(
            observer,
            withCallbackBlock: { _ in heard.hear("ClientPushNotificationsRemove") }
        )
        center.addClientStateRequestObserver(observer, with: { _, _ in heard.hear("ClientStateRequest") })
        center.addClientStateUpdateObserver(observer, with: { _, _ in heard.hear("ClientStateUpdate") })
        center.addMessageHistoryProcessingObserver(
            observer,
            with: { _, _, _, _, _ in heard.hear("MessageHistoryProcessing") }
        )
        center.addMessageProcessingObserver(observer, with: { _, _ in heard.hear("MessageProcessing") })
        center.addMessageReceiveObserver(observer, with: { _ in heard.hear("MessageReceive") })
        center.addPresenceEventObserver(observer, with: { _ in heard.hear("PresenceEvent") })
        center.addTimeTokenReceivingObserver(observer, withCallbackBlock: { _, _ in heard.hear("TimeTokenReceiving") })
        let calls = EndedCalls(of: client)
        failOnceEach()
        #expect(calls.count == 24)
        let reported = Set(heard.words)
        #expect(reported.count == 24)
        #expect(!reported.contains("ClientConnectionState"))
        #expect(!reported.contains("MessageReceive"))
        #expect(!reported.contains("PresenceEvent"))
        center.removeAccessRightsAuditObserver(observer)
        center.removeAccessRightsObserver(observer)
        center.removeChannelGroupNamespaceRemovalObserver(observer)
        center.removeChannelGroupNamespacesRequestObserver(observer)
        center.removeChannelGroupRemovalObserver(observer)
        center.removeChannelGroupsRequestObserver(observer)
        center.removeChannelParticipantsListProcessingObserver(observer)
        center.removeChannelsAddition(toGroupObserver: observer)
        center.removeChannels(forGroupRequestObserver: observer)
        center.removeChannelsRemoval(fromGroupObserver: observer)
        center.removeClientChannelSubscriptionStateObserver(observer)
        center.removeClientChannelUnsubscriptionObserver(observer)
        center.removeClientConnectionStateObserver(observer)
        center.removeClientParticipantChannelsListDownloadObserver(observer)
        center.removeClientPresenceDisablingObserver(observer)
        center.removeClientPresenceEnablingObserver(observer)
        center.removeClientPushNotificationsDisableObserver(observer)
        center.removeClientPushNotificationsEnableObserver(observer)
        center.removeClientPushNotificationsEnabledChannelsObserver(observer)
        center.removeClientPushNotificationsRemoveObserver(observer)
        center.removeClientStateRequestObserver(observer)
        center.removeClientStateUpdateObserver(observer)
        center.removeMessageHistoryProcessingObserver(observer)
        center.removeMessageProcessingObserver(observer)
        center.removeMessageReceiveObserver(observer)
        center.removePresenceEventObserver(observer)
        center.removeTimeTokenReceivingObserver(observer)
        let before = heard.words.count
        failOnceEach()
        #expect(calls.count == 48)
        #expect(heard.words.count == before)
        withExtendedLifetime(observer) {}
    }

    @available(*, deprecated, message: "Compiles what is deprecated")
    @Test func deprecated() {
        let client = given.client
        let center = client.observationCenter
        let observer = Observer()
        let heard = Heard()
        center.addClientMetadataRequestObserver(observer, with: { _, _ in heard.hear("ClientMetadataRequest") })
        center.addClientMetadataUpdateObserver(observer, with: { _, _ in heard.hear("ClientMetadataUpdate") })
        let calls = EndedCalls(of: client)
        client.requestClientState("admin", forObject: given.channel)
        client.updateClientState("admin", state: ["a": 1], forObject: given.channel)
        #expect(calls.count == 2)
        #expect(heard.words == ["ClientMetadataRequest", "ClientMetadataUpdate"])
        center.removeClientMetadataRequestObserver(observer)
        center.removeClientMetadataUpdateObserver(observer)
        client.requestClientState("admin", forObject: given.channel)
        #expect(calls.count == 3)
        #expect(heard.words.count == 2)
        withExtendedLifetime(observer) {}
    }

    /// One call of each kind, all refused: the client is not connected.
    private func failOnceEach() {
        let client = given.client
        client.subscribe(on: given.channels)
        client.unsubscribe(from: given.channels)
        client.enablePresenceObservation(for: given.channels)
        client.disablePresenceObservation(for: given.channels)
        client.requestServerTimeToken()
        client.requestClientState("admin", forObject: given.channel)
        client.updateClientState("admin", state: ["a": 1], forObject: given.channel)
        client.sendMessage("text", to: given.channel)
        client.requestHistory(for: given.channel, from: nil)
        client.requestParticipantsList(for: given.channels)
        client.requestParticipantChannelsList("admin")
        client.requestDefaultChannelGroups()
        client.requestChannelGroupNamespaces()
        client.removeChannelGroupNamespace("space")
        client.remove(given.group)
        client.requestChannels(for: given.group)
        client.addChannels(given.channels, to: given.group)
        client.removeChannels(given.channels, from: given.group)
        client.enablePushNotifications(on: given.channel, withDevicePushToken: given.token)
        client.disablePushNotifications(on: given.channel, withDevicePushToken: given.token)
        client.removeAllPushNotifications(forDevicePushToken: given.token)
        client.requestPushNotificationEnabledChannels(forDevicePushToken: given.token)
        client.changeApplicationAccessRights(to: .allAccessRights, onPeriod: 1)
        client.auditAccessRightsForApplication()
    }
}
