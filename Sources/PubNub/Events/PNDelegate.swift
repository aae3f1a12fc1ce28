public import Foundation

/// Receives what a client does, what it receives, and how its calls end.
///
/// Every method is optional: each has a default. Methods are called on the callback queue of the client's configuration, in
/// the order in which the events happened, before observers, closures and notifications receive the same event. The client
/// does not retain its delegate.
///
/// A call ends with one method: its success, or its failure with the error. Where a description below names an object, the
/// error carries it as ``PNError/associatedObject``.
///
/// A method may also be spelled as the Swift compiler imported it from Objective-C (`PubNub!`, `[Any]!`); see
/// ``PNLegacyDelegate``. Use one spelling for all parameters of a method: Swift treats a method that mixes the two as another
/// method, which is never called.
///
/// Swift binds the methods to the class that declares the conformance. A subclass can override a method that this class or
/// one of its superclasses implements. A method that only the subclass implements is never called; the client warns of such
/// classes in the log when they become its delegate.
public protocol PNDelegate: PNLegacyDelegate {
    // MARK: Connection

    /// Called for an error that belongs to no call, such as a failure of the outbox file.
    func pubnubClient(_ client: PubNub, error: PNError)

    /// Called before the client connects, on request or after a loss.
    func pubnubClient(_ client: PubNub, willConnectToOrigin origin: String)

    /// Called once per connection. A restored subscription is reported afterwards.
    func pubnubClient(_ client: PubNub, didConnectToOrigin origin: String)

