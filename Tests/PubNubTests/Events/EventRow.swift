import Foundation
import PubNubWire
import Testing

@testable import PubNub

/// One event with everything it has to cause (README "Event handling", wire reference 7.10).
struct EventRow: Sendable, CustomTestStringConvertible {
    let event: PNEvent
    /// The delegate method, by its labels.
    let method: String
    /// The deprecated methods that stand in for it.
    let deprecated: [String]
    /// The notification without `PNClient` and `Notification`; `nil` when there is none.
    let notification: String?
    /// What the notification carries, as `Samples.describe` says it; `nil` when that is nothing.
    let payload: String?
    /// What an observer of the kind is told; `nil` when there is no such kind.
    let observed: String?

    var testDescription: String { method + (payload == "error" ? " failing" : "") }

    static let all: [EventRow] = connection + subscription + messages + presence + groups + others

}

extension EventRow {
    private static let connection = [
        EventRow(
            event: .error(.sample),
            method: "error",
            deprecated: [],
            notification: "Error",
            payload: "error",
            observed: nil
        ),
        EventRow(
            event: .willConnect(origin: "o"),
            method: "willConnectToOrigin",
            deprecated: [],
            notification: "WillConnectToOrigin",
            payload: "text o",
            observed: nil
        ),
        EventRow(
            event: .didConnect(origin: "o"),
            method: "didConnectToOrigin",
            deprecated: [],
            notification: "DidConnectToOrigin",
            payload: "text o",
            observed: "o true nil"
        ),
        EventRow(
            event: .didDisconnect(origin: "o"),
            method: "didDisconnectFromOrigin",
            deprecated: [],
            notification: "DidDisconnectFromOrigin",
            payload: "text o",
            observed: "o false nil"
        ),
        EventRow(
            event: .didDisconnectWithError(origin: "o", .sample),
            method: "didDisconnectFromOrigin:withError",
            deprecated: [],
            notification: "ConnectionDidFailWithError",
            payload: "error",
            observed: "o false 121"
        ),
        EventRow(
            event: .willDisconnect(origin: "o", .sample),
            method: "willDisconnectWithError",
            deprecated: [],
            notification: "ConnectionDidFailWithError",
            payload: "error",
            observed: "o false 121"
        ),
        EventRow(
            event: .connectionFailed(origin: "o", .sample),
            method: "connectionDidFailWithError",
            deprecated: [],
            notification: "ConnectionDidFailWithError",
            payload: "error",
            observed: "o false 121"
        ),
        EventRow(
            event: .connectionFailed(origin: "o", nil),
            method: "connectionDidFailWithError",
            deprecated: [],
            notification: "ConnectionDidFailWithError",
            payload: nil,
            observed: "o false nil"
        ),
        EventRow(
            event: .willSuspend(SuspensionWindow {}),
            method: "willSuspendWith",
            deprecated: [],
            notification: nil,
            payload: nil,
            observed: nil
        ),
    ]
}

