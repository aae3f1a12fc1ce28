import PubNubMachines

extension PubNub {
    /// Reports what the engine does to an observer, which the engine retains.
    package func addObserver(_ observer: any EngineObserver) { engine.observers.add(observer) }

    /// Ends the reports to an observer.
    package func removeObserver(_ observer: any EngineObserver) { engine.observers.remove(observer) }

    /// The number of calls that have not ended.
    package var pendingCalls: Int { engine.read { $0.machine.queue.count } }

    /// The number of iterations of subscriptions.
    package var iterations: Int { engine.read { $0.iterations.all.count } }

    /// The number of messages and events that wait for consumers.
    package var undelivered: Int { engine.read { $0.backlog.waiting } }

    /// A client that reports events to no delegate, observer or notification.
    package static func silent(_ configuration: PNConfiguration) -> PubNub {
        PubNub(
            configuration: configuration,
            transport: CurlTransport.shared,
            timers: DispatchTimers(),
            seed: UInt64.random(in: .min ... .max),
            network: .shared,
            reportsEvents: false
        )
    }
}
