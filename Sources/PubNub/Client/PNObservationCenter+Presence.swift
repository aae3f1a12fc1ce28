extension PNObservationCenter {
    /// Adds an observer that is notified when a list of participants arrives, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - handleBlock: Called each time.
    public func addChannelParticipantsListProcessingObserver(
        _ observer: Any,
        with handleBlock: @escaping PNClientParticipantsHandlingBlock
    ) {
        add(observer, .hereNow, PNEvent.hereNow.handler(handleBlock))
    }

    /// Removes an observer that ``addChannelParticipantsListProcessingObserver(_:with:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeChannelParticipantsListProcessingObserver(_ observer: Any) {
        remove(observer, .hereNow)
    }

    /// Adds an observer that is notified when the channels of a client arrive, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - handleBlock: Called each time.
    public func addClientParticipantChannelsListDownloadObserver(
        _ observer: Any,
        with handleBlock: @escaping PNClientParticipantChannelsHandlingBlock
    ) {
        add(observer, .whereNow, PNEvent.whereNow.handler(handleBlock))
    }

    /// Removes an observer that ``addClientParticipantChannelsListDownloadObserver(_:with:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeClientParticipantChannelsListDownloadObserver(_ observer: Any) {
        remove(observer, .whereNow)
    }

    /// Adds an observer that is notified when the state of a client arrives, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - handleBlock: Called each time.
    public func addClientStateRequestObserver(
        _ observer: Any,
        with handleBlock: @escaping PNClientStateRetrieveHandlingBlock
    ) {
        add(observer, .clientState, PNEvent.clientState.handler(handleBlock))
    }

    /// Removes an observer that ``addClientStateRequestObserver(_:with:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeClientStateRequestObserver(_ observer: Any) {
        remove(observer, .clientState)
    }

    /// Adds an observer that is notified when the state of a client is set, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - handleBlock: Called each time.
    public func addClientStateUpdateObserver(
        _ observer: Any,
        with handleBlock: @escaping PNClientStateUpdateHandlingBlock
    ) {
        add(observer, .clientStateUpdate, PNEvent.clientStateUpdate.handler(handleBlock))
    }

    /// Removes an observer that ``addClientStateUpdateObserver(_:with:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeClientStateUpdateObserver(_ observer: Any) {
        remove(observer, .clientStateUpdate)
    }

    /// Adds an observer that is notified when the state of a client arrives, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - handleBlock: Called each time.
    @available(*, deprecated, renamed: "addClientStateRequestObserver(_:with:)")
    public func addClientMetadataRequestObserver(
        _ observer: Any,
        with handleBlock: @escaping PNClientStateRetrieveHandlingBlock
    ) {
        add(observer, .clientState, PNEvent.clientState.handler(handleBlock))
    }

    /// Removes an observer that ``addClientMetadataRequestObserver(_:with:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    @available(*, deprecated, renamed: "removeClientStateRequestObserver(_:)")
    public func removeClientMetadataRequestObserver(_ observer: Any) {
        remove(observer, .clientState)
    }

    /// Adds an observer that is notified when the state of a client is set, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - handleBlock: Called each time.
    @available(*, deprecated, renamed: "addClientStateUpdateObserver(_:with:)")
    public func addClientMetadataUpdateObserver(
        _ observer: Any,
        with handleBlock: @escaping PNClientStateUpdateHandlingBlock
    ) {
        add(observer, .clientStateUpdate, PNEvent.clientStateUpdate.handler(handleBlock))
    }

    /// Removes an observer that ``addClientMetadataUpdateObserver(_:with:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    @available(*, deprecated, renamed: "removeClientStateUpdateObserver(_:)")
    public func removeClientMetadataUpdateObserver(_ observer: Any) {
        remove(observer, .clientStateUpdate)
    }
}