extension EventRow {
    private static let subscription = [
        EventRow(
            event: .subscription(.success(.sample)),
            method: "didSubscribeOn",
            deprecated: ["didSubscribeOnChannels"],
            notification: "SubscriptionDidComplete",
            payload: "objects",
            observed: "1 a,g nil"
        ),
        EventRow(
            event: .subscription(.failure(.aboutObjects)),
            method: "subscriptionDidFailWithError",
            deprecated: [],
            notification: "SubscriptionDidFail",
            payload: "error",
            observed: "0 a,g 121"
        ),
        EventRow(
            event: .subscription(.success(.sample), onIdentifierUpdate: true),
            method: "didSubscribeOn",
            deprecated: ["didSubscribeOnChannels"],
            notification: "SubscriptionDidCompleteOnClientIdentifierUpdate",
            payload: "objects",
            observed: "1 a,g nil"
        ),
        EventRow(
            event: .subscription(.failure(.aboutObjects), onIdentifierUpdate: true),
            method: "subscriptionDidFailWithError",
            deprecated: [],
            notification: "SubscriptionDidFailOnClientIdentifierUpdate",
            payload: "error",
            observed: "0 a,g 121"
        ),
        EventRow(
            event: .willRestoreSubscription(.sample),
            method: "willRestoreSubscriptionOn",
            deprecated: ["willRestoreSubscriptionOnChannels"],
            notification: "SubscriptionWillRestore",
            payload: "objects",
            observed: "2 a,g nil"
        ),
        EventRow(
            event: .didRestoreSubscription(.sample),
            method: "didRestoreSubscriptionOn",
            deprecated: ["didRestoreSubscriptionOnChannels"],
            notification: "SubscriptionDidRestore",
            payload: "objects",
            observed: "3 a,g nil"
        ),
        EventRow(
            event: .unsubscription(.success(.sample)),
            method: "didUnsubscribeFrom",
            deprecated: ["didUnsubscribeOnChannels"],
            notification: "UnsubscriptionDidComplete",
            payload: "objects",
            observed: "a,g nil"
        ),
        EventRow(
            event: .unsubscription(.failure(.aboutObjects)),
            method: "unsubscriptionDidFailWithError",
            deprecated: [],
            notification: "UnsubscriptionDidFail",
            payload: "error",
            observed: "a,g 121"
        ),
        EventRow(
            event: .unsubscription(.success(.sample), onIdentifierUpdate: true),
            method: "didUnsubscribeFrom",
            deprecated: ["didUnsubscribeOnChannels"],
            notification: "UnsubscriptionDidCompleteOnClientIdentifierUpdate",
            payload: "objects",
            observed: "a,g nil"
        ),
        EventRow(
            event: .unsubscription(.failure(.aboutObjects), onIdentifierUpdate: true),
            method: "unsubscriptionDidFailWithError",
            deprecated: [],
            notification: "UnsubscriptionDidFailOnClientIdentifierUpdate",
            payload: "error",
            observed: "a,g 121"
        ),
        EventRow(
            event: .presenceEnabling(.success(.sample)),
            method: "didEnablePresenceObservationOn",
            deprecated: ["didEnablePresenceObservationOnChannels"],
            notification: "PresenceEnablingDidComplete",
            payload: "objects",
            observed: "a,g nil"
        ),
        EventRow(
            event: .presenceEnabling(.failure(.aboutObjects)),
            method: "presenceObservationEnablingDidFailWithError",
            deprecated: [],
            notification: "PresenceEnablingDidFail",
            payload: "error",
            observed: "a,g 121"
        ),
        EventRow(
            event: .presenceDisabling(.success(.sample)),
            method: "didDisablePresenceObservationOn",
            deprecated: ["didDisablePresenceObservationOnChannels"],
            notification: "PresenceDisablingDidComplete",
            payload: "objects",
            observed: "a,g nil"
        ),
        EventRow(
            event: .presenceDisabling(.failure(.aboutObjects)),
            method: "presenceObservationDisablingDidFailWithError",
            deprecated: [],
            notification: "PresenceDisablingDidFail",
            payload: "error",
            observed: "a,g 121"
        ),
    ]
}

extension EventRow {
    private static let messages = [
        EventRow(
            event: .willSend(.sample),
            method: "willSend",
            deprecated: [],
            notification: "WillSendMessage",
            payload: "message",
            observed: "0 hello"
        ),
        EventRow(
            event: .didSend(.sample),
            method: "didSend",
            deprecated: [],
            notification: "DidSendMessage",
            payload: "message",
            observed: "1 hello"
        ),
        EventRow(
            event: .sendFailed(.sample, .sample),
            method: "didFailMessageSend:withError",
            deprecated: [],
            notification: "MessageSendingDidFail",
            payload: "error",
            observed: "2 121"
        ),
        EventRow(
            event: .message(.sample),
            method: "didReceive PNMessage",
            deprecated: [],
            notification: "DidReceiveMessage",
            payload: "message",
            observed: "hello"
        ),
        EventRow(
            event: .presence(.sample),
            method: "didReceive PNPresenceEvent",
            deprecated: [],
            notification: "DidReceivePresenceEvent",
            payload: "presence",
            observed: "join u1"
        ),
        EventRow(
            event: .gap(from: Timetoken(rawValue: 10), to: Timetoken(rawValue: 20)),
            method: "didLoseMessagesBetween:and",
            deprecated: [],
            notification: "DidLoseMessages",
            payload: "gap",
            observed: "10 20"
        ),
        EventRow(
            event: .history(channel: .a, .success(.sample)),
            method: "didReceiveMessageHistory:for:startingFrom:to",
            deprecated: [],
            notification: "DidReceiveMessagesHistory",
            payload: "history",
            observed: "hello a 10 20 nil"
        ),
        EventRow(
            event: .history(channel: .a, .failure(.sample)),
            method: "didFailHistoryDownloadFor:withError",
            deprecated: [],
            notification: "HistoryDownloadFailedWithError",
            payload: "error",
            observed: "nil a nil nil 121"
        ),
        EventRow(
            event: .time(.success(15)),
            method: "didReceiveTimeToken",
            deprecated: [],
            notification: "DidReceiveTimeToken",
            payload: "number",
            observed: "15 nil"
        ),
        EventRow(
            event: .time(.failure(.sample)),
            method: "timeTokenReceiveDidFailWithError",
            deprecated: [],
            notification: "DidFailTimeTokenReceive",
            payload: "error",
            observed: "nil 121"
        ),
    ]
}

