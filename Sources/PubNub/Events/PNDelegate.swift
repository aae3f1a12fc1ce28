public import Foundation

/// Is told what a client does and receives. Every method is optional: each has a default.
///
/// A method may also be spelled as the Swift compiler imported it from Objective-C (`PubNub!`, `[Any]!`); see
/// ``PNLegacyDelegate``. All parameters have to be spelled one way, or all the other: a method that mixes the two is
/// taken for another one and never called.
///
/// Swift binds the methods to the class that declares the conformance. A subclass can override a method that this class or
/// one of its superclasses implements. A method that only the subclass implements is never called; the client warns of such
/// classes in the log when they become its delegate.
///
/// Methods are called on the callback queue of the client's configuration.
public protocol PNDelegate: PNLegacyDelegate {
    // MARK: Connection

    /// An error that belongs to no call.
    func pubnubClient(_ client: PubNub, error: PNError)

    /// The client is about to connect.
    func pubnubClient(_ client: PubNub, willConnectToOrigin origin: String)

    /// The client is connected.
    func pubnubClient(_ client: PubNub, didConnectToOrigin origin: String)

    /// The client disconnected on request.
    func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String)

    /// The client lost its connection.
    func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String, withError error: PNError)

    /// The client is about to give its connection up because of an error.
    func pubnubClient(_ client: PubNub, willDisconnectWithError error: PNError)

    /// The client could not connect. Error 102 also says that it waits for a network, and connects once there is one.
    func pubnubClient(_ client: PubNub, connectionDidFailWithError error: PNError)

    /// The client is about to be suspended. Work that needs it goes into a closure handed to `preSuspensionBlock`; that
    /// work has to call the closure it is given when it is done, ten seconds after ``PubNub/suspend()`` at the latest: then
    /// it is cut off.
    func pubnubClient(
        _ client: PubNub,
        willSuspendWith preSuspensionBlock: @escaping (@escaping (@escaping () -> Void) -> Void) -> Void
    )

    // MARK: Subscription

    /// The client is subscribed.
    func pubnubClient(_ client: PubNub, didSubscribeOn channelObjects: [any PNChannelProtocol])

    /// The client is subscribed. Deprecated in 3.7.0: called unless `didSubscribeOn` is implemented.
    func pubnubClient(_ client: PubNub, didSubscribeOnChannels channels: [PNChannel])

    /// The client is about to subscribe again after its connection was restored.
    func pubnubClient(_ client: PubNub, willRestoreSubscriptionOn channelObjects: [any PNChannelProtocol])

    /// The client is about to subscribe again. Deprecated in 3.7.0: called unless `willRestoreSubscriptionOn` is
    /// implemented.
    func pubnubClient(_ client: PubNub, willRestoreSubscriptionOnChannels channels: [PNChannel])

    /// The client subscribed again after its connection was restored.
    func pubnubClient(_ client: PubNub, didRestoreSubscriptionOn channelObjects: [any PNChannelProtocol])

    /// The client subscribed again. Deprecated in 3.7.0: called unless `didRestoreSubscriptionOn` is implemented.
    func pubnubClient(_ client: PubNub, didRestoreSubscriptionOnChannels channels: [PNChannel])

    /// The client could not subscribe. The error is about the channels and groups.
    func pubnubClient(_ client: PubNub, subscriptionDidFailWithError error: PNError)

    /// The client is no longer subscribed.
    func pubnubClient(_ client: PubNub, didUnsubscribeFrom channelObjects: [any PNChannelProtocol])

    /// The client is no longer subscribed. Deprecated in 3.7.0: called unless `didUnsubscribeFrom` is implemented.
    func pubnubClient(_ client: PubNub, didUnsubscribeOnChannels channels: [PNChannel])

    /// The client could not unsubscribe. The error is about the channels and groups.
    func pubnubClient(_ client: PubNub, unsubscriptionDidFailWithError error: PNError)

    /// Presence is observed.
    func pubnubClient(_ client: PubNub, didEnablePresenceObservationOn channelObjects: [any PNChannelProtocol])

    /// Presence is observed. Deprecated in 3.7.0: called unless `didEnablePresenceObservationOn` is implemented.
    func pubnubClient(_ client: PubNub, didEnablePresenceObservationOnChannels channels: [PNChannel])

    /// Presence observation could not be turned on. The error is about the channels and groups.
    func pubnubClient(_ client: PubNub, presenceObservationEnablingDidFailWithError error: PNError)

    /// Presence is no longer observed.
    func pubnubClient(_ client: PubNub, didDisablePresenceObservationOn channelObjects: [any PNChannelProtocol])

    /// Presence is no longer observed. Deprecated in 3.7.0: called unless `didDisablePresenceObservationOn` is
    /// implemented.
    func pubnubClient(_ client: PubNub, didDisablePresenceObservationOnChannels channels: [PNChannel])

    /// Presence observation could not be turned off. The error is about the channels and groups.
    func pubnubClient(_ client: PubNub, presenceObservationDisablingDidFailWithError error: PNError)

    // MARK: Messages

    /// A message is about to be sent.
    func pubnubClient(_ client: PubNub, willSend message: PNMessage)

    /// A message was not sent, or nobody knows whether it was: ``PNError/isOutcomeUnknown`` tells which. The error is about
    /// the message, which can be sent again.
    func pubnubClient(_ client: PubNub, didFailMessageSend message: PNMessage, withError error: PNError)

    /// The service accepted a message.
    func pubnubClient(_ client: PubNub, didSend message: PNMessage)

    /// A message arrived.
    func pubnubClient(_ client: PubNub, didReceive message: PNMessage)

    /// A presence event arrived.
    func pubnubClient(_ client: PubNub, didReceive event: PNPresenceEvent)

    /// A signal arrived. Not part of 3.7.8.
    func pubnubClient(_ client: PubNub, didReceiveSignal signal: PNSignalResult)

    /// Metadata of a user or channel, or a membership, changed (App Context). Not part of 3.7.8.
    func pubnubClient(_ client: PubNub, didReceiveObjectEvent event: PNObjectEventResult)

    /// An action was added to a message, or removed. Not part of 3.7.8.
    func pubnubClient(_ client: PubNub, didReceiveMessageAction event: PNMessageActionResult)

    /// Messages may be missing: everything up to the first date arrived, and everything from the second on will. Called
    /// when the client could not catch up after it was disconnected. Not part of 3.7.8.
    func pubnubClient(_ client: PubNub, didLoseMessagesBetween startDate: PNDate, and endDate: PNDate)

    /// Messages of the past arrived.
    func pubnubClient(
        _ client: PubNub,
        didReceiveMessageHistory messages: [PNMessage],
        for channel: PNChannel,
        startingFrom startDate: PNDate,
        to endDate: PNDate
    )

    /// Messages of the past could not be loaded. The error is about the channel.
    func pubnubClient(_ client: PubNub, didFailHistoryDownloadFor channel: PNChannel, withError error: PNError)

    /// The time of the service arrived.
    func pubnubClient(_ client: PubNub, didReceiveTimeToken timeToken: NSNumber)

    /// The time of the service could not be requested.
    func pubnubClient(_ client: PubNub, timeTokenReceiveDidFailWithError error: PNError)

    // MARK: Presence

    /// It is known who is on channels and groups; the list is empty when it was asked for everywhere.
    func pubnubClient(
        _ client: PubNub,
        didReceiveParticipants presenceInformation: PNHereNow,
        for channelObjects: [any PNChannelProtocol]
    )

    /// It is known who is on channels and groups. Deprecated in 3.7.0: called unless `didReceiveParticipants` is
    /// implemented.
    func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantsLits participantsList: [PNClient],
        for channelObjects: [any PNChannelProtocol]
    )

    /// It is known who is on a channel. Called once for each channel. Deprecated in 3.7.0: called unless
    /// `didReceiveParticipants` is implemented.
    func pubnubClient(_ client: PubNub, didReceiveParticipantsList participantsList: [PNClient], for channel: PNChannel)

    /// It is known who is on a channel. Called once for each channel. Deprecated in 3.7.0: called unless
    /// `didReceiveParticipants` is implemented.
    func pubnubClient(_ client: PubNub, didReceiveParticipantsLits participantsList: [PNClient], for channel: PNChannel)

    /// It could not be found out who is on channels and groups. The error is about them.
    func pubnubClient(
        _ client: PubNub,
        didFailParticipantsListDownloadFor channelObjects: [any PNChannelProtocol],
        withError error: PNError
    )

    /// It could not be found out who is on a channel. Called once for each channel. Deprecated in 3.7.0: called unless
    /// `didFailParticipantsListDownloadFor` is implemented.
    func pubnubClient(_ client: PubNub, didFailParticipantsListDownloadFor channel: PNChannel, withError error: PNError)

    /// It is known where a client is subscribed.
    func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantChannelsList participantChannelsList: [PNChannel],
        forIdentifier clientIdentifier: String
    )

    /// It could not be found out where a client is subscribed. The error is about the identifier.
    func pubnubClient(
        _ client: PubNub,
        didFailParticipantChannelsListDownloadForIdentifier clientIdentifier: String,
        withError error: PNError
    )

    /// The state of a client arrived.
    func pubnubClient(_ client: PubNub, didReceiveClientState remoteClient: PNClient)

    /// The state of a client could not be requested. The error is about the client.
    func pubnubClient(_ client: PubNub, clientStateRetrieveDidFailWithError error: PNError)

    /// The state of a client was set.
    func pubnubClient(_ client: PubNub, didUpdateClientState remoteClient: PNClient)

    /// The state of a client could not be set. The error is about the client.
    func pubnubClient(_ client: PubNub, clientStateUpdateDidFailWithError error: PNError)

    // MARK: Channel groups

    /// The channel groups of a namespace arrived; `nil` is the global scope.
    func pubnubClient(_ client: PubNub, didReceiveChannelGroups groups: [PNChannelGroup], forNamespace nspace: String?)

    /// Channel groups could not be requested. The error is about the name of the namespace.
    func pubnubClient(_ client: PubNub, channelGroupsRequestDidFailWithError error: PNError)

    /// The names of all namespaces arrived.
    func pubnubClient(_ client: PubNub, didReceiveChannelGroupNamespaces namespaces: [String])

    /// Namespaces could not be requested.
    func pubnubClient(_ client: PubNub, channelGroupNamespacesRequestDidFailWithError error: PNError)

    /// A namespace was removed.
    func pubnubClient(_ client: PubNub, didRemoveNamespace nspace: String)

    /// A namespace could not be removed. The error is about its name.
    func pubnubClient(_ client: PubNub, namespaceRemovalDidFailWithError error: PNError)

    /// A channel group was removed.
    func pubnubClient(_ client: PubNub, didRemove group: PNChannelGroup)

    /// A channel group could not be removed. The error is about the group.
    func pubnubClient(_ client: PubNub, channelGroupRemovalDidFailWithError error: PNError)

    /// The channels of a group arrived; the group has them.
    func pubnubClient(_ client: PubNub, didReceiveChannelsFor group: PNChannelGroup)

    /// The channels of a group could not be requested. The error is about the group.
    func pubnubClient(_ client: PubNub, channelsForGroupRequestDidFailWithError error: PNError)

    /// Channels were added to a group.
    func pubnubClient(_ client: PubNub, didAddChannels channels: [PNChannel], to group: PNChannelGroup)

    /// Channels could not be added to a group. The error is about a ``PNChannelGroupChange``.
    func pubnubClient(_ client: PubNub, channelsAdditionToGroupDidFailWithError error: PNError)

    /// Channels were removed from a group.
    func pubnubClient(_ client: PubNub, didRemoveChannels channels: [PNChannel], from group: PNChannelGroup)

    /// Channels could not be removed from a group. The error is about a ``PNChannelGroupChange``.
    func pubnubClient(_ client: PubNub, channelsRemovalFromGroupDidFailWithError error: PNError)

    // MARK: Push notifications

    /// Channels send push notifications to the device.
    func pubnubClient(_ client: PubNub, didEnablePushNotificationsOnChannels channels: [PNChannel])

    /// Push notifications could not be enabled. The error is about the channels.
    func pubnubClient(_ client: PubNub, pushNotificationEnableDidFailWithError error: PNError)

    /// Channels no longer send push notifications to the device.
    func pubnubClient(_ client: PubNub, didDisablePushNotificationsOnChannels channels: [PNChannel])

    /// Push notifications could not be disabled. The error is about the channels.
    func pubnubClient(_ client: PubNub, pushNotificationDisableDidFailWithError error: PNError)

    /// The device gets no more push notifications.
    func pubnubClientDidRemovePushNotifications(_ client: PubNub)

    /// Push notifications could not be removed.
    func pubnubClient(_ client: PubNub, pushNotificationsRemoveFromChannelsDidFailWithError error: PNError)

    /// The channels that send push notifications to the device arrived.
    func pubnubClient(_ client: PubNub, didReceivePushNotificationEnabledChannels channels: [PNChannel])

    /// The channels that send push notifications could not be requested.
    func pubnubClient(_ client: PubNub, pushNotificationEnabledChannelsReceiveDidFailWithError error: PNError)

    // MARK: Access rights

    /// Access rights were changed.
    func pubnubClient(_ client: PubNub, didChangeAccessRights accessRightsCollection: PNAccessRightsCollection)

    /// Access rights could not be changed. The error is about ``PNAccessRightOptions``.
    func pubnubClient(_ client: PubNub, accessRightsChangeDidFailWithError error: PNError)

    /// Access rights arrived.
    func pubnubClient(_ client: PubNub, didAuditAccessRights accessRightsCollection: PNAccessRightsCollection)

    /// Access rights could not be requested. The error is about ``PNAccessRightOptions``.
    func pubnubClient(_ client: PubNub, accessRightsAuditDidFailWithError error: PNError)

    // MARK: Questions

    /// Whether the client may connect again by itself; `nil` leaves it to the configuration.
    func shouldReconnectPubNubClient(_ client: PubNub) -> NSNumber?

    /// Whether messages that arrive while the list of channels changes are caught up with; `nil` leaves it to the
    /// configuration.
    func shouldKeepTimeTokenOnChannelsListChange() -> NSNumber?

    /// Whether the client subscribes again when it connects again by itself; `nil` leaves it to the configuration.
    func shouldResubscribeOnConnectionRestore() -> NSNumber?

    /// Whether a restored subscription catches up with what was missed; `nil` leaves it to the configuration.
    func shouldRestoreSubscriptionFromLastTimeToken() -> NSNumber?

    /// Whether the client goes on working when it is told to suspend (``PubNub/suspend()``); `false` by default, as for an
    /// app whose property list does not ask to run in the background. An answer that takes ten seconds is `false`.
    func shouldRunClientInBackground() -> Bool
}
