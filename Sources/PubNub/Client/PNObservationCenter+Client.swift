extension PNObservationCenter {
    /// Adds an observer that is notified when a user, channel or membership changes (App Context). Not part of 3.7.8.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - handleBlock: Called each time.
    public func addObjectEventObserver(_ observer: Any, with handleBlock: @escaping PNClientObjectEventHandlingBlock) {
        add(observer, .objectEvent, .objectEvent(handleBlock))
    }

    /// Removes an observer that ``addObjectEventObserver(_:with:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeObjectEventObserver(_ observer: Any) {
        remove(observer, .objectEvent)
    }

    /// Adds an observer that is notified when messages may be missing. Not part of 3.7.8.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - handleBlock: Gets the two dates between which messages may be missing.
    public func addMessagesGapObserver(_ observer: Any, with handleBlock: @escaping PNClientMessagesGapBlock) {
        add(observer, .messagesGap, .messagesGap(handleBlock))
    }

    /// Removes an observer that ``addMessagesGapObserver(_:with:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeMessagesGapObserver(_ observer: Any) {
        remove(observer, .messagesGap)
    }

    /// Adds an observer that is notified when the client connects or disconnects.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - callbackBlock: Called each time.
    public func addClientConnectionStateObserver(
        _ observer: Any,
        withCallbackBlock callbackBlock: @escaping PNClientConnectionStateChangeBlock
    ) {
        add(observer, .connectionState, .connectionState(callbackBlock))
    }

    /// Removes an observer that ``addClientConnectionStateObserver(_:withCallbackBlock:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeClientConnectionStateObserver(_ observer: Any) {
        remove(observer, .connectionState)
    }

    /// Adds an observer that is notified when a subscription starts, fails or is restored.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - callbackBlock: Called each time.
    public func addClientChannelSubscriptionStateObserver(
        _ observer: Any,
        withCallbackBlock callbackBlock: @escaping PNClientChannelSubscriptionHandlerBlock
    ) {
        add(observer, .subscription, .subscriptionState(callbackBlock))
    }

    /// Removes an observer that ``addClientChannelSubscriptionStateObserver(_:withCallbackBlock:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeClientChannelSubscriptionStateObserver(_ observer: Any) {
        remove(observer, .subscription)
    }

    /// Adds an observer that is notified when a subscription ends, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - callbackBlock: Called each time.
    public func addClientChannelUnsubscriptionObserver(
        _ observer: Any,
        withCallbackBlock callbackBlock: @escaping PNClientChannelUnsubscriptionHandlerBlock
    ) {
        add(observer, .unsubscription, PNEvent.unsubscription.handler(callbackBlock))
    }

    /// Removes an observer that ``addClientChannelUnsubscriptionObserver(_:withCallbackBlock:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeClientChannelUnsubscriptionObserver(_ observer: Any) {
        remove(observer, .unsubscription)
    }

    /// Adds an observer that is notified when presence observation is turned on, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - handlerBlock: Called each time.
    public func addClientPresenceEnablingObserver(
        _ observer: Any,
        withCallbackBlock handlerBlock: @escaping PNClientPresenceEnableHandlingBlock
    ) {
        add(observer, .presenceEnabling, PNEvent.presenceEnabling.handler(handlerBlock))
    }

    /// Removes an observer that ``addClientPresenceEnablingObserver(_:withCallbackBlock:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeClientPresenceEnablingObserver(_ observer: Any) {
        remove(observer, .presenceEnabling)
    }

    /// Adds an observer that is notified when presence observation is turned off, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - handlerBlock: Called each time.
    public func addClientPresenceDisablingObserver(
        _ observer: Any,
        withCallbackBlock handlerBlock: @escaping PNClientPresenceDisableHandlingBlock
    ) {
        add(observer, .presenceDisabling, PNEvent.presenceDisabling.handler(handlerBlock))
    }

    /// Removes an observer that ``addClientPresenceDisablingObserver(_:withCallbackBlock:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeClientPresenceDisablingObserver(_ observer: Any) {
        remove(observer, .presenceDisabling)
    }

    /// Adds an observer that is notified when a message is sent, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - handleBlock: Called each time.
    public func addMessageProcessingObserver(
        _ observer: Any,
        with handleBlock: @escaping PNClientMessageProcessingBlock
    ) {
        add(observer, .messageProcessing, .messageProcessing(handleBlock))
    }

    /// Removes an observer that ``addMessageProcessingObserver(_:with:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeMessageProcessingObserver(_ observer: Any) {
        remove(observer, .messageProcessing)
    }

    /// Adds an observer that is notified when a message arrives.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - handleBlock: Called each time.
    public func addMessageReceiveObserver(_ observer: Any, with handleBlock: @escaping PNClientMessageHandlingBlock) {
        add(observer, .messageReceive, .messageReceive(handleBlock))
    }

    /// Removes an observer that ``addMessageReceiveObserver(_:with:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeMessageReceiveObserver(_ observer: Any) {
        remove(observer, .messageReceive)
    }

    /// Adds an observer that is notified when a presence event arrives.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - handleBlock: Called each time.
    public func addPresenceEventObserver(
        _ observer: Any,
        with handleBlock: @escaping PNClientPresenceEventHandlingBlock
    ) {
        add(observer, .presenceEvent, .presenceEvent(handleBlock))
    }

    /// Removes an observer that ``addPresenceEventObserver(_:with:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removePresenceEventObserver(_ observer: Any) {
        remove(observer, .presenceEvent)
    }

    /// Adds an observer that is notified when a page of history arrives, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - handleBlock: Called each time.
    public func addMessageHistoryProcessingObserver(
        _ observer: Any,
        with handleBlock: @escaping PNClientHistoryLoadHandlingBlock
    ) {
        add(observer, .history, PNEvent.history.handler(handleBlock))
    }

    /// Removes an observer that ``addMessageHistoryProcessingObserver(_:with:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeMessageHistoryProcessingObserver(_ observer: Any) {
        remove(observer, .history)
    }

    /// Adds an observer that is notified when the time of the service arrives, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - callbackBlock: Called each time.
    public func addTimeTokenReceivingObserver(
        _ observer: Any,
        withCallbackBlock callbackBlock: @escaping PNClientTimeTokenReceivingCompleteBlock
    ) {
        add(observer, .time, PNEvent.time.handler(callbackBlock))
    }

    /// Removes an observer that ``addTimeTokenReceivingObserver(_:withCallbackBlock:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeTimeTokenReceivingObserver(_ observer: Any) {
        remove(observer, .time)
    }
}

extension PNObservationCenter {
    /// Adds an observer that is notified when a signal arrives. Not part of 3.7.8.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - handleBlock: Called each time.
    public func addSignalObserver(_ observer: Any, with handleBlock: @escaping PNClientSignalHandlingBlock) {
        add(observer, .signal, .signal(handleBlock))
    }

    /// Removes an observer that ``addSignalObserver(_:with:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeSignalObserver(_ observer: Any) {
        remove(observer, .signal)
    }
}

extension PNObservationCenter {
    /// Adds an observer that is notified when an action is added to a message or removed. Not part of 3.7.8.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - handleBlock: Called each time.
    public func addMessageActionObserver(
        _ observer: Any,
        with handleBlock: @escaping PNClientMessageActionHandlingBlock
    ) {
        add(observer, .messageAction, .messageAction(handleBlock))
    }

    /// Removes an observer that ``addMessageActionObserver(_:with:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeMessageActionObserver(_ observer: Any) {
        remove(observer, .messageAction)
    }
}