extension EventRow {
    private static let presence = [
        EventRow(
            event: .hereNow(objects: .sample, .success(.sample)),
            method: "didReceiveParticipants:for",
            deprecated: [
                "didReceiveParticipantsLits:for objects", "didReceiveParticipantsList:for",
                "didReceiveParticipantsLits:for PNChannel",
            ],
            notification: "DidReceiveParticipantsList",
            payload: "hereNow",
            observed: "2 a nil"
        ),
        EventRow(
            event: .hereNow(objects: .sample, .failure(.sample)),
            method: "didFailParticipantsListDownloadFor:withError objects",
            deprecated: [
                "didFailParticipantsListDownloadFor:withError PNChannel",
                "didFailParticipantsListDownloadFor:withError PNChannel",
            ],
            notification: "ParticipantsListDownloadFailedWithError",
            payload: "error",
            observed: "nil a,g 121"
        ),
        EventRow(
            event: .whereNow(identifier: "u1", .success(.sample)),
            method: "didReceiveParticipantChannelsList:forIdentifier",
            deprecated: [],
            notification: "DidReceiveParticipantChannelsList",
            payload: "whereNow",
            observed: "u1 a nil"
        ),
        EventRow(
            event: .whereNow(identifier: "u1", .failure(.sample)),
            method: "didFailParticipantChannelsListDownloadForIdentifier:withError",
            deprecated: [],
            notification: "ParticipantChannelsListDownloadFailedWithError",
            payload: "error",
            observed: "u1 nil 121"
        ),
        EventRow(
            event: .clientState(.success(.sample)),
            method: "didReceiveClientState",
            deprecated: [],
            notification: "DidReceiveClientState",
            payload: "client",
            observed: "u1 nil"
        ),
        EventRow(
            event: .clientState(.failure(.sample)),
            method: "clientStateRetrieveDidFailWithError",
            deprecated: [],
            notification: "StateRetrieveDidFailWithError",
            payload: "error",
            observed: "nil 121"
        ),
        EventRow(
            event: .clientStateUpdate(.success(.sample)),
            method: "didUpdateClientState",
            deprecated: [],
            notification: "DidUpdateClientState",
            payload: "client",
            observed: "u1 nil"
        ),
        EventRow(
            event: .clientStateUpdate(.failure(.sample)),
            method: "clientStateUpdateDidFailWithError",
            deprecated: [],
            notification: "StateUpdateDidFailWithError",
            payload: "error",
            observed: "nil 121"
        ),
    ]
}

extension EventRow {
    private static let groups = [
        EventRow(
            event: .channelGroups(namespace: nil, .success([.g])),
            method: "didReceiveChannelGroups:forNamespace",
            deprecated: [],
            notification: "ChannelGroupsRequestComplete",
            payload: "groups",
            observed: "nil g nil"
        ),
        EventRow(
            event: .channelGroups(namespace: "n", .success([.g])),
            method: "didReceiveChannelGroups:forNamespace",
            deprecated: [],
            notification: "ChannelGroupsRequestComplete",
            payload: "groups by namespace",
            observed: "n g nil"
        ),
        EventRow(
            event: .channelGroups(namespace: "n", .failure(.sample)),
            method: "channelGroupsRequestDidFailWithError",
            deprecated: [],
            notification: "ChannelGroupsRequestDidFailWithError",
            payload: "error",
            observed: "n nil 121"
        ),
        EventRow(
            event: .namespaces(.success(["n"])),
            method: "didReceiveChannelGroupNamespaces",
            deprecated: [],
            notification: "ChannelGroupNamespacesRequestComplete",
            payload: "names",
            observed: "n nil"
        ),
        EventRow(
            event: .namespaces(.failure(.sample)),
            method: "channelGroupNamespacesRequestDidFailWithError",
            deprecated: [],
            notification: "ChannelGroupNamespacesRequestDidFailWithError",
            payload: "error",
            observed: "nil 121"
        ),
        EventRow(
            event: .namespaceRemoval(.success("n")),
            method: "didRemoveNamespace",
            deprecated: [],
            notification: "ChannelGroupNamespaceRemovalComplete",
            payload: "text n",
            observed: "n nil"
        ),
        EventRow(
            event: .namespaceRemoval(.failure(.sample)),
            method: "namespaceRemovalDidFailWithError",
            deprecated: [],
            notification: "ChannelGroupNamespaceRemovalDidFailWithError",
            payload: "error",
            observed: "nil 121"
        ),
        EventRow(
            event: .groupRemoval(.success(.g)),
            method: "didRemove",
            deprecated: [],
            notification: "ChannelGroupRemovalComplete",
            payload: "group",
            observed: "g nil"
        ),
        EventRow(
            event: .groupRemoval(.failure(.sample)),
            method: "channelGroupRemovalDidFailWithError",
            deprecated: [],
            notification: "ChannelGroupRemovalDidFailWithError",
            payload: "error",
            observed: "nil 121"
        ),
        EventRow(
            event: .groupChannels(.success(.g)),
            method: "didReceiveChannelsFor",
            deprecated: [],
            notification: "ChannelsForGroupRequestComplete",
            payload: "group",
            observed: "g nil"
        ),
        EventRow(
            event: .groupChannels(.failure(.sample)),
            method: "channelsForGroupRequestDidFailWithError",
            deprecated: [],
            notification: "ChannelsForGroupRequestDidFailWithError",
            payload: "error",
            observed: "nil 121"
        ),
        EventRow(
            event: .groupChannelsAddition(.success(.sample)),
            method: "didAddChannels:to",
            deprecated: [],
            notification: "GroupChannelsAdditionComplete",
            payload: "change",
            observed: "g a nil"
        ),
        EventRow(
            event: .groupChannelsAddition(.failure(.sample)),
            method: "channelsAdditionToGroupDidFailWithError",
            deprecated: [],
            notification: "GroupChannelsAdditionDidFailWithError",
            payload: "error",
            observed: "nil nil 121"
        ),
        EventRow(
            event: .groupChannelsRemoval(.success(.sample)),
            method: "didRemoveChannels:from",
            deprecated: [],
            notification: "GroupChannelsRemovalComplete",
            payload: "change",
            observed: "g a nil"
        ),
        EventRow(
            event: .groupChannelsRemoval(.failure(.sample)),
            method: "channelsRemovalFromGroupDidFailWithError",
            deprecated: [],
            notification: "GroupChannelsRemovalDidFailWithError",
            payload: "error",
            observed: "nil nil 121"
        ),
    ]
}

