import PubNubSupport
import PubNubWire

/// A PubNub-compatible server in this process.
///
/// ```swift
/// import PubNubOrigin
///
/// let server = OriginServer()
/// let address = try await server.start()
/// // point a client at address.host and address.port
/// await server.stop()
/// ```
public final class OriginServer: Sendable {
    struct Running {
        let core: OriginCore
        let listener: OriginListener
        let connections: OpenConnections
    }

    enum Lifecycle {
        case new
        case starting
        case running(Running)
        case draining(Running)
        case stopped
    }

    package let configuration: OriginConfiguration
    let lifecycle = Locked<Lifecycle>(.new)
    let initialFaults: Locked<FaultPlan>
    package let monitor: OriginMonitor
    /// What runs next to the server; nil for nothing.
    package let attachment: (any OriginAttachment)?
    /// The core of a start that waits for its cluster, so that a stop can end it.
    let joining = Locked<OriginCore?>(nil)
    /// The configuration with the keysets that replaced those of the start; nil if none did.
    let replaced = Locked<OriginConfiguration?>(nil)

    /// Makes a server that does not listen yet.
    ///
    /// - Parameter configuration: in memory, on a free port of the loopback interface and for any keys by default.
    public init(configuration: OriginConfiguration = OriginConfiguration()) {
        self.configuration = configuration
        let identity = configuration.clusterIdentity
        let monitor = OriginMonitor(
            cluster: identity?.cluster,
            partition: configuration.partition,
            node: identity?.node
        )
        self.monitor = monitor
        let source = configuration.attachmentSettings as? any OriginAttachmentSource
        attachment = source?.attachment(monitor, configuration)
        initialFaults = Locked(configuration.faults)
    }

    /// The faults being injected. Setting them starts their counts afresh, at any time.
    public var faults: FaultPlan {
        get { core?.faults ?? initialFaults.withLock { $0 } }
        set {
            initialFaults.withLock { $0 = newValue }
            core?.faults = newValue
        }
    }

    /// Where the server listens; nil while it does not.
    public var address: OriginAddress? { running.map { address(of: $0) } }

    /// Whether the server takes traffic: it listens, does not stop, its last commit to the data file succeeded, and the changes that wait to be
    /// written to the tables of the file fit in their queue. A server of a cluster also reaches the cluster, the cluster stores records, and the
    /// server has applied all of them that it knows of and can read.
    ///
    /// While the last commit to the data file is one that failed, reading this also writes to the file, on another thread, to find out whether
    /// it can be written again. So a server without traffic becomes ready again.
    public var isReady: Bool { monitor.unreadyReasons().isEmpty }

    /// The present work of the server, and its counters since the start.
    public var statistics: OriginStatistics { monitor.statistics }

    /// Reports that the program has read its settings again, for the metrics of the admin listener.
    ///
    /// - Parameter isComplete: Whether all parts of the settings were read.
    package func endedReload(isComplete: Bool) {
        monitor.reloaded(isComplete: isComplete, at: configuration.clock.date)
    }

    /// Replaces the keysets of ``OriginConfiguration/keysets`` while the server runs. The next request of each client is served
    /// by the new ones; subscribe calls that wait keep waiting. A server that has not started yet, or is starting, serves them from its start on.
    ///
    /// - Throws: ``OriginError`` if the keysets cannot be served; the former ones stay in use then. In a cluster, all servers need the same
    ///   subscribe keys, quotas and switches, so other ones are refused.
    public func replaceKeysets(_ keysets: [OriginKeyset]) throws(OriginError) {
        var configuration = configuration
        configuration.keysets = keysets
        try KeysetTable.check(configuration)
        let (former, settings) = (AppliedSettings(self.configuration), AppliedSettings(configuration))
        guard configuration.clusterIdentity == nil || settings.text == former.text else {
            let difference = (try? JSON(parsing: former.text)).flatMap { settings.difference(from: $0) }
            throw .invalidConfiguration(
                "the keysets of a cluster, their quotas and their switches cannot change while it runs: "
                    + "\(difference ?? "they differ"). \(AppliedSettings.steps)"
            )
        }
        replaced.withLock { $0 = configuration }
        core?.replaceKeysets(configuration)
    }

