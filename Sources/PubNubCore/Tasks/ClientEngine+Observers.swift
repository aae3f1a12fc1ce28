import PubNubMachines

extension ClientEngine {
    /// Reports what the engine does to an observer, which the engine retains.
    package func addObserver(_ observer: any EngineObserver) { observers.add(observer) }

    /// Ends the reports to an observer.
    package func removeObserver(_ observer: any EngineObserver) { observers.remove(observer) }

    /// The number of calls that have not ended.
    package var pendingCalls: Int { read { $0.machine.queue.count } }

    /// The number of iterations of subscriptions.
    package var iterations: Int { read { $0.iterations.all.count } }

    /// The number of messages and events that wait for consumers.
    package var undelivered: Int { read { $0.backlog.waiting } }
}
