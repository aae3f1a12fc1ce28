extension PNObservationCenter {
    /// Adds an observer that is told when a signal arrives. Not part of 3.7.8.
    ///
    /// - Parameters:
    ///   - observer: Who observes; see ``PNObservationCenter``.
    ///   - handleBlock: Is called every time.
    public func addSignalObserver(_ observer: Any, with handleBlock: @escaping PNClientSignalHandlingBlock) {
        add(observer, .signal, .signal(handleBlock))
    }

    /// Removes an observer that ``addSignalObserver(_:with:)`` added.
    ///
    /// - Parameter observer: Who observed.
    public func removeSignalObserver(_ observer: Any) {
        remove(observer, .signal)
    }
}
