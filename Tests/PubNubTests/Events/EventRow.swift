import Foundation
import PubNubWire
import Testing

@testable import PubNub

/// One event with all of its expected deliveries (README "Event handling").
struct EventRow: Sendable, CustomTestStringConvertible {
    let event: PNEvent
    /// The labels of the delegate method.
    let method: String
    /// The deprecated methods that are called in its place.
    let deprecated: [String]
    /// The notification without `PNClient` and `Notification`; `nil` if none is posted.
    let notification: String?
    /// The payload of the notification, as `Samples.describe` writes it; `nil` if it has none.
    let payload: String?
    /// The arguments of an observer of the kind; `nil` if the kind does not exist.
    let observed: String?

    init(
        _ event: PNEvent,
        _ method: String,
        deprecated: [String] = [],
        posts notification: String?,
        carrying payload: String?,
        observed: String?
    ) {
        self.event = event
        self.method = method
        self.deprecated = deprecated
        self.notification = notification
        self.payload = payload
        self.observed = observed
    }

    var testDescription: String { method + (payload == "error" ? " failing" : "") }

    static let all: [EventRow] = connection + subscription + messages + presence + groups + others
}

extension EventRow {
    private static let connection = [
        EventRow(.error(.sample), "error", posts: "Error", carrying: "error", observed: nil),
        EventRow(
            .willConnect(origin: "o"),
            "willConnectToOrigin",
            posts: "WillConnectToOrigin",
            carrying: "text o",
            observed: nil
        ),
        EventRow(
            .didConnect(origin: "o"),
            "didConnectToOrigin",
            posts: "DidConnectToOrigin",
            carrying: "text o",
            observed: "o true nil"
        ),
        EventRow(
            .didDisconnect(origin: "o"),
            "didDisconnectFromOrigin",
            posts: "DidDisconnectFromOrigin",
            carrying: "text o",
            observed: "o false nil"
        ),
        EventRow(
            .didDisconnectWithError(origin: "o", .sample),
            "didDisconnectFromOrigin:withError",
            posts: "ConnectionDidFailWithError",
            carrying: "error",
            observed: "o false 121"
        ),
        EventRow(
            .willDisconnect(origin: "o", .sample),
            "willDisconnectWithError",
            posts: "ConnectionDidFailWithError",
            carrying: "error",
            observed: "o false 121"
        ),
        EventRow(
            .connectionFailed(origin: "o", .sample),
            "connectionDidFailWithError",
            posts: "ConnectionDidFailWithError",
            carrying: "error",
            observed: "o false 121"
        ),
        EventRow(
            .connectionFailed(origin: "o", nil),
            "connectionDidFailWithError",
            posts: "ConnectionDidFailWithError",
            carrying: nil,
            observed: "o false nil"
        ),
        EventRow(.willSuspend(SuspensionWindow {}), "willSuspendWith", posts: nil, carrying: nil, observed: nil),
    ]
}

