import PubNubMachines

extension ClientEngine {
    /// Reports what the engine does to an observer, which the engine retains.
    package func addObserver(_ observer: any EngineObserver) {
        apply { state in
            let connection = state.machine.connection
            // Queued, so that the present state comes before each change, and once.
            state.batch.run { [observers] in
                if connection.isConnected {
                    observer.connectionChanged(.connected)
                } else if connection.isConnecting {
                    observer.connectionChanged(.connecting)
                }
                observers.add(observer)
            }
        }
    }

    /// Ends the reports to an observer.
    package func removeObserver(_ observer: any EngineObserver) {
        apply { state in
            state.batch.run { [observers] in observers.remove(observer) }
        }
    }

    /// The number of calls that have not ended.
    package var pendingCalls: Int { read { $0.machine.queue.count } }

    /// The number of iterations of subscriptions.
    package var iterations: Int { read { $0.iterations.all.count } }

    /// The number of messages and events that wait for consumers.
    package var undelivered: Int { read { $0.backlog.waiting } }
}
