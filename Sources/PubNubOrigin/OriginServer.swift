import PubNubLocks
import NIOCore

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

    private enum Phase {
        case new
        case starting
        case running(Running)
        case stopped
    }

    private let configuration: OriginConfiguration
    private let phase = Locked<Phase>(.new)
    private let initialFaults: Locked<FaultPlan>

    /// A server that does not listen yet.
    ///
    /// - Parameter configuration: in memory, on a free port of the loopback interface and for any keys by default.
    public init(configuration: OriginConfiguration = OriginConfiguration()) {
        self.configuration = configuration
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

    /// Subscribe calls that wait for messages now.
    public var waitingCount: Int { core?.heldCount ?? 0 }

    /// Connections that are open now.
    public var connectionCount: Int { running?.connections.count ?? 0 }

    /// Requests that have arrived since it started, with any outcome.
    package var requestCount: Int { core?.requestCount ?? 0 }

    /// Adds channels to a channel group of a keyset; `namespace:group` names a group of a namespace.
    public func addChannels(_ channels: [String], toGroup group: String, subscribeKey: String) {
        core?.make(.groups(.add(channels, to: Topic(keyset: subscribeKey, name: group))))
    }

    /// Removes channels from a channel group of a keyset.
    public func removeChannels(_ channels: [String], fromGroup group: String, subscribeKey: String) {
        core?.make(.groups(.remove(channels, from: Topic(keyset: subscribeKey, name: group))))
    }

    /// The channels of a channel group of a keyset, in order of their names.
    public func channels(ofGroup group: String, subscribeKey: String) -> [String] {
        core?.withState { $0.groups.channels(of: group, keyset: subscribeKey) } ?? []
    }

    /// Starts to listen.
    ///
    /// - Returns: where, with the port that was chosen when the configuration left it open.
    /// - Throws: ``OriginError``. A server is started once; make a new one to start again.
    @discardableResult
    public func start() async throws(OriginError) -> OriginAddress {
        let isNew = phase.withLock { phase in
            guard case .new = phase else { return false }
            phase = .starting
            return true
        }
        guard isNew else { throw .alreadyStarted }
        do {
            let running = try await listen()
            phase.withLock { $0 = .running(running) }
            return address(of: running)
        } catch {
            phase.withLock { $0 = .stopped }
            throw error
        }
    }

    /// Stops listening, responds to calls that wait, and returns when all connections are closed and all data is on disk.
    ///
    /// - Parameter abruptly: true closes every connection immediately and sends no more responses. False by default.
    public func stop(abruptly: Bool = false) async {
        let running = phase.withLock { phase -> Running? in
            guard case .running(let running) = phase else { return nil }
            phase = .stopped
            return running
        }
        guard let running else { return }
        if abruptly {
            await running.listener.close()
            await running.core.stop()
        } else {
            await running.core.stop()
            await running.listener.drain()
        }
    }

    private var running: Running? {
        phase.withLock { phase in
            if case .running(let running) = phase { running } else { nil }
        }
    }

    private func address(of running: Running) -> OriginAddress {
        let port = running.listener.port ?? configuration.port
        let scheme = configuration.security == nil ? "http" : "https"
        let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        return OriginAddress(url: "\(scheme)://\(host):\(port)", host: configuration.host, port: port)
    }

    private var core: OriginCore? { running?.core }

    private static func core(_ configuration: OriginConfiguration) throws(OriginError) -> OriginCore {
        let keys = [configuration.publishKey, configuration.secretKey].compactMap(\.self).filter { !$0.isEmpty }
        guard !configuration.accessManager || keys.count == 2 else { throw .missingKeys }
        guard let path = configuration.dataFile else {
            return OriginCore(configuration: configuration, archive: MemoryArchive(limits: configuration.limits))
        }
        do {
            let archive = try DurableArchive(path: path)
            let restored = try archive.restore(
                region: configuration.region,
                messageBytes: configuration.limits.bufferedBytes
            )
            return OriginCore(configuration: configuration, archive: archive, restored: restored)
        } catch let error as OriginError {
            throw error
        } catch {
            throw .cannotOpen("\(error)")
        }
    }

    private func listen() async throws(OriginError) -> Running {
        var configuration = configuration
        configuration.faults = initialFaults.withLock { $0 }
        let plain: OriginTransportSecurity.Configurator = { connection, pipelines in
            pipelines.configureHTTP1(on: connection)
        }
        let configure = try configuration.security?.makeConfigurator() ?? plain
        let core = try Self.core(configuration)
        let pipelines = HTTPPipelines(core: core, limits: configuration.limits)
        let limit = configuration.limits.connections
        let connections = OpenConnections()
        let listener = try await OriginListener.listen(
            on: configuration.host,
            port: configuration.port,
            connections: connections
        ) { connection in
            guard !core.refusesConnection(), connections.count <= limit else {
                connection.close(promise: nil)
                return connection.eventLoop.makeSucceededVoidFuture()
            }
            return configure(connection, pipelines)
        }
        return Running(core: core, listener: listener, connections: connections)
    }
}

/// Where a started origin listens.
public struct OriginAddress: Sendable, Hashable {
    /// The base address, for example `http://127.0.0.1:40123`; `https` when it speaks TLS.
    public let url: String
    /// The host as configured.
    public let host: String
    /// The port in use, also when 0 was configured.
    public let port: Int

    package init(url: String, host: String, port: Int) {
        self.url = url
        self.host = host
        self.port = port
    }
}