    /// The keysets of ``OriginConfiguration/keysets``, or those that replaced them.
    public var keysets: [OriginKeyset] { replaced.withLock { $0?.keysets } ?? configuration.keysets }

    /// The present phase of the server. A load balancer should send it traffic only while it is ``OriginPhase/serving``.
    public var phase: OriginPhase {
        lifecycle.withLock { lifecycle in
            switch lifecycle {
            case .new: .new
            case .starting: .starting
            case .running: .serving
            case .draining: .draining
            case .stopped: .stopped
            }
        }
    }

    /// Subscribe calls that wait for messages now.
    public var waitingCount: Int { core?.heldCount ?? 0 }

    /// Connections that are open now.
    public var connectionCount: Int { running?.connections.count ?? 0 }

    /// Requests that have arrived since it started, with any outcome.
    package var requestCount: Int { core?.requestCount ?? 0 }

    /// By when connections expect something of their clients, earliest first.
    package var connectionDeadlines: [Duration] { core?.alarmDeadlines ?? [] }

    /// Adds channels to a channel group of a keyset, and returns when the change is stored.
    ///
    /// - Parameters:
    ///   - channels: The names of the channels.
    ///   - group: The group; `namespace:group` names a group of a namespace.
    ///   - subscribeKey: The keyset of the group.
    /// - Throws: ``OriginError/notRunning``, or ``OriginError/refused(_:)`` if the change breaks a rule for names or a limit, or
    ///   could not be stored. Nothing has changed then, unless a cluster did not confirm the change: the text says so.
    public func addChannels(
        _ channels: [String],
        toGroup group: String,
        subscribeKey: String
    ) async throws(OriginError) {
        try await change(group, "add", channels, subscribeKey: subscribeKey)
    }

    /// Removes channels from a channel group of a keyset, and returns when the change is stored.
    ///
    /// - Parameters:
    ///   - channels: The names of the channels.
    ///   - group: The group; `namespace:group` names a group of a namespace.
    ///   - subscribeKey: The keyset of the group.
    /// - Throws: ``OriginError/notRunning``, or ``OriginError/refused(_:)`` if the change breaks a rule for names, or could not be
    ///   stored. Nothing has changed then, unless a cluster did not confirm the change: the text says so.
    public func removeChannels(
        _ channels: [String],
        fromGroup group: String,
        subscribeKey: String
    ) async throws(OriginError) {
        try await change(group, "remove", channels, subscribeKey: subscribeKey)
    }

    private func change(
        _ group: String,
        _ operation: String,
        _ channels: [String],
        subscribeKey: String
    ) async throws(OriginError) {
        guard !channels.isEmpty else { return }
        guard let core else { throw .notRunning }
        let name = GroupName(wire: group)
        let route: Route = name.namespace.isEmpty ? .groupChannels : .namespaceGroupChannels
        let path = route.row.template.fill([
            "sub": PercentEncoding.escape(subscribeKey), "namespace": PercentEncoding.escape(name.namespace),
            "group": PercentEncoding.escape(name.bare),
        ])
        let list = PercentEncoding.escape(channels.joined(separator: ","))
        let response = await core.change(OriginRequest(target: "\(path)?\(operation)=\(list)"))
        guard response.status == 200 else { throw .refused(String(decoding: response.body, as: UTF8.self)) }
    }

    /// Returns the channels of a channel group of a keyset, in order of their names.
    public func channels(ofGroup group: String, subscribeKey: String) -> [String] {
        core?.withState { $0.groups.channels(of: group, keyset: subscribeKey) } ?? []
    }

    var running: Running? {
        lifecycle.withLock { lifecycle in
            switch lifecycle {
            case .running(let running), .draining(let running): running
            case .new, .starting, .stopped: nil
            }
        }
    }

    func address(of running: Running) -> OriginAddress {
        let port = running.listener.port ?? configuration.port
        let scheme = configuration.security == nil ? "http" : "https"
        let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        return OriginAddress(url: "\(scheme)://\(host):\(port)", host: configuration.host, port: port)
    }

    var core: OriginCore? { running?.core }
}
