import Dispatch
import NIOCore
import PubNubSupport

/// The start.
extension OriginServer {
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

    static func core(
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

    func listen(behind proxies: TrustedProxies?) async throws(OriginError) -> Running {
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
            service: .core(core),
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
