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
/// A method may also be spelled as the Swift compiler imported it from Objective-C (`PubNub!`, `[Any]!`), see
/// ``PNLegacyDelegate``, or as Swift 1 and 2 spelled it, see ``PNSwift2Delegate``. Use one spelling for all parameters of a method:
/// Swift treats a method that mixes them as another method, which is never called. The client warns in the log if its first events
/// reach no method of the delegate.
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

    /// Called once per subscription, with every channel and group of the call.
    func pubnubClient(_ client: PubNub, didSubscribeOn channelObjects: [any PNChannelProtocol])

    /// Deprecated in 3.7.0: called unless `didSubscribeOn` is implemented, with the channels of the call.
    func pubnubClient(_ client: PubNub, didSubscribeOnChannels channels: [PNChannel])

    /// Called after the client has reconnected, before it subscribes again.
    func pubnubClient(_ client: PubNub, willRestoreSubscriptionOn channelObjects: [any PNChannelProtocol])

    /// Deprecated in 3.7.0: called unless `willRestoreSubscriptionOn` is implemented.
    func pubnubClient(_ client: PubNub, willRestoreSubscriptionOnChannels channels: [PNChannel])

    /// Called once the service accepted the subscription that follows a lost connection.
    func pubnubClient(_ client: PubNub, didRestoreSubscriptionOn channelObjects: [any PNChannelProtocol])

    /// Deprecated in 3.7.0: called unless `didRestoreSubscriptionOn` is implemented.
    func pubnubClient(_ client: PubNub, didRestoreSubscriptionOnChannels channels: [PNChannel])

    /// Called when a subscription failed. The error is about the channels and groups of the call.
    func pubnubClient(_ client: PubNub, subscriptionDidFailWithError error: PNError)

    /// Called once per unsubscription, with every channel and group of the call.
    func pubnubClient(_ client: PubNub, didUnsubscribeFrom channelObjects: [any PNChannelProtocol])

    /// Deprecated in 3.7.0: called unless `didUnsubscribeFrom` is implemented.
    func pubnubClient(_ client: PubNub, didUnsubscribeOnChannels channels: [PNChannel])

    /// Called when an unsubscription failed. The error is about the channels and groups of the call.
    func pubnubClient(_ client: PubNub, unsubscriptionDidFailWithError error: PNError)

    /// Called for `enablePresenceObservation`, and for a subscription that also enables presence.
    func pubnubClient(_ client: PubNub, didEnablePresenceObservationOn channelObjects: [any PNChannelProtocol])

    /// Deprecated in 3.7.0: called unless `didEnablePresenceObservationOn` is implemented.
    func pubnubClient(_ client: PubNub, didEnablePresenceObservationOnChannels channels: [PNChannel])

    /// Called when presence events could not be enabled. The error is about the channels and groups of the call.
    func pubnubClient(_ client: PubNub, presenceObservationEnablingDidFailWithError error: PNError)

    /// Called for `disablePresenceObservation`, and for a subscription that also disables presence.
    func pubnubClient(_ client: PubNub, didDisablePresenceObservationOn channelObjects: [any PNChannelProtocol])

    /// Deprecated in 3.7.0: called unless `didDisablePresenceObservationOn` is implemented.
    func pubnubClient(_ client: PubNub, didDisablePresenceObservationOnChannels channels: [PNChannel])

    /// Called when presence events could not be disabled. The error is about the channels and groups of the call.
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

    /// Called with a page of history and its time frame.
    func pubnubClient(
        _ client: PubNub,
        didReceiveMessageHistory messages: [PNMessage],
        for channel: PNChannel,
        startingFrom startDate: PNDate,
        to endDate: PNDate
    )

    /// Called when history could not be read. The error is about the channel.
    func pubnubClient(_ client: PubNub, didFailHistoryDownloadFor channel: PNChannel, withError error: PNError)

    /// Called with the time of the service, in units of 100 ns since 1970.
    func pubnubClient(_ client: PubNub, didReceiveTimeToken timeToken: NSNumber)

    /// Called when the time could not be read. The error has no associated object.
    func pubnubClient(_ client: PubNub, timeTokenReceiveDidFailWithError error: PNError)

    // MARK: Presence

    /// Called with the participants of the channels and groups of the call; `channelObjects` is empty for a call about every
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

    /// Called when participants could not be listed. The error is about the channels and groups of the call.
    func pubnubClient(
        _ client: PubNub,
        didFailParticipantsListDownloadFor channelObjects: [any PNChannelProtocol],
        withError error: PNError
    )

    /// Deprecated in 3.7.0: called once per channel unless `didFailParticipantsListDownloadFor` with a list is
    /// implemented.
    func pubnubClient(_ client: PubNub, didFailParticipantsListDownloadFor channel: PNChannel, withError error: PNError)

    /// Called with the channels that a client is subscribed to, by its identifier.
    func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantChannelsList participantChannelsList: [PNChannel],
        forIdentifier clientIdentifier: String
    )

    /// Called when the channels of a client could not be listed. The error is about the identifier.
    func pubnubClient(
        _ client: PubNub,
        didFailParticipantChannelsListDownloadForIdentifier clientIdentifier: String,
        withError error: PNError
    )

    /// Called with the state of a client on one channel or group.
    func pubnubClient(_ client: PubNub, didReceiveClientState remoteClient: PNClient)

    /// Called when a state could not be read. The error is about the ``PNClient`` of the call.
    func pubnubClient(_ client: PubNub, clientStateRetrieveDidFailWithError error: PNError)

    /// Called when a state was changed, with the client and the state that the service stored.
    func pubnubClient(_ client: PubNub, didUpdateClientState remoteClient: PNClient)

    /// Called when a state could not be changed. The error is about the ``PNClient`` of the call.
    func pubnubClient(_ client: PubNub, clientStateUpdateDidFailWithError error: PNError)

    // MARK: Channel groups

    /// Called with the groups of a namespace; `nil` is the global one.
    func pubnubClient(_ client: PubNub, didReceiveChannelGroups groups: [PNChannelGroup], forNamespace nspace: String?)

    /// Called when groups could not be listed. The error is about the name of the namespace.
    func pubnubClient(_ client: PubNub, channelGroupsRequestDidFailWithError error: PNError)

    /// Called with the names of all namespaces of the subscribe key.
    func pubnubClient(_ client: PubNub, didReceiveChannelGroupNamespaces namespaces: [String])

    /// Called when namespaces could not be listed. The error has no associated object.
    func pubnubClient(_ client: PubNub, channelGroupNamespacesRequestDidFailWithError error: PNError)

    /// Called once the service confirmed the removal of a namespace.
    func pubnubClient(_ client: PubNub, didRemoveNamespace nspace: String)

    /// Called when a namespace could not be removed. The error is about its name.
    func pubnubClient(_ client: PubNub, namespaceRemovalDidFailWithError error: PNError)

    /// Called once the service confirmed the removal of a group.
    func pubnubClient(_ client: PubNub, didRemove group: PNChannelGroup)

    /// Called when a group could not be removed. The error is about the group.
    func pubnubClient(_ client: PubNub, channelGroupRemovalDidFailWithError error: PNError)

    /// Called with the channels of a group: ``PNChannelGroup/channels``.
    func pubnubClient(_ client: PubNub, didReceiveChannelsFor group: PNChannelGroup)

    /// Called when the channels of a group could not be listed. The error is about the group.
    func pubnubClient(_ client: PubNub, channelsForGroupRequestDidFailWithError error: PNError)

    /// Called once per call that added channels to a group, with all of them.
    func pubnubClient(_ client: PubNub, didAddChannels channels: [PNChannel], to group: PNChannelGroup)

    /// Called when channels could not be added to a group. The error is about a ``PNChannelGroupChange``.
    func pubnubClient(_ client: PubNub, channelsAdditionToGroupDidFailWithError error: PNError)

    /// Called once per call that removed channels from a group, with all of them.
    func pubnubClient(_ client: PubNub, didRemoveChannels channels: [PNChannel], from group: PNChannelGroup)

    /// Called when channels could not be removed from a group. The error is about a ``PNChannelGroupChange``.
    func pubnubClient(_ client: PubNub, channelsRemovalFromGroupDidFailWithError error: PNError)

    // MARK: Push notifications

    /// Called when a device was registered, with the channels of the call. The service now sends their push payloads to it.
    func pubnubClient(_ client: PubNub, didEnablePushNotificationsOnChannels channels: [PNChannel])

    /// Called when a device could not be registered. The error is about the channels of the call.
    func pubnubClient(_ client: PubNub, pushNotificationEnableDidFailWithError error: PNError)

    /// Called when a device was unregistered, with the channels of the call. The service no longer sends their push payloads to it.
    func pubnubClient(_ client: PubNub, didDisablePushNotificationsOnChannels channels: [PNChannel])

    /// Called when a device could not be unregistered. The error is about the channels of the call.
    func pubnubClient(_ client: PubNub, pushNotificationDisableDidFailWithError error: PNError)

    /// Called when a device was unregistered from all channels.
    func pubnubClientDidRemovePushNotifications(_ client: PubNub)

    /// Called when a device could not be unregistered from all channels. The error has no associated object.
    func pubnubClient(_ client: PubNub, pushNotificationsRemoveFromChannelsDidFailWithError error: PNError)

    /// Called with every channel on which a device is registered.
    func pubnubClient(_ client: PubNub, didReceivePushNotificationEnabledChannels channels: [PNChannel])

    /// Called when the channels of a device could not be listed. The error has no associated object.
    func pubnubClient(_ client: PubNub, pushNotificationEnabledChannelsReceiveDidFailWithError error: PNError)

    // MARK: Access rights

    /// Called when rights were changed, with the rights that the service now grants to the objects of the call.
    func pubnubClient(_ client: PubNub, didChangeAccessRights accessRightsCollection: PNAccessRightsCollection)

    /// Called when rights could not be changed. The error is about the ``PNAccessRightOptions`` of the call.
    func pubnubClient(_ client: PubNub, accessRightsChangeDidFailWithError error: PNError)

    /// Called with the rights that the service reports for the objects of the call.
    func pubnubClient(_ client: PubNub, didAuditAccessRights accessRightsCollection: PNAccessRightsCollection)

    /// Called when rights could not be listed. The error is about the ``PNAccessRightOptions`` of the call.
    func pubnubClient(_ client: PubNub, accessRightsAuditDidFailWithError error: PNError)

    // MARK: Questions

    /// Returns whether the client reconnects. Called after the connection is lost or cannot be made, and not while a call to
    /// connect waits for a network. After a NO it is called again each time that the origin can be reached again, until
    /// ``PubNub/disconnect()-method``. `nil` applies the setting of the configuration, without another question.
    func shouldReconnectPubNubClient(_ client: PubNub) -> NSNumber?

    /// Returns whether the client receives messages that are published while the list of channels changes. Called when the list
    /// changes. `nil` applies the setting of the configuration.
    func shouldKeepTimeTokenOnChannelsListChange() -> NSNumber?

    /// Returns whether the client subscribes again. Called after it has reconnected. After a NO the delegate receives
    /// `didUnsubscribe` for the channels that are not restored. `nil` applies the setting of the configuration.
    func shouldResubscribeOnConnectionRestore() -> NSNumber?

    /// Returns whether the client receives the messages that it missed. Called before a subscription is restored. `nil` applies the
    /// setting of the configuration.
    func shouldRestoreSubscriptionFromLastTimeToken() -> NSNumber?

    /// Returns whether the client continues to work in the background. Called by ``PubNub/suspend()``. `false` by default, as for an
    /// app whose property list does not request it. A reply that takes ten seconds counts as `false`.
    func shouldRunClientInBackground() -> Bool
}