extension EventRow {
    private static let subscription = [
        EventRow(
            .subscription(.success(.sample)),
            "didSubscribeOn",
            deprecated: ["didSubscribeOnChannels"],
            posts: "SubscriptionDidComplete",
            carrying: "objects",
            observed: "1 a,g nil"
        ),
        EventRow(
            .subscription(.failure(.aboutObjects)),
            "subscriptionDidFailWithError",
            posts: "SubscriptionDidFail",
            carrying: "error",
            observed: "0 a,g 121"
        ),
        EventRow(
            .subscription(.success(.sample), onIdentifierUpdate: true),
            "didSubscribeOn",
            deprecated: ["didSubscribeOnChannels"],
            posts: "SubscriptionDidCompleteOnClientIdentifierUpdate",
            carrying: "objects",
            observed: "1 a,g nil"
        ),
        EventRow(
            .subscription(.failure(.aboutObjects), onIdentifierUpdate: true),
            "subscriptionDidFailWithError",
            posts: "SubscriptionDidFailOnClientIdentifierUpdate",
            carrying: "error",
            observed: "0 a,g 121"
        ),
        EventRow(
            .willRestoreSubscription(.sample),
            "willRestoreSubscriptionOn",
            deprecated: ["willRestoreSubscriptionOnChannels"],
            posts: "SubscriptionWillRestore",
            carrying: "objects",
            observed: "2 a,g nil"
        ),
        EventRow(
            .didRestoreSubscription(.sample),
            "didRestoreSubscriptionOn",
            deprecated: ["didRestoreSubscriptionOnChannels"],
            posts: "SubscriptionDidRestore",
            carrying: "objects",
            observed: "3 a,g nil"
        ),
        EventRow(
            .unsubscription(.success(.sample)),
            "didUnsubscribeFrom",
            deprecated: ["didUnsubscribeOnChannels"],
            posts: "UnsubscriptionDidComplete",
            carrying: "objects",
            observed: "a,g nil"
        ),
        EventRow(
            .unsubscription(.failure(.aboutObjects)),
            "unsubscriptionDidFailWithError",
            posts: "UnsubscriptionDidFail",
            carrying: "error",
            observed: "a,g 121"
        ),
        EventRow(
            .unsubscription(.success(.sample), onIdentifierUpdate: true),
            "didUnsubscribeFrom",
            deprecated: ["didUnsubscribeOnChannels"],
            posts: "UnsubscriptionDidCompleteOnClientIdentifierUpdate",
            carrying: "objects",
            observed: "a,g nil"
        ),
        EventRow(
            .unsubscription(.failure(.aboutObjects), onIdentifierUpdate: true),
            "unsubscriptionDidFailWithError",
            posts: "UnsubscriptionDidFailOnClientIdentifierUpdate",
            carrying: "error",
            observed: "a,g 121"
        ),
        EventRow(
            .presenceEnabling(.success(.sample)),
            "didEnablePresenceObservationOn",
            deprecated: ["didEnablePresenceObservationOnChannels"],
            posts: "PresenceEnablingDidComplete",
            carrying: "objects",
            observed: "a,g nil"
        ),
        EventRow(
            .presenceEnabling(.failure(.aboutObjects)),
            "presenceObservationEnablingDidFailWithError",
            posts: "PresenceEnablingDidFail",
            carrying: "error",
            observed: "a,g 121"
        ),
        EventRow(
            .presenceDisabling(.success(.sample)),
            "didDisablePresenceObservationOn",
            deprecated: ["didDisablePresenceObservationOnChannels"],
            posts: "PresenceDisablingDidComplete",
            carrying: "objects",
            observed: "a,g nil"
        ),
        EventRow(
            .presenceDisabling(.failure(.aboutObjects)),
            "presenceObservationDisablingDidFailWithError",
            posts: "PresenceDisablingDidFail",
            carrying: "error",
            observed: "a,g 121"
        ),
    ]
}

extension EventRow {
    private static let messages = [
        EventRow(.willSend(.sample), "willSend", posts: "WillSendMessage", carrying: "message", observed: "0 hello"),
        EventRow(.didSend(.sample), "didSend", posts: "DidSendMessage", carrying: "message", observed: "1 hello"),
        EventRow(
            .sendFailed(.sample, .sample),
            "didFailMessageSend:withError",
            posts: "MessageSendingDidFail",
            carrying: "error",
            observed: "2 121"
        ),
        EventRow(
            .message(.sample),
            "didReceive PNMessage",
            posts: "DidReceiveMessage",
            carrying: "message",
            observed: "hello"
        ),
        EventRow(
            .presence(.sample),
            "didReceive PNPresenceEvent",
            posts: "DidReceivePresenceEvent",
            carrying: "presence",
            observed: "join u1"
        ),
        EventRow(
            .signal(.sample),
            "didReceiveSignal",
            posts: "DidReceiveSignal",
            carrying: "signal",
            observed: "typing"
        ),
        EventRow(
            .object(.sample),
            "didReceiveObjectEvent",
            posts: "DidReceiveObjectEvent",
            carrying: "object",
            observed: "set uuid"
        ),
        EventRow(
            .messageAction(.sample),
            "didReceiveMessageAction",
            posts: "DidReceiveMessageAction",
            carrying: "action",
            observed: "added smile"
        ),
        EventRow(
            .gap(from: Timetoken(rawValue: 10), to: Timetoken(rawValue: 20)),
            "didLoseMessagesBetween:and",
            posts: "DidLoseMessages",
            carrying: "gap",
            observed: "10 20"
        ),
        EventRow(
            .history(channel: .a, .success(.sample)),
            "didReceiveMessageHistory:for:startingFrom:to",
            posts: "DidReceiveMessagesHistory",
            carrying: "history",
            observed: "hello a 10 20 nil"
        ),
        EventRow(
            .history(channel: .a, .failure(.sample)),
            "didFailHistoryDownloadFor:withError",
            posts: "HistoryDownloadFailedWithError",
            carrying: "error",
            observed: "nil a nil nil 121"
        ),
        EventRow(
            .time(.success(15)),
            "didReceiveTimeToken",
            posts: "DidReceiveTimeToken",
            carrying: "number",
            observed: "15 nil"
        ),
        EventRow(
            .time(.failure(.sample)),
            "timeTokenReceiveDidFailWithError",
            posts: "DidFailTimeTokenReceive",
            carrying: "error",
            observed: "nil 121"
        ),
    ]
}

