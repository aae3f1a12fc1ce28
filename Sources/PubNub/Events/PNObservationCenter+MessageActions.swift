extension PNObservationCenter {
    /// Adds an observer that is told when an action is added to a message or removed. Not part of 3.7.8.
    ///
    /// - Parameters:
    ///   - observer: Who observes; see ``PNObservationCenter``.
    ///   - handleBlock: Is called every time.
    public func addMessageActionObserver(
        _ observer: Any,
        with handleBlock: @escaping PNClientMessageActionHandlingBlock
    ) {
        add(observer, .messageAction, .messageAction(handleBlock))
    }

    /// Removes an observer that ``addMessageActionObserver(_:with:)`` added.
    ///
    /// - Parameter observer: Who observed.
    public func removeMessageActionObserver(_ observer: Any) {
        remove(observer, .messageAction)
    }
}
