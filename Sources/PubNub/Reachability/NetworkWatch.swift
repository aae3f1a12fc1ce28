/// Tells clients that the network changed, or that the process or the machine was asleep (wire reference 7.4, 7.6, 7.8).
///
/// One for the process. It keeps no client alive, and listens only while a client is connected or trying to be.
package final class NetworkWatch: Sendable {
    package static let shared = NetworkWatch(KernelNetwork())

    private struct Member {
        weak var engine: ClientEngine?
    }

    private struct State {
        var members: [ObjectIdentifier: Member] = [:]
        var notices: UInt64 = 0
    }

    private let source: any NetworkSource
    private let state = Locked(State())

    package init(_ source: any NetworkSource) {
        self.source = source
    }

    func add(_ engine: ClientEngine) {
        state.withLock { state in
            let isFirst = state.members.isEmpty
            state.members[ObjectIdentifier(engine)] = Member(engine: engine)
            if isFirst { source.watch { [weak self] in self?.tell($0) } }
        }
    }

    /// Takes an identifier because a client that is being let go of can no longer be referred to.
    func remove(_ id: ObjectIdentifier) {
        state.withLock { state in
            guard state.members.removeValue(forKey: id) != nil, state.members.isEmpty else { return }
            source.unwatch()
        }
    }

    private func tell(_ notice: NetworkNotice) {
        let (number, engines) = state.withLock { state in
            state.notices += 1
            return (state.notices, state.members.values.compactMap(\.engine))
        }
        for engine in engines { engine.noticed(notice, number: number) }
    }
}