extension EventRow {
    private static let presence = [
        EventRow(
            .hereNow(objects: .sample, .success(.sample)),
            "didReceiveParticipants:for",
            deprecated: [
                "didReceiveParticipantsLits:for objects", "didReceiveParticipantsList:for",
                "didReceiveParticipantsLits:for PNChannel",
            ],
            posts: "DidReceiveParticipantsList",
            carrying: "hereNow",
            observed: "2 a nil"
        ),
        EventRow(
            .hereNow(objects: .sample, .failure(.sample)),
            "didFailParticipantsListDownloadFor:withError objects",
            deprecated: [
                "didFailParticipantsListDownloadFor:withError PNChannel",
                "didFailParticipantsListDownloadFor:withError PNChannel",
            ],
            posts: "ParticipantsListDownloadFailedWithError",
            carrying: "error",
            observed: "nil a,g 121"
        ),
        EventRow(
            .whereNow(identifier: "u1", .success(.sample)),
            "didReceiveParticipantChannelsList:forIdentifier",
            posts: "DidReceiveParticipantChannelsList",
            carrying: "whereNow",
            observed: "u1 a nil"
        ),
        EventRow(
            .whereNow(identifier: "u1", .failure(.sample)),
            "didFailParticipantChannelsListDownloadForIdentifier:withError",
            posts: "ParticipantChannelsListDownloadFailedWithError",
            carrying: "error",
            observed: "u1 nil 121"
        ),
        EventRow(
            .clientState(.success(.sample)),
            "didReceiveClientState",
            posts: "DidReceiveClientState",
            carrying: "client",
            observed: "u1 nil"
        ),
        EventRow(
            .clientState(.failure(.sample)),
            "clientStateRetrieveDidFailWithError",
            posts: "StateRetrieveDidFailWithError",
            carrying: "error",
            observed: "nil 121"
        ),
        EventRow(
            .clientStateUpdate(.success(.sample)),
            "didUpdateClientState",
            posts: "DidUpdateClientState",
            carrying: "client",
            observed: "u1 nil"
        ),
        EventRow(
            .clientStateUpdate(.failure(.sample)),
            "clientStateUpdateDidFailWithError",
            posts: "StateUpdateDidFailWithError",
            carrying: "error",
            observed: "nil 121"
        ),
    ]
}

extension EventRow {
    private static let groups = [
        EventRow(
            .channelGroups(namespace: nil, .success([.g])),
            "didReceiveChannelGroups:forNamespace",
            posts: "ChannelGroupsRequestComplete",
            carrying: "groups",
            observed: "nil g nil"
        ),
        EventRow(
            .channelGroups(namespace: "n", .success([.g])),
            "didReceiveChannelGroups:forNamespace",
            posts: "ChannelGroupsRequestComplete",
            carrying: "groups by namespace",
            observed: "n g nil"
        ),
        EventRow(
            .channelGroups(namespace: "n", .failure(.sample)),
            "channelGroupsRequestDidFailWithError",
            posts: "ChannelGroupsRequestDidFailWithError",
            carrying: "error",
            observed: "n nil 121"
        ),
        EventRow(
            .namespaces(.success(["n"])),
            "didReceiveChannelGroupNamespaces",
            posts: "ChannelGroupNamespacesRequestComplete",
            carrying: "names",
            observed: "n nil"
        ),
        EventRow(
            .namespaces(.failure(.sample)),
            "channelGroupNamespacesRequestDidFailWithError",
            posts: "ChannelGroupNamespacesRequestDidFailWithError",
            carrying: "error",
            observed: "nil 121"
        ),
        EventRow(
            .namespaceRemoval(.success("n")),
            "didRemoveNamespace",
            posts: "ChannelGroupNamespaceRemovalComplete",
            carrying: "text n",
            observed: "n nil"
        ),
        EventRow(
            .namespaceRemoval(.failure(.sample)),
            "namespaceRemovalDidFailWithError",
            posts: "ChannelGroupNamespaceRemovalDidFailWithError",
            carrying: "error",
            observed: "nil 121"
        ),
        EventRow(
            .groupRemoval(.success(.g)),
            "didRemove",
            posts: "ChannelGroupRemovalComplete",
            carrying: "group",
            observed: "g nil"
        ),
        EventRow(
            .groupRemoval(.failure(.sample)),
            "channelGroupRemovalDidFailWithError",
            posts: "ChannelGroupRemovalDidFailWithError",
            carrying: "error",
            observed: "nil 121"
        ),
        EventRow(
            .groupChannels(.success(.g)),
            "didReceiveChannelsFor",
            posts: "ChannelsForGroupRequestComplete",
            carrying: "group",
            observed: "g nil"
        ),
        EventRow(
            .groupChannels(.failure(.sample)),
            "channelsForGroupRequestDidFailWithError",
            posts: "ChannelsForGroupRequestDidFailWithError",
            carrying: "error",
            observed: "nil 121"
        ),
        EventRow(
            .groupChannelsAddition(.success(.sample)),
            "didAddChannels:to",
            posts: "GroupChannelsAdditionComplete",
            carrying: "change",
            observed: "g a nil"
        ),
        EventRow(
            .groupChannelsAddition(.failure(.sample)),
            "channelsAdditionToGroupDidFailWithError",
            posts: "GroupChannelsAdditionDidFailWithError",
            carrying: "error",
            observed: "nil nil 121"
        ),
        EventRow(
            .groupChannelsRemoval(.success(.sample)),
            "didRemoveChannels:from",
            posts: "GroupChannelsRemovalComplete",
            carrying: "change",
            observed: "g a nil"
        ),
        EventRow(
            .groupChannelsRemoval(.failure(.sample)),
            "channelsRemovalFromGroupDidFailWithError",
            posts: "GroupChannelsRemovalDidFailWithError",
            carrying: "error",
            observed: "nil nil 121"
        ),
    ]
}

