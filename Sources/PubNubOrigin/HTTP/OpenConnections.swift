import NIOCore
import PubNubSupport
import Synchronization

/// The connections that are open: how many each address has, which of them may be closed for a new one, and their end when the
/// server stops.
package final class OpenConnections: Sendable {
    private enum Ending {
        /// Connections end after what they serve; idle ones wait this long for one more request.
        case draining(grace: Duration)
        /// Connections end immediately.
        case closed
    }

    private struct State {
        var entries: [ObjectIdentifier: ConnectionActivity] = [:]
        /// The connections of each address, and the requests in progress of each client that a proxy names.
        var counts: [AddressKey: Int] = [:]
        /// Connections that were closed for a new one and are not gone yet.
        var leavingCount = 0
        var idle = IdleConnections()
        var ending: Ending?
    }

    private let limits: OriginLimits
    private let metrics: OriginMetrics
    /// The proxies in front of the server; nil for none.
    let proxies: TrustedProxies?
    private let refusals: ProxyRefusals
    private let state = Locked(State())

    /// - Parameters:
    ///   - limits: How many connections may be open, in all and for each address.
    ///   - metrics: Where connections are counted.
    ///   - proxies: The proxies in front of the server, whose connections have no limit of an address; nil, the default, for none.
    ///   - report: Is called with a line for the operator when connections are refused because of the PROXY protocol. Does nothing by default.
    package init(
        limits: OriginLimits = OriginLimits(),
        metrics: OriginMetrics = OriginMetrics(),
        proxies: TrustedProxies? = nil,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.limits = limits
        self.metrics = metrics
        self.proxies = proxies
        refusals = ProxyRefusals(report: report)
    }

    /// How many connections are open.
    var count: Int { state.withLock { $0.entries.count } }

    /// The connections that are open, in no order.
    package var all: [ConnectionActivity] { state.withLock { Array($0.entries.values) } }

    /// How long idle connections of a server that drains wait for one more request; nil while it does not drain.
    var grace: Duration? {
        state.withLock { state in
            if case .draining(let grace)? = state.ending { grace } else { nil }
        }
    }

    /// Takes in a connection until it is closed. Call it on the connection's event loop.
    ///
    /// At the limit of all connections, the one that has been idle for longest is closed instead.
    ///
    /// - Parameters:
    ///   - channel: The accepted connection.
    ///   - uptime: The time of its arrival, by the clock of the server.
    /// - Returns: The facts about the connection; nil if it is refused, and then the caller closes it.
    func admit(_ channel: any Channel, at uptime: Duration) -> ConnectionActivity? {
        let address = IPAddress(channel.remoteAddress)
        let isProxy = address.map { proxies?.contains($0) ?? false } ?? false
        let activity = ConnectionActivity(
            channel: channel,
            address: address,
            port: channel.remoteAddress?.port,
            isCounted: !isProxy,
            openedAt: uptime
        )
        let mayConnect = isProxy || proxies?.usesProxyProtocol != true
        let (isAdmitted, victim, ending) = state.withLock { state -> (Bool, ConnectionActivity?, Ending?) in
            guard mayConnect, hasCapacity(for: activity.countedAddress, state.counts) else { return (false, nil, nil) }
            var victim: ConnectionActivity?
            if state.entries.count - state.leavingCount >= limits.connections {
                victim = state.idle.next(of: state.entries, at: uptime)
                guard let victim else { return (false, nil, nil) }
                victim.startLeaving()
                state.leavingCount += 1
            }
            state.entries[activity.id] = activity
            if let address = activity.countedAddress { state.counts[address, default: 0] += 1 }
            return (true, victim, state.ending)
        }
        metrics.acceptedConnections.wrappingAdd(1, ordering: .relaxed)
        if victim != nil || !isAdmitted { metrics.refusedConnections.wrappingAdd(1, ordering: .relaxed) }
        if !mayConnect { refusals.add(address, "not from a trusted proxy", at: uptime) }
        victim?.channel.close(promise: nil)
        guard isAdmitted else { return nil }
        let id = activity.id
        channel.closeFuture.whenComplete { [weak self] _ in self?.remove(id) }
        switch ending {
        case .draining: askToEnd(activity)
        case .closed: channel.close(promise: nil)
        case nil: break
        }
        return activity
    }

    /// Counts the connection of a proxy as one of its client. Call it on the connection's event loop, before requests of the connection are read.
    ///
    /// - Parameters:
    ///   - channel: The connection.
    ///   - client: The address of the client.
    ///   - port: The port of the client.
    ///   - uptime: The time by the clock of the server.
    /// - Returns: Whether the client may have another connection. The caller closes the connection otherwise.
    func identify(_ channel: any Channel, as client: IPAddress, port: Int, at uptime: Duration) -> Bool {
        let key = AddressKey(client)
        let isAdmitted = state.withLock { state -> Bool in
            guard let activity = state.entries[ObjectIdentifier(channel)], hasCapacity(for: key, state.counts) else {
                return false
            }
            let identified = activity.identified(as: client, port: port, at: uptime)
            // The server may have begun to end and not have marked the connection yet.
            if state.ending != nil { identified.startEnding() }
            state.entries[activity.id] = identified
            state.counts[key, default: 0] += 1
            return true
        }
        if !isAdmitted { metrics.refusedConnections.wrappingAdd(1, ordering: .relaxed) }
        return isAdmitted
    }

    /// A connection is closed because of its header of the PROXY protocol.
    ///
    /// - Parameters:
    ///   - address: The address of the proxy; nil if it is not known.
    ///   - reason: The reason for the operator.
    ///   - uptime: The time by the clock of the server.
    func refused(_ address: IPAddress?, _ reason: String, at uptime: Duration) {
        metrics.refusedConnections.wrappingAdd(1, ordering: .relaxed)
        refusals.add(address, reason, at: uptime)
    }

    /// Counts a request of a client that a proxy names in a header. Such a client has no connections of its own, so that its requests in progress
    /// have the limit of connections.
    ///
    /// - Returns: Whether the client may have another request in progress; counts nothing if not.
    func startRequest(of client: AddressKey) -> Bool {
        state.withLock { state in
            guard hasCapacity(for: client, state.counts) else { return false }
            state.counts[client, default: 0] += 1
            return true
        }
    }

    /// A request that was counted has ended.
    func endRequest(of client: AddressKey) {
        state.withLock { Self.release(client, &$0.counts) }
    }

    /// Closes the connections that have been idle for longest, as the system has no room for further ones.
    func giveWay(at uptime: Duration) {
        let victims = state.withLock { state in
            var victims: [ConnectionActivity] = []
            while victims.count < Self.maxEvicted, let victim = state.idle.next(of: state.entries, at: uptime) {
                victim.startLeaving()
                state.leavingCount += 1
                victims.append(victim)
            }
            return victims
        }
        metrics.refusedConnections.wrappingAdd(UInt64(victims.count), ordering: .relaxed)
        for victim in victims { victim.channel.close(promise: nil) }
    }

    /// How many connections are closed at a time for further ones.
    private static let maxEvicted = 16

    /// The facts about an open connection; nil once it is closed.
    func activity(of channel: any Channel) -> ConnectionActivity? {
        state.withLock { $0.entries[ObjectIdentifier(channel)] }
    }

    /// Lets each connection finish what it serves. Responses are the last of their connections from now on.
    ///
    /// - Parameter grace: How long an idle connection waits for a request that its client may already have sent. Zero closes it immediately.
    func startEnding(grace: Duration) {
        for activity in end(.draining(grace: grace)) { askToEnd(activity) }
    }

    /// Returns when all connections are closed that are open now.
    func waitForEnd() async {
        let activities = state.withLock { Array($0.entries.values) }
        for activity in activities { try? await activity.channel.closeFuture.get() }
    }

    /// Lets each connection finish what it serves, closes idle ones, and returns when all are closed.
    func drain() async {
        startEnding(grace: .zero)
        await waitForEnd()
    }

    /// Closes all connections, and returns when they are closed.
    func close() async {
        let endings = end(.closed).map { $0.channel.close() }
        for ending in endings { try? await ending.get() }
    }

    private func hasCapacity(for address: AddressKey?, _ counts: [AddressKey: Int]) -> Bool {
        guard let address = address?.limited(limits.limitsLoopback) else { return true }
        return counts[address, default: 0] < limits.connectionsPerAddress
    }

    private func remove(_ id: ObjectIdentifier) {
        state.withLock { state in
            guard let activity = state.entries.removeValue(forKey: id) else { return }
            if activity.isLeaving { state.leavingCount -= 1 }
            if let address = activity.countedAddress { Self.release(address, &state.counts) }
        }
    }

    private static func release(_ address: AddressKey, _ counts: inout [AddressKey: Int]) {
        let count = counts[address, default: 1] - 1
        counts[address] = count > 0 ? count : nil
    }

    private func end(_ ending: Ending) -> [ConnectionActivity] {
        state.withLock { state in
            state.ending = ending
            return Array(state.entries.values)
        }
    }

    /// Notifies a connection's handlers that the server stops, once the connection is set up.
    private func askToEnd(_ activity: ConnectionActivity) {
        activity.startEnding()
        let channel = activity.channel
        channel.eventLoop.execute { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
    }
}

/// The connections that may be closed for a new one, the longest idle first.
private struct IdleConnections {
    private struct Candidate {
        let activity: ConnectionActivity
        let since: Duration
    }

    /// How many are found by one search, and after how long a search that found none is repeated.
    private static let searchCount = 256
    private static let searchPause = Duration.seconds(1)

    private var candidates: [Candidate] = []
    private var noneUntil: Duration?

    /// The connection that has been idle for longest, or about that; nil if all are busy.
    mutating func next(
        of entries: [ObjectIdentifier: ConnectionActivity],
        at uptime: Duration
    ) -> ConnectionActivity? {
        while true {
            while let candidate = candidates.popLast() {
                let isStillIdle = candidate.activity.idleSince == candidate.since && !candidate.activity.isLeaving
                if isStillIdle, entries[candidate.activity.id] === candidate.activity { return candidate.activity }
            }
            guard search(entries, at: uptime) else { return nil }
        }
    }

    private mutating func search(_ entries: [ObjectIdentifier: ConnectionActivity], at uptime: Duration) -> Bool {
        if let noneUntil, uptime < noneUntil { return false }
        let idle = entries.values.compactMap { activity -> Candidate? in
            guard !activity.isLeaving, let since = activity.idleSince else { return nil }
            return Candidate(activity: activity, since: since)
        }
        candidates = idle.sorted { $0.since < $1.since }.prefix(Self.searchCount).reversed()
        noneUntil = candidates.isEmpty ? uptime + Self.searchPause : nil
        return !candidates.isEmpty
    }
}
