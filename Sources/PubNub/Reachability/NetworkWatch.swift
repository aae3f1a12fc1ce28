import PubNubLocks

/// Tells clients that the network changed, or that the process or the machine was asleep (wire reference 7.4, 7.6, 7.8).
///
/// One for the process. It keeps no client alive, and listens only while a client is connected or trying to be.
package final class NetworkWatch: Sendable {
    package static let shared = NetworkWatch(KernelNetwork())

    private struct State {
        var engines = WeakEngines()
        var notices: UInt64 = 0
    }

    private let source: any NetworkSource
    private let state = Locked(State())

    package init(_ source: any NetworkSource) {
        self.source = source
    }

    func add(_ engine: ClientEngine) {
        state.withLock { state in
            guard state.engines.add(engine) else { return }
            source.watch { [weak self] in self?.tell($0) }
        }
    }

    func remove(_ id: ObjectIdentifier) {
        state.withLock { state in
            if state.engines.remove(id) { source.unwatch() }
        }
    }

    private func tell(_ notice: NetworkNotice) {
        let (number, engines) = state.withLock { state in
            state.notices += 1
            return (state.notices, state.engines.all)
        }
        for engine in engines { engine.noticed(notice, number: number) }
    }
}