extension EventRow {
    private static let others = [
        EventRow(
            event: .pushEnabling(.success([.a])),
            method: "didEnablePushNotificationsOnChannels",
            deprecated: [],
            notification: "PushNotificationEnableDidComplete",
            payload: "channels",
            observed: "a nil"
        ),
        EventRow(
            event: .pushEnabling(.failure(.sample)),
            method: "pushNotificationEnableDidFailWithError",
            deprecated: [],
            notification: "PushNotificationEnableDidFail",
            payload: "error",
            observed: "nil 121"
        ),
        EventRow(
            event: .pushDisabling(.success([.a])),
            method: "didDisablePushNotificationsOnChannels",
            deprecated: [],
            notification: "PushNotificationDisableDidComplete",
            payload: "channels",
            observed: "a nil"
        ),
        EventRow(
            event: .pushDisabling(.failure(.sample)),
            method: "pushNotificationDisableDidFailWithError",
            deprecated: [],
            notification: "PushNotificationDisableDidFail",
            payload: "error",
            observed: "nil 121"
        ),
        EventRow(
            event: .pushRemoval(.success(())),
            method: "pubnubClientDidRemovePushNotifications",
            deprecated: [],
            notification: "PushNotificationRemoveDidComplete",
            payload: nil,
            observed: "nil"
        ),
        EventRow(
            event: .pushRemoval(.failure(.sample)),
            method: "pushNotificationsRemoveFromChannelsDidFailWithError",
            deprecated: [],
            notification: "PushNotificationRemoveDidFail",
            payload: "error",
            observed: "121"
        ),
        EventRow(
            event: .pushChannels(.success([.a])),
            method: "didReceivePushNotificationEnabledChannels",
            deprecated: [],
            notification: "PushNotificationChannelsRetrieveDidComplete",
            payload: "channels",
            observed: "a nil"
        ),
        EventRow(
            event: .pushChannels(.failure(.sample)),
            method: "pushNotificationEnabledChannelsReceiveDidFailWithError",
            deprecated: [],
            notification: "PushNotificationChannelsRetrieveDidFail",
            payload: "error",
            observed: "nil 121"
        ),
        EventRow(
            event: .accessRightsChange(.success(.sample)),
            method: "didChangeAccessRights",
            deprecated: [],
            notification: "AccessRightsChangeDidComplete",
            payload: "rights",
            observed: "rights nil"
        ),
        EventRow(
            event: .accessRightsChange(.failure(.sample)),
            method: "accessRightsChangeDidFailWithError",
            deprecated: [],
            notification: "AccessRightsChangeDidFail",
            payload: "error",
            observed: "nil 121"
        ),
        EventRow(
            event: .accessRightsAudit(.success(.sample)),
            method: "didAuditAccessRights",
            deprecated: [],
            notification: "AccessRightsAuditDidComplete",
            payload: "rights",
            observed: "rights nil"
        ),
        EventRow(
            event: .accessRightsAudit(.failure(.sample)),
            method: "accessRightsAuditDidFailWithError",
            deprecated: [],
            notification: "AccessRightsAuditDidFail",
            payload: "error",
            observed: "nil 121"
        ),
    ]
}