extension EventRow {
    private static let others = [
        EventRow(
            .pushEnabling(.success([.a])),
            "didEnablePushNotificationsOnChannels",
            posts: "PushNotificationEnableDidComplete",
            carrying: "channels",
            observed: "a nil"
        ),
        EventRow(
            .pushEnabling(.failure(.sample)),
            "pushNotificationEnableDidFailWithError",
            posts: "PushNotificationEnableDidFail",
            carrying: "error",
            observed: "nil 121"
        ),
        EventRow(
            .pushDisabling(.success([.a])),
            "didDisablePushNotificationsOnChannels",
            posts: "PushNotificationDisableDidComplete",
            carrying: "channels",
            observed: "a nil"
        ),
        EventRow(
            .pushDisabling(.failure(.sample)),
            "pushNotificationDisableDidFailWithError",
            posts: "PushNotificationDisableDidFail",
            carrying: "error",
            observed: "nil 121"
        ),
        EventRow(
            .pushRemoval(.success(())),
            "pubnubClientDidRemovePushNotifications",
            posts: "PushNotificationRemoveDidComplete",
            carrying: nil,
            observed: "nil"
        ),
        EventRow(
            .pushRemoval(.failure(.sample)),
            "pushNotificationsRemoveFromChannelsDidFailWithError",
            posts: "PushNotificationRemoveDidFail",
            carrying: "error",
            observed: "121"
        ),
        EventRow(
            .pushChannels(.success([.a])),
            "didReceivePushNotificationEnabledChannels",
            posts: "PushNotificationChannelsRetrieveDidComplete",
            carrying: "channels",
            observed: "a nil"
        ),
        EventRow(
            .pushChannels(.failure(.sample)),
            "pushNotificationEnabledChannelsReceiveDidFailWithError",
            posts: "PushNotificationChannelsRetrieveDidFail",
            carrying: "error",
            observed: "nil 121"
        ),
        EventRow(
            .accessRightsChange(.success(.sample)),
            "didChangeAccessRights",
            posts: "AccessRightsChangeDidComplete",
            carrying: "rights",
            observed: "rights nil"
        ),
        EventRow(
            .accessRightsChange(.failure(.sample)),
            "accessRightsChangeDidFailWithError",
            posts: "AccessRightsChangeDidFail",
            carrying: "error",
            observed: "nil 121"
        ),
        EventRow(
            .accessRightsAudit(.success(.sample)),
            "didAuditAccessRights",
            posts: "AccessRightsAuditDidComplete",
            carrying: "rights",
            observed: "rights nil"
        ),
        EventRow(
            .accessRightsAudit(.failure(.sample)),
            "accessRightsAuditDidFailWithError",
            posts: "AccessRightsAuditDidFail",
            carrying: "error",
            observed: "nil 121"
        ),
    ]
}
