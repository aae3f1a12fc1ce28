import PubNubSupport

/// Suspends clients when their process is stopped from outside, and resumes them when it continues.
///
/// One for the process. It does not retain clients, and watches the signals only while a client requires it.
package final class ProcessSuspension: Sendable {
    package static let shared = ProcessSuspension(DispatchProcessSignals())

    private struct State {
        var engines = WeakEngines()
        /// The clients that this object has suspended and not resumed yet.
        var suspended = WeakEngines()
        /// The clients that have not stopped yet; the process stops when all have.
        var awaited: Set<ObjectIdentifier> = []
        var isStopping = false
        /// Numbers the stops, so that results of a cancelled one are recognised.
        var stop: UInt64 = 0
    }

    private let signals: any ProcessSignals
    private let state = Locked(State())

    package init(_ signals: any ProcessSignals) {
        self.signals = signals
    }

    func add(_ engine: ClientEngine) {
        state.withLock { state in
            guard state.engines.add(engine) else { return }
            signals.watch(
                stop: { [weak self] in self?.stopRequested() },
                continue: { [weak self] in self?.continued() }
            )
        }
    }

    func remove(_ engine: ClientEngine) {
        let id = ObjectIdentifier(engine)
        let stop = state.withLock { state -> UInt64? in
            if state.engines.remove(id) { signals.unwatch() }
            state.suspended.remove(id)
            return state.awaited.contains(id) ? state.stop : nil
        }
        if let stop { settled(id, of: stop, isSuspended: false) }
    }

    private func stopRequested() {
        let prepared = state.withLock { state -> (stop: UInt64, engines: [ClientEngine])? in
            guard !state.isStopping else { return nil }
            let engines = state.engines.all
            state.isStopping = !engines.isEmpty
            state.stop += 1
            state.awaited = Set(engines.map { ObjectIdentifier($0) })
            for engine in engines { state.suspended.add(engine) }
            return (state.stop, engines)
        }
        guard let (stop, engines) = prepared else { return }
        // The last client may have been removed after the signal was raised.
        if engines.isEmpty { signals.stopProcess {} }
        for engine in engines {
            let id = ObjectIdentifier(engine)
            engine.suspend { [weak self] in self?.settled(id, of: stop, isSuspended: $0) }
        }
    }

    /// A client has stopped, or continues because its delegate requires it.
    private func settled(_ id: ObjectIdentifier, of stop: UInt64, isSuspended: Bool) {
        let isLast = state.withLock { state in
            guard state.stop == stop, state.awaited.remove(id) != nil else { return false }
            if !isSuspended { state.suspended.remove(id) }
            guard state.awaited.isEmpty else { return false }
            state.isStopping = false
            return true
        }
        if isLast { signals.stopProcess { [weak self] in self?.continued() } }
    }

    /// The process continues: the clients resume, and a stop in preparation is cancelled.
    private func continued() {
        let engines = state.withLock { state in
            let engines = state.suspended.all
            state.suspended = WeakEngines()
            state.awaited = []
            state.isStopping = false
            state.stop += 1
            return engines
        }
        for engine in engines { engine.resume() }
    }
}
