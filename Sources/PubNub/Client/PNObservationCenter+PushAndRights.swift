extension PNObservationCenter {
    /// Adds an observer that is notified when push notifications are enabled, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - handlerBlock: Called each time.
    public func addClientPushNotificationsEnableObserver(
        _ observer: Any,
        withCallbackBlock handlerBlock: @escaping PNClientPushNotificationsEnableHandlingBlock
    ) {
        add(observer, .pushEnabling, PNEvent.pushEnabling.handler(handlerBlock))
    }

    /// Removes an observer that ``addClientPushNotificationsEnableObserver(_:withCallbackBlock:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeClientPushNotificationsEnableObserver(_ observer: Any) {
        remove(observer, .pushEnabling)
    }

    /// Adds an observer that is notified when push notifications are disabled, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - handlerBlock: Called each time.
    public func addClientPushNotificationsDisableObserver(
        _ observer: Any,
        withCallbackBlock handlerBlock: @escaping PNClientPushNotificationsDisableHandlingBlock
    ) {
        add(observer, .pushDisabling, PNEvent.pushDisabling.handler(handlerBlock))
    }

    /// Removes an observer that ``addClientPushNotificationsDisableObserver(_:withCallbackBlock:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeClientPushNotificationsDisableObserver(_ observer: Any) {
        remove(observer, .pushDisabling)
    }

    /// Adds an observer that is notified when push notifications are removed, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - handlerBlock: Called each time.
    public func addClientPushNotificationsRemoveObserver(
        _ observer: Any,
        withCallbackBlock handlerBlock: @escaping PNClientPushNotificationsRemoveHandlingBlock
    ) {
        add(observer, .pushRemoval, PNEvent.pushRemoval.handler(handlerBlock))
    }

    /// Removes an observer that ``addClientPushNotificationsRemoveObserver(_:withCallbackBlock:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeClientPushNotificationsRemoveObserver(_ observer: Any) {
        remove(observer, .pushRemoval)
    }

    /// Adds an observer that is notified when the channels with push notifications arrive, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - handlerBlock: Called each time.
    public func addClientPushNotificationsEnabledChannelsObserver(
        _ observer: Any,
        withCallbackBlock handlerBlock: @escaping PNClientPushNotificationsEnabledChannelsHandlingBlock
    ) {
        add(observer, .pushChannels, PNEvent.pushChannels.handler(handlerBlock))
    }

    /// Removes an observer that ``addClientPushNotificationsEnabledChannelsObserver(_:withCallbackBlock:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeClientPushNotificationsEnabledChannelsObserver(_ observer: Any) {
        remove(observer, .pushChannels)
    }

    /// Adds an observer that is notified when access rights are changed, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - handlerBlock: Called each time.
    public func addAccessRightsChangeObserver(
        _ observer: Any,
        with handlerBlock: @escaping PNClientChannelAccessRightsChangeBlock
    ) {
        add(observer, .accessRightsChange, PNEvent.accessRightsChange.handler(handlerBlock))
    }

    /// Removes an observer that ``addAccessRightsChangeObserver(_:with:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeAccessRightsObserver(_ observer: Any) {
        remove(observer, .accessRightsChange)
    }

    /// Adds an observer that is notified when access rights are audited, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - handlerBlock: Called each time.
    public func addAccessRightsAuditObserver(
        _ observer: Any,
        with handlerBlock: @escaping PNClientChannelAccessRightsAuditBlock
    ) {
        add(observer, .accessRightsAudit, PNEvent.accessRightsAudit.handler(handlerBlock))
    }

    /// Removes an observer that ``addAccessRightsAuditObserver(_:with:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeAccessRightsAuditObserver(_ observer: Any) {
        remove(observer, .accessRightsAudit)
    }
}
