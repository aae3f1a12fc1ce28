import PubNubSupport
import PubNubWire
import Synchronization

/// The reports of a server about itself, from before it listens until after it stops.
package final class OriginMonitor: Sendable {
    /// The parts of a server that serves.
    package struct Serving: Sendable {
        package let core: OriginCore
        package let connections: OpenConnections
        /// Where clients reach it.
        package let address: OriginAddress
    }

    /// The end of a reload of the settings.
    package struct Reload: Sendable {
        /// Whether all parts of the settings were read.
        package let isComplete: Bool
        /// When it ended, in units of 10⁻⁷ s since 1970 UTC.
        package let date: UInt64
    }

    private enum Phase {
        case starting
        case serving(Serving)
        case draining(Serving)
        case stopped
    }

    /// The facts about the cluster that the server has before it serves.
    private struct Joined: Sendable {
        let peers: any OriginPeers
        let core: OriginCore
    }

    /// The counters of the server.
    package let metrics = OriginMetrics()
    /// The name of the cluster; nil for a server by itself.
    package let cluster: String?
    /// The part of the cluster that the server serves; the whole for a server by itself.
    package let partition: ClusterPartition
    /// The name that the server was given; nil without one.
    package let givenName: String?
    private let phase = Locked<Phase>(.starting)
    private let joined = Locked<Joined?>(nil)
    /// Whether the start waits for the log of the cluster.
    private let isWaiting = Locked(false)
    private let reload = Locked<Reload?>(nil)
    private let adminAddress = Locked<OriginAddress?>(nil)
    private let start = ContinuousClock.now

    /// - Parameters:
    ///   - cluster: The name of the cluster; nil, the default, for a server by itself.
    ///   - partition: The part of the cluster that the server serves. All of it by default.
    ///   - node: The name of the server; nil, the default, for one that follows from its machine and port.
    init(cluster: String? = nil, partition: ClusterPartition = .whole, node: String? = nil) {
        self.cluster = cluster
        self.partition = partition
        givenName = node
    }

    /// The admin listener listens.
    package func startedReporting(at address: OriginAddress) {
        adminAddress.withLock { $0 = address }
    }

    /// The last reload of the settings; nil before the first.
    package var lastReload: Reload? { reload.withLock { $0 } }

    /// The settings were read again.
    func reloaded(isComplete: Bool, at date: UInt64) {
        reload.withLock { $0 = Reload(isComplete: isComplete, date: date) }
    }

    /// The start cannot reach the log of the cluster, and tries again.
    package func waitsForLog() {
        isWaiting.withLock { $0 = true }
    }

    /// The server takes part in its cluster, and may lack what was committed before.
    func joined(_ cluster: JoinedCluster, _ core: OriginCore) {
        let peers = cluster.peers(self)
        joined.withLock { $0 = Joined(peers: peers, core: core) }
        isWaiting.withLock { $0 = false }
    }

    /// The server accepts connections.
    func startedServing(_ serving: Serving) {
        phase.withLock { $0 = .serving(serving) }
    }

    /// The server is about to stop, and takes no further traffic.
    func startedDraining() {
        phase.withLock { phase in
            if case .serving(let serving) = phase { phase = .draining(serving) }
        }
    }

    /// The server has stopped.
    func stopped() {
        phase.withLock { $0 = .stopped }
        joined.withLock { $0 = nil }
    }

    /// Time since the server was created.
    package var uptime: Duration { start.duration(to: .now) }

    /// Why the server takes no traffic; empty while it does. While storing fails, each call starts another attempt, so that
    /// the server becomes ready again without traffic.
    package func unreadyReasons() -> [UnreadyReason] {
        let (reason, core) = phase.withLock { phase -> (UnreadyReason?, OriginCore?) in
            switch phase {
            case .starting: (.starting, nil)
            case .serving(let serving): (nil, serving.core)
            case .draining(let serving): (.draining, serving.core)
            case .stopped: (.stopped, nil)
            }
        }
        if reason == .starting, isWaiting.withLock({ $0 }) { return [.starting, .logUnreachable] }
        let storage = core?.storageReasons ?? []
        if !storage.isEmpty { core?.checkStorage() }
        return [reason].compactMap(\.self) + storage
    }

    /// The parts of the server while it serves; nil before and after.
    package var serving: Serving? {
        phase.withLock { phase in
            switch phase {
            case .serving(let serving), .draining(let serving): serving
            case .starting, .stopped: nil
            }
        }
    }

    /// The servers of the cluster, once this one is part of it; nil for a server by itself.
    package var peers: (any OriginPeers)? { joined.withLock { $0?.peers } }

    /// How the log is; nil before there is one.
    package var logHealth: LogHealth? { (serving?.core ?? joined.withLock { $0?.core })?.logHealth }

    /// Where the admin listener listens; nil without one.
    package var reportingAddress: OriginAddress? { adminAddress.withLock { $0 } }

    /// The present work of the server, and its counters since the start.
    package var statistics: OriginStatistics {
        let serving = serving
        var statistics = serving?.core.statistics ?? OriginStatistics()
        statistics.connections = serving?.connections.count ?? 0
        statistics.publishes = metrics.requests.count(ofStatus: 200, [.publish, .publishCompressed, .signal])
        statistics.acceptedConnections = metrics.acceptedConnections.load(ordering: .relaxed)
        statistics.refusedConnections = metrics.refusedConnections.load(ordering: .relaxed)
        return statistics
    }
}
