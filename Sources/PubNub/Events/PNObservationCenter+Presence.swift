extension PNObservationCenter {
    /// Adds an observer that is told when it is found out who is where, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: Who observes; see ``PNObservationCenter``.
    ///   - handleBlock: Is called every time.
    public func addChannelParticipantsListProcessingObserver(
        _ observer: Any,
        with handleBlock: @escaping PNClientParticipantsHandlingBlock
    ) {
        add(observer, .hereNow, PNEvent.hereNow.handler(handleBlock))
    }

    /// Removes an observer that ``addChannelParticipantsListProcessingObserver(_:with:)`` added.
    ///
    /// - Parameter observer: Who observed.
    public func removeChannelParticipantsListProcessingObserver(_ observer: Any) {
        remove(observer, .hereNow)
    }

    /// Adds an observer that is told when it is found out where a client is, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: Who observes; see ``PNObservationCenter``.
    ///   - handleBlock: Is called every time.
    public func addClientParticipantChannelsListDownloadObserver(
        _ observer: Any,
        with handleBlock: @escaping PNClientParticipantChannelsHandlingBlock
    ) {
        add(observer, .whereNow, PNEvent.whereNow.handler(handleBlock))
    }

    /// Removes an observer that ``addClientParticipantChannelsListDownloadObserver(_:with:)`` added.
    ///
    /// - Parameter observer: Who observed.
    public func removeClientParticipantChannelsListDownloadObserver(_ observer: Any) {
        remove(observer, .whereNow)
    }

    /// Adds an observer that is told when the state of a client arrives, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: Who observes; see ``PNObservationCenter``.
    ///   - handleBlock: Is called every time.
    public func addClientStateRequestObserver(
        _ observer: Any,
        with handleBlock: @escaping PNClientStateRetrieveHandlingBlock
    ) {
        add(observer, .clientState, PNEvent.clientState.handler(handleBlock))
    }

    /// Removes an observer that ``addClientStateRequestObserver(_:with:)`` added.
    ///
    /// - Parameter observer: Who observed.
    public func removeClientStateRequestObserver(_ observer: Any) {
        remove(observer, .clientState)
    }

    /// Adds an observer that is told when the state of a client is set, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: Who observes; see ``PNObservationCenter``.
    ///   - handleBlock: Is called every time.
    public func addClientStateUpdateObserver(
        _ observer: Any,
        with handleBlock: @escaping PNClientStateUpdateHandlingBlock
    ) {
        add(observer, .clientStateUpdate, PNEvent.clientStateUpdate.handler(handleBlock))
    }

    /// Removes an observer that ``addClientStateUpdateObserver(_:with:)`` added.
    ///
    /// - Parameter observer: Who observed.
    public func removeClientStateUpdateObserver(_ observer: Any) {
        remove(observer, .clientStateUpdate)
    }

    /// Adds an observer that is told when the state of a client arrives, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: Who observes; see ``PNObservationCenter``.
    ///   - handleBlock: Is called every time.
    @available(*, deprecated, renamed: "addClientStateRequestObserver(_:with:)")
    public func addClientMetadataRequestObserver(
        _ observer: Any,
        with handleBlock: @escaping PNClientStateRetrieveHandlingBlock
    ) {
        add(observer, .clientState, PNEvent.clientState.handler(handleBlock))
    }

    /// Removes an observer that ``addClientMetadataRequestObserver(_:with:)`` added.
    ///
    /// - Parameter observer: Who observed.
    @available(*, deprecated, renamed: "removeClientStateRequestObserver(_:)")
    public func removeClientMetadataRequestObserver(_ observer: Any) {
        remove(observer, .clientState)
    }

    /// Adds an observer that is told when the state of a client is set, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: Who observes; see ``PNObservationCenter``.
    ///   - handleBlock: Is called every time.
    @available(*, deprecated, renamed: "addClientStateUpdateObserver(_:with:)")
    public func addClientMetadataUpdateObserver(
        _ observer: Any,
        with handleBlock: @escaping PNClientStateUpdateHandlingBlock
    ) {
        add(observer, .clientStateUpdate, PNEvent.clientStateUpdate.handler(handleBlock))
    }

    /// Removes an observer that ``addClientMetadataUpdateObserver(_:with:)`` added.
    ///
    /// - Parameter observer: Who observed.
    @available(*, deprecated, renamed: "removeClientStateUpdateObserver(_:)")
    public func removeClientMetadataUpdateObserver(_ observer: Any) {
        remove(observer, .clientStateUpdate)
    }
}
