import Dispatch
import NIOCore
import PubNubLocks
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
    private struct Running {
        let core: OriginCore
        let listener: OriginListener
        let connections: OpenConnections
    }

    private enum Lifecycle {
        case new
        case starting
        case running(Running)
        case draining(Running)
        case stopped
    }

    package let configuration: OriginConfiguration
    private let lifecycle = Locked<Lifecycle>(.new)
    private let initialFaults: Locked<FaultPlan>
    private let monitor: OriginMonitor
    /// What runs next to the server; nil for nothing.
    package let attachment: (any OriginAttachment)?
    /// The core of a start that waits for its cluster, so that a stop can end it.
    private let joining = Locked<OriginCore?>(nil)
    /// The configuration with the keysets that replaced those of the start; nil if none did.
    private let replaced = Locked<OriginConfiguration?>(nil)

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
    /// - Throws: ``OriginError`` if the keysets cannot be served; the former ones stay in use then.
    public func replaceKeysets(_ keysets: [OriginKeyset]) throws(OriginError) {
        var configuration = configuration
        configuration.keysets = keysets
        try KeysetTable.check(configuration)
        let isSame = AppliedSettings(configuration).text == AppliedSettings(self.configuration).text
        guard configuration.clusterIdentity == nil || isSame else {
            throw .invalidConfiguration("the quotas and switches of a cluster's keysets cannot change while it runs")
        }
        replaced.withLock { $0 = configuration }
        core?.replaceKeysets(configuration)
    }

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

    /// Starts to listen.
    ///
    /// - Returns: where, with the port that was chosen when the configuration left it open.
    /// - Throws: ``OriginError``: ``OriginError/notRunning`` if `stop()` was called in the meantime. A server is started once; make a new one to
    ///   start again.
    @discardableResult
    public func start() async throws(OriginError) -> OriginAddress {
        let isNew = lifecycle.withLock { lifecycle in
            guard case .new = lifecycle else { return false }
            lifecycle = .starting
            return true
        }
        guard isNew else { throw .alreadyStarted }
        do throws(OriginError) {
            try KeysetTable.check(configuration)
            let proxies = try configuration.proxies.map { settings throws(OriginError) in try TrustedProxies(settings) }
            try await attachment?.start()
            let running = try await listen(behind: proxies)
            let isWanted = lifecycle.withLock { lifecycle in
                guard case .starting = lifecycle else { return false }
                lifecycle = .running(running)
                return true
            }
            guard isWanted else {
                await running.listener.close()
                await running.core.stop()
                throw OriginError.notRunning
            }
            if let replaced = replaced.withLock({ $0 }) { running.core.replaceKeysets(replaced) }
            let address = address(of: running)
            let core = running.core
            let connections = running.connections
            monitor.startedServing(.init(core: core, connections: connections, address: address))
            return address
        } catch {
            lifecycle.withLock { $0 = .stopped }
            await stopAttachment()
            throw error
        }
    }

    /// Stops so that no client loses a request, and returns when all connections are closed and all data is on disk.
    ///
    /// ``phase`` is ``OriginPhase/draining`` immediately, so that load balancers stop sending traffic. The server goes on serving for
    /// `delay`. Then it accepts the connections that are already established and no others, responds to calls that wait for messages,
    /// and marks each response as the last of its connection (`Connection: close`). A connection without a request may send one more
    /// within `grace`. HTTP/2 connections get `GOAWAY`; a request that arrives later may be refused with `REFUSED_STREAM`, which
    /// says that it was not processed. Does nothing if the server is not serving; `stop()` ends a drain early.
    ///
    /// - Parameters:
    ///   - delay: How long the server goes on serving first. 0 by default.
    ///   - grace: How long an idle connection waits for a request that its client has already sent. 2 s by default.
    ///   - limit: After this time from the end of `delay` the server closes the connections that are left. 10 s by default.
    public func drain(
        delay: Duration = .zero,
        grace: Duration = .seconds(2),
        limit: Duration = .seconds(10)
    ) async {
        let running = lifecycle.withLock { lifecycle -> Running? in
            guard case .running(let running) = lifecycle else { return nil }
            lifecycle = .draining(running)
            return running
        }
        guard let running else { return }
        monitor.startedDraining()
        let clock = configuration.clock
        if delay > .zero { try? await clock.sleep(until: clock.uptime + delay) }
        guard phase == .draining else { return }
        await running.listener.stopListening()
        running.connections.startEnding(grace: grace)
        running.core.endWaiting()
        await waitForEnd(of: running.connections, limit: limit)
        let isFirst = lifecycle.withLock { lifecycle -> Bool in
            guard case .draining = lifecycle else { return false }
            lifecycle = .stopped
            return true
        }
        guard isFirst else { return }
        await running.core.stop()
        await stopAttachment()
    }

    /// Stops listening, responds to calls that wait, closes connections without a request, and returns when all connections are
    /// closed and all data is on disk. A request that the client has already sent may be lost; ``drain(delay:grace:limit:)`` loses none.
    ///
    /// A server that is starting stops as soon as its start has come so far; it does not wait for its cluster any more. Does nothing if the server
    /// was not started, or has stopped.
    ///
    /// - Parameter abruptly: true closes every connection immediately and sends no more responses. False by default.
    public func stop(abruptly: Bool = false) async {
        let (running, isStarting) = lifecycle.withLock { lifecycle -> (Running?, Bool) in
            switch lifecycle {
            case .running(let running), .draining(let running):
                lifecycle = .stopped
                return (running, false)
            case .starting:
                lifecycle = .stopped
                return (nil, true)
            case .new, .stopped: return (nil, false)
            }
        }
        if isStarting { await stopJoining() }
        guard let running else { return }
        monitor.startedDraining()
        if abruptly {
            await running.listener.close()
        } else {
            await running.listener.stopListening()
            running.connections.startEnding(grace: .zero)
            running.core.endWaiting()
            await waitForEnd(of: running.connections, limit: Self.stopLimit)
        }
        await running.core.stop()
        await stopAttachment()
    }

    /// Ends the wait of a start for its cluster.
    private func stopJoining() async {
        await takeJoining()?.stop()
    }

    /// Takes out the core of a start that waits for its cluster, so that it is stopped once.
    private func takeJoining() -> OriginCore? {
        joining.withLock { core in
            defer { core = nil }
            return core
        }
    }

    private func stopAttachment() async {
        monitor.stopped()
        await attachment?.stop()
    }

    /// How long a server that stops waits for clients to read their last responses.
    private static let stopLimit = Duration.seconds(30)

    /// Returns when all connections are closed, which the server does itself after the limit.
    private func waitForEnd(of connections: OpenConnections, limit: Duration) async {
        let clock = configuration.clock
        let deadline = clock.uptime + limit
        let end = Task {
            do {
                try await clock.sleep(until: deadline)
            } catch {
                return
            }
            await connections.close()
        }
        await connections.waitForEnd()
        end.cancel()
    }

    private var running: Running? {
        lifecycle.withLock { lifecycle in
            switch lifecycle {
            case .running(let running), .draining(let running): running
            case .new, .starting, .stopped: nil
            }
        }
    }

    private func address(of running: Running) -> OriginAddress {
        let port = running.listener.port ?? configuration.port
        let scheme = configuration.security == nil ? "http" : "https"
        let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        return OriginAddress(url: "\(scheme)://\(host):\(port)", host: configuration.host, port: port)
    }

    private var core: OriginCore? { running?.core }

    private static func core(
        _ configuration: OriginConfiguration,
        _ monitor: OriginMonitor,
        joining: @Sendable (OriginCore) async -> Void
    ) async throws(OriginError) -> OriginCore {
        do {
            return try await openCore(configuration, monitor, joining: joining)
        } catch let error as OriginError {
            throw error
        } catch {
            throw .cannotOpen("\(error)")
        }
    }

    private static func openCore(
        _ configuration: OriginConfiguration,
        _ monitor: OriginMonitor,
        joining: @Sendable (OriginCore) async -> Void
    ) async throws -> OriginCore {
        // Threads of this class are not those that alarms and other tasks of the server run on.
        let queue = DispatchQueue(label: "pubnub.origin.reads", qos: .utility, attributes: .concurrent)
        let reads = ReadQueue(queue: queue)
        let fileQueue = DispatchQueue(label: "pubnub.origin.files", qos: .utility, attributes: .concurrent)
        let fileWork = ReadQueue(queue: fileQueue)
        guard let source = configuration.storageSettings as? any OriginStorageSource else {
            return OriginCore(configuration: configuration, reads: reads, fileWork: fileWork)
        }
        let (storage, cluster) = try await source.open(configuration, monitor)
        guard let cluster else {
            return OriginCore(configuration: configuration, storage: storage, reads: reads, fileWork: fileWork)
        }
        var configuration = configuration
        configuration.region = cluster.region
        let core = OriginCore(configuration: configuration, storage: storage, reads: reads, fileWork: fileWork)
        // Before it has caught up, which can take long.
        monitor.joined(cluster, core)
        await joining(core)
        await core.join()
        return core
    }

    private func listen(behind proxies: TrustedProxies?) async throws(OriginError) -> Running {
        var configuration = configuration
        configuration.faults = initialFaults.withLock { $0 }
        let plain: OriginTransportSecurity.Configurator = { connection, pipelines in
            pipelines.configureHTTP1(on: connection)
        }
        let configure = try configuration.security?.makeConfigurator() ?? plain
        let metrics = monitor.metrics
        let core = try await Self.core(configuration, monitor) { core in
            joining.withLock { $0 = core }
            if phase != .starting { await stopJoining() }
        }
        let isStoppedHere = takeJoining() != nil || configuration.clusterIdentity == nil
        guard phase == .starting else {
            if isStoppedHere { await core.stop() }
            throw .notRunning
        }
        let connections = OpenConnections(
            limits: configuration.limits,
            metrics: metrics,
            proxies: proxies,
            report: configuration.report
        )
        let pipelines = HTTPPipelines(
            core: core,
            limits: configuration.limits,
            rates: RateLimiter(configuration.limits),
            connections: connections,
            recording: RequestRecording(
                metrics: metrics,
                observers: configuration.observers + (attachment?.observers ?? []),
                clock: configuration.clock
            ),
            strictTransportSecurity: configuration.security?.strictTransportSecurity
        )
        let setUp = pipelines.accept(with: configure)
        do throws(OriginError) {
            let listener = try await OriginListener.listen(
                on: configuration.host,
                port: configuration.port,
                connections: connections,
                uptime: { core.uptime },
                report: configuration.report
            ) { connection in
                guard !core.refusesConnection() else {
                    connection.close(promise: nil)
                    return connection.eventLoop.makeSucceededVoidFuture()
                }
                return setUp(connection)
            }
            return Running(core: core, listener: listener, connections: connections)
        } catch {
            await core.stop()
            throw error
        }
    }
}

/// The phases of a server.
public enum OriginPhase: Sendable, Hashable {
    /// It was not started yet.
    case new
    /// It opens its data file and starts to listen.
    case starting
    /// It listens and serves.
    case serving
    /// It serves, and will stop; new traffic should go elsewhere.
    case draining
    /// It has stopped, is stopping, or could not start.
    case stopped
}
