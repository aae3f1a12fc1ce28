import PubNubSupport
import PubNubMachines

/// Notifies clients that the network changed, or that the process or the machine was asleep
/// (Documentation/WireProtocol.md, "Connecting", "Losing the network" and "Suspension and identifier").
///
/// One for the process. It does not retain clients, and watches only while a client is connected or connecting.
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
            source.watch { [weak self] in self?.notify($0) }
        }
    }

    func remove(_ id: ObjectIdentifier) {
        state.withLock { state in
            if state.engines.remove(id) { source.unwatch() }
        }
    }

    private func notify(_ notice: NetworkNotice) {
        let (number, engines) = state.withLock { state in
            state.notices += 1
            return (state.notices, state.engines.all)
        }
        for engine in engines { engine.noticed(notice, number: number) }
    }
}

/// Reports the kernel's network events to the machines.
extension ClientEngine {
    /// Several clients of one transport forward the same notice; `number` distinguishes it from the next.
    func noticed(_ notice: NetworkNotice, number: UInt64) {
        let isLocal = read { $0.settings.hasLoopbackOrigin }
        let isAway = notice.wasAway || notice.hasSlept
        // Links, addresses and routes do not matter for an origin on this machine.
        guard isAway || !isLocal else { return }
        ClientLog.log(.reachability, "The network or the machine changed; the connection is checked")
        transport.noticed(notice, number: number)
        if notice.hasSlept { timers.rearm() }
        apply { state in
            if notice.isAvailable || isAway { state.machine.networkBecameAvailable(into: &state.batch.actions) }
            if notice.isChanged || isAway { state.machine.networkChanged(into: &state.batch.actions) }
        }
    }
}

extension ClientSettings {
    /// Whether the origin is on this machine.
    var hasLoopbackOrigin: Bool {
        let host = origin.hasPrefix("[") ? origin.prefix { $0 != "]" }.dropFirst() : origin.prefix { $0 != ":" }
        return host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
}

/// The clients that one object of the process serves. It does not retain them.
///
/// Service begins with the first client, and ends with the last.
struct WeakEngines {
    private struct Member {
        weak var engine: ClientEngine?
    }

    private var members: [ObjectIdentifier: Member] = [:]

    /// The clients that still exist.
    var all: [ClientEngine] { members.values.compactMap(\.engine) }

    /// - Returns: Whether it is the first.
    @discardableResult
    mutating func add(_ engine: ClientEngine) -> Bool {
        defer { members[ObjectIdentifier(engine)] = Member(engine: engine) }
        return members.isEmpty
    }

    /// Takes an identifier, because a client that is being deallocated cannot be referenced any more.
    ///
    /// - Returns: Whether it was the last.
    @discardableResult
    mutating func remove(_ id: ObjectIdentifier) -> Bool {
        members.removeValue(forKey: id) != nil && members.isEmpty
    }
}
