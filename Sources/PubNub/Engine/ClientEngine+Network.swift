import PubNubMachines

/// What the kernel tells of the network, passed on to the machines.
extension ClientEngine {
    /// Several clients of one transport pass on the same notice; `number` tells one from the next.
    func noticed(_ notice: NetworkNotice, number: UInt64) {
        let isLocal = read { $0.settings.hasLoopbackOrigin }
        let isAway = notice.wasAway || notice.hasSlept
        // No link, address or route leads to an origin on this machine.
        guard isAway || !isLocal else { return }
        PNLogger.log(.reachabilityLevel, from: client, "The network or the machine changed; the connection is checked")
        transport.noticed(notice, number: number)
        if notice.hasSlept { timers.rearm() }
        apply { state in
            if notice.isAvailable || isAway { state.machine.networkBecameAvailable(into: &state.batch.actions) }
            if notice.isChanged || isAway { state.machine.networkChanged(into: &state.batch.actions) }
        }
    }
}

extension Settings {
    /// Whether the origin is on this machine.
    var hasLoopbackOrigin: Bool {
        let host = origin.hasPrefix("[") ? origin.prefix { $0 != "]" }.dropFirst() : origin.prefix { $0 != ":" }
        return host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
}