    /// Called when the client disconnected without an error, as after ``PubNub/disconnect()-method``.
    func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String)

    /// Called after the connection was lost. The client then asks `shouldReconnectPubNubClient`.
    func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String, withError error: PNError)

    /// Called when an error is about to end the connection; `didDisconnectFromOrigin:withError:` follows.
    func pubnubClient(_ client: PubNub, willDisconnectWithError error: PNError)

    /// Called when connecting failed. With error 102 the client may also be waiting for a network; it connects once
    /// there is one.
    func pubnubClient(_ client: PubNub, connectionDidFailWithError error: PNError)

    /// Called before the client is suspended. To finish work first, pass a closure to `preSuspensionBlock`, and have
    /// that closure call its own argument when it is done. The client waits at most ten seconds after
    /// ``PubNub/suspend()``.
    func pubnubClient(
        _ client: PubNub,
        willSuspendWith preSuspensionBlock: @escaping (@escaping (@escaping () -> Void) -> Void) -> Void
    )

    // MARK: Subscription

    /// Called once per call, with every channel and group of the call.
    func pubnubClient(_ client: PubNub, didSubscribeOn channelObjects: [any PNChannelProtocol])

    /// Deprecated in 3.7.0: called unless `didSubscribeOn` is implemented, with the channels of the call.
    func pubnubClient(_ client: PubNub, didSubscribeOnChannels channels: [PNChannel])

    /// Called after a lost connection is back, before the client subscribes again.
    func pubnubClient(_ client: PubNub, willRestoreSubscriptionOn channelObjects: [any PNChannelProtocol])

    /// Deprecated in 3.7.0: called unless `willRestoreSubscriptionOn` is implemented.
    func pubnubClient(_ client: PubNub, willRestoreSubscriptionOnChannels channels: [PNChannel])

    /// Called once the service accepted the subscription that follows a lost connection.
    func pubnubClient(_ client: PubNub, didRestoreSubscriptionOn channelObjects: [any PNChannelProtocol])

    /// Deprecated in 3.7.0: called unless `didRestoreSubscriptionOn` is implemented.
    func pubnubClient(_ client: PubNub, didRestoreSubscriptionOnChannels channels: [PNChannel])

    /// The error is about the channels and groups of the call.
    func pubnubClient(_ client: PubNub, subscriptionDidFailWithError error: PNError)

    /// Called once per call, with every channel and group of the call.
    func pubnubClient(_ client: PubNub, didUnsubscribeFrom channelObjects: [any PNChannelProtocol])

    /// Deprecated in 3.7.0: called unless `didUnsubscribeFrom` is implemented.
    func pubnubClient(_ client: PubNub, didUnsubscribeOnChannels channels: [PNChannel])

    /// The error is about the channels and groups of the call.
    func pubnubClient(_ client: PubNub, unsubscriptionDidFailWithError error: PNError)

    /// Called for `enablePresenceObservation`, and for a subscription that also enables presence.
    func pubnubClient(_ client: PubNub, didEnablePresenceObservationOn channelObjects: [any PNChannelProtocol])

    /// Deprecated in 3.7.0: called unless `didEnablePresenceObservationOn` is implemented.
    func pubnubClient(_ client: PubNub, didEnablePresenceObservationOnChannels channels: [PNChannel])

    /// The error is about the channels and groups of the call.
    func pubnubClient(_ client: PubNub, presenceObservationEnablingDidFailWithError error: PNError)

    /// Called for `disablePresenceObservation`, and for a subscription that also disables presence.
    func pubnubClient(_ client: PubNub, didDisablePresenceObservationOn channelObjects: [any PNChannelProtocol])

    /// Deprecated in 3.7.0: called unless `didDisablePresenceObservationOn` is implemented.
    func pubnubClient(_ client: PubNub, didDisablePresenceObservationOnChannels channels: [PNChannel])

    /// The error is about the channels and groups of the call.
    func pubnubClient(_ client: PubNub, presenceObservationDisablingDidFailWithError error: PNError)

    // MARK: Messages

    /// Called before a message is sent; `didSend` or `didFailMessageSend` follows.
    func pubnubClient(_ client: PubNub, willSend message: PNMessage)

    /// The message was not sent, or no response says whether it was: see ``PNError/isOutcomeUnknown``. The error is
    /// about the message, which can be sent again.
    func pubnubClient(_ client: PubNub, didFailMessageSend message: PNMessage, withError error: PNError)

    /// Called once the service accepted the message.
    func pubnubClient(_ client: PubNub, didSend message: PNMessage)

    /// Called for each received message.
    func pubnubClient(_ client: PubNub, didReceive message: PNMessage)

    /// Called for each presence event: a join, leave, timeout, changed state or a count of participants.
    func pubnubClient(_ client: PubNub, didReceive event: PNPresenceEvent)

    /// Called for each received signal. Not part of 3.7.8.
    func pubnubClient(_ client: PubNub, didReceiveSignal signal: PNSignalResult)

    /// Called when metadata of a user or channel, or a membership, changed (App Context). Not part of 3.7.8.
    func pubnubClient(_ client: PubNub, didReceiveObjectEvent event: PNObjectEventResult)

    /// Called when an action was added to a message or removed. Not part of 3.7.8.
    func pubnubClient(_ client: PubNub, didReceiveMessageAction event: PNMessageActionResult)

    /// Called when the client could not catch up after it was disconnected: everything up to the first date arrived,
    /// and everything from the second on will. Not part of 3.7.8.
    func pubnubClient(_ client: PubNub, didLoseMessagesBetween startDate: PNDate, and endDate: PNDate)

    /// One page of history and its time frame.
    func pubnubClient(
        _ client: PubNub,
        didReceiveMessageHistory messages: [PNMessage],
        for channel: PNChannel,
        startingFrom startDate: PNDate,
        to endDate: PNDate
    )

    /// The error is about the channel.
    func pubnubClient(_ client: PubNub, didFailHistoryDownloadFor channel: PNChannel, withError error: PNError)

    /// The time of the service, in 100-nanosecond units since 1970.
    func pubnubClient(_ client: PubNub, didReceiveTimeToken timeToken: NSNumber)

    /// The error has no associated object.
    func pubnubClient(_ client: PubNub, timeTokenReceiveDidFailWithError error: PNError)

    // MARK: Presence

    /// The participants of the channels and groups of the call; `channelObjects` is empty for a call about every
    /// channel.
    func pubnubClient(
        _ client: PubNub,
        didReceiveParticipants presenceInformation: PNHereNow,
        for channelObjects: [any PNChannelProtocol]
    )

    /// Deprecated in 3.7.0: called unless `didReceiveParticipants` is implemented.
    func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantsLits participantsList: [PNClient],
        for channelObjects: [any PNChannelProtocol]
    )

    /// Deprecated in 3.7.0: called once per channel unless `didReceiveParticipants` is implemented.
    func pubnubClient(_ client: PubNub, didReceiveParticipantsList participantsList: [PNClient], for channel: PNChannel)

    /// Deprecated in 3.7.0: called once per channel unless `didReceiveParticipants` is implemented.
    func pubnubClient(_ client: PubNub, didReceiveParticipantsLits participantsList: [PNClient], for channel: PNChannel)

    /// The error is about the channels and groups of the call.
    func pubnubClient(
        _ client: PubNub,
        didFailParticipantsListDownloadFor channelObjects: [any PNChannelProtocol],
        withError error: PNError
    )

    /// Deprecated in 3.7.0: called once per channel unless `didFailParticipantsListDownloadFor` with a list is
    /// implemented.
    func pubnubClient(_ client: PubNub, didFailParticipantsListDownloadFor channel: PNChannel, withError error: PNError)

    /// The channels to which the client of that identifier is subscribed.
    func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantChannelsList participantChannelsList: [PNChannel],
        forIdentifier clientIdentifier: String
    )

    /// The error is about the identifier.
    func pubnubClient(
        _ client: PubNub,
        didFailParticipantChannelsListDownloadForIdentifier clientIdentifier: String,
        withError error: PNError
    )

    /// The state of a client, on one channel or group.
    func pubnubClient(_ client: PubNub, didReceiveClientState remoteClient: PNClient)

    /// The error is about the ``PNClient`` of the call.
    func pubnubClient(_ client: PubNub, clientStateRetrieveDidFailWithError error: PNError)

    /// The client with the state that the service stored.
    func pubnubClient(_ client: PubNub, didUpdateClientState remoteClient: PNClient)

    /// The error is about the ``PNClient`` of the call.
    func pubnubClient(_ client: PubNub, clientStateUpdateDidFailWithError error: PNError)

    // MARK: Channel groups

    /// The groups of a namespace; `nil` is the global scope.
    func pubnubClient(_ client: PubNub, didReceiveChannelGroups groups: [PNChannelGroup], forNamespace nspace: String?)

    /// The error is about the name of the namespace.
    func pubnubClient(_ client: PubNub, channelGroupsRequestDidFailWithError error: PNError)

    /// The names of all namespaces of the subscribe key.
    func pubnubClient(_ client: PubNub, didReceiveChannelGroupNamespaces namespaces: [String])

    /// The error has no associated object.
    func pubnubClient(_ client: PubNub, channelGroupNamespacesRequestDidFailWithError error: PNError)

    /// Called once the service confirmed the removal.
    func pubnubClient(_ client: PubNub, didRemoveNamespace nspace: String)

    /// The error is about the name of the namespace.
    func pubnubClient(_ client: PubNub, namespaceRemovalDidFailWithError error: PNError)

    /// Called once the service confirmed the removal.
    func pubnubClient(_ client: PubNub, didRemove group: PNChannelGroup)

    /// The error is about the group.
    func pubnubClient(_ client: PubNub, channelGroupRemovalDidFailWithError error: PNError)

    /// ``PNChannelGroup/channels`` of the group holds the result.
    func pubnubClient(_ client: PubNub, didReceiveChannelsFor group: PNChannelGroup)

    /// The error is about the group.
    func pubnubClient(_ client: PubNub, channelsForGroupRequestDidFailWithError error: PNError)

    /// Called once per call, with every channel of the call.
    func pubnubClient(_ client: PubNub, didAddChannels channels: [PNChannel], to group: PNChannelGroup)

    /// The error is about a ``PNChannelGroupChange``.
    func pubnubClient(_ client: PubNub, channelsAdditionToGroupDidFailWithError error: PNError)

    /// Called once per call, with every channel of the call.
    func pubnubClient(_ client: PubNub, didRemoveChannels channels: [PNChannel], from group: PNChannelGroup)

    /// The error is about a ``PNChannelGroupChange``.
    func pubnubClient(_ client: PubNub, channelsRemovalFromGroupDidFailWithError error: PNError)

    // MARK: Push notifications

    /// The channels of the call; the service now sends their push payloads to the device.
    func pubnubClient(_ client: PubNub, didEnablePushNotificationsOnChannels channels: [PNChannel])

    /// The error is about the channels of the call.
    func pubnubClient(_ client: PubNub, pushNotificationEnableDidFailWithError error: PNError)

    /// The channels of the call; the service no longer sends their push payloads to the device.
    func pubnubClient(_ client: PubNub, didDisablePushNotificationsOnChannels channels: [PNChannel])

    /// The error is about the channels of the call.
    func pubnubClient(_ client: PubNub, pushNotificationDisableDidFailWithError error: PNError)

    /// The device is registered on no channel any more.
    func pubnubClientDidRemovePushNotifications(_ client: PubNub)

    /// The error has no associated object.
    func pubnubClient(_ client: PubNub, pushNotificationsRemoveFromChannelsDidFailWithError error: PNError)

    /// Every channel on which the device is registered.
    func pubnubClient(_ client: PubNub, didReceivePushNotificationEnabledChannels channels: [PNChannel])

    /// The error has no associated object.
    func pubnubClient(_ client: PubNub, pushNotificationEnabledChannelsReceiveDidFailWithError error: PNError)

    // MARK: Access rights

    /// The rights that the service now grants to the objects of the call.
    func pubnubClient(_ client: PubNub, didChangeAccessRights accessRightsCollection: PNAccessRightsCollection)

    /// The error is about the ``PNAccessRightOptions`` of the call.
    func pubnubClient(_ client: PubNub, accessRightsChangeDidFailWithError error: PNError)

    /// The rights that the service reports for the objects of the call.
    func pubnubClient(_ client: PubNub, didAuditAccessRights accessRightsCollection: PNAccessRightsCollection)

    /// The error is about the ``PNAccessRightOptions`` of the call.
    func pubnubClient(_ client: PubNub, accessRightsAuditDidFailWithError error: PNError)

    // MARK: Questions

    /// Asked after the connection is lost or cannot be made: whether the client connects again by itself. `nil` leaves it to the
    /// configuration.
    func shouldReconnectPubNubClient(_ client: PubNub) -> NSNumber?

    /// Asked when the list of channels changes: whether the client catches up with messages that arrive in the
    /// meantime. `nil` leaves it to the configuration.
    func shouldKeepTimeTokenOnChannelsListChange() -> NSNumber?

    /// Asked after a lost connection is back: whether the client subscribes again. `nil` leaves it to the
    /// configuration.
    func shouldResubscribeOnConnectionRestore() -> NSNumber?

    /// Asked before a subscription is restored: whether the client catches up with missed messages. `nil` leaves it to
    /// the configuration.
    func shouldRestoreSubscriptionFromLastTimeToken() -> NSNumber?

    /// Asked on ``PubNub/suspend()``: whether the client keeps working. `false` by default, as for an app whose
    /// property list does not ask to run in the background. A delegate that takes ten seconds counts as `false`.
    func shouldRunClientInBackground() -> Bool
}
