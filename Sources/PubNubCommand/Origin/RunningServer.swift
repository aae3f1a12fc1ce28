import ArgumentParser
import Foundation
import Logging
import PubNubOrigin
import PubNubOriginServer
import PubNubSupport
import PubNubWire

/// The actions that signals cause.
enum ServerEvent: Sendable {
    /// SIGINT or SIGTERM.
    case end
    /// SIGHUP.
    case reload
}

/// The server of this process while it runs.
struct RunningServer: Sendable {
    private let server: OriginServer
    private let address: OriginAddress
    /// The certificates of the public listener and of the admin listener, by name.
    private let certificates: [(name: String, certificate: OriginTLS)]
    private let hasConsole: Bool
    private let drainDelay: Duration
    private let drainLimit: Duration
    private let accessLog: AccessLog?
    private let logger = Logger(label: "pubnub.origin")

    /// Starts a server.
    ///
    /// - Throws: An `OriginError` if it cannot be started.
    static func start(_ settings: OriginSettings) async throws(OriginError) -> RunningServer {
        var configuration = settings.configuration
        let accessLog = settings.hasAccessLog ? AccessLog(settings.logFormat) : nil
        configuration.observers = [accessLog].compactMap(\.self)
        let logger = Logger(label: "pubnub.origin")
        configuration.report = { logger.warning("\($0)") }
        configuration.reportFailure = { logger.error("\($0)") }
        switch settings.certificate {
        case .selfMade(let authorityFile)?:
            configuration.tls = try certificate(for: configuration.host, authorityFile)
        case .files(let certificate, let key)?:
            configuration.tls = try OriginTLS(certificateFile: certificate, keyFile: key)
        case nil: break
        }
        if case .files(let certificate, let key)? = settings.adminCertificate {
            configuration.admin?.tls = try OriginTLS(certificateFile: certificate, keyFile: key)
        }
        configuration.tls?.strictTransportSecurity = settings.strictTransportSecurity
        let server = OriginServer(configuration: configuration)
        let address = try await server.start()
        return RunningServer(
            server: server,
            address: address,
            certificates: [
                ("the certificate", configuration.tls),
                ("the certificate of the admin listener", configuration.admin?.tls),
            ].compactMap { name, certificate in certificate.map { (name, $0) } },
            hasConsole: configuration.admin?.console != nil,
            drainDelay: settings.drainDelay,
            drainLimit: settings.drainLimit,
            accessLog: accessLog
        )
    }

    private init(
        server: OriginServer,
        address: OriginAddress,
        certificates: [(name: String, certificate: OriginTLS)],
        hasConsole: Bool,
        drainDelay: Duration,
        drainLimit: Duration,
        accessLog: AccessLog?
    ) {
        self.server = server
        self.address = address
        self.certificates = certificates
        self.hasConsole = hasConsole
        self.drainDelay = drainDelay
        self.drainLimit = drainLimit
        self.accessLog = accessLog
    }

    /// The page of the console; nil without it.
    private var consoleURL: String? { hasConsole ? server.adminAddress.map { "\($0.url)/console/" } : nil }

    /// The addresses as scripts read them.
    var report: JSON {
        .object([
            "origin": .string(address.url), "admin": .text(server.adminAddress?.url), "console": .text(consoleURL),
        ])
    }

    /// The addresses as people read them.
    var lines: [String] {
        let others = [server.adminAddress.map { "admin \($0.url)" }, consoleURL.map { "console \($0)" }]
        return ["serving \(address.url)"] + others.compactMap(\.self)
    }

    /// Serves until an event asks for the end, and returns when the server has stopped.
    ///
    /// - Parameters:
    ///   - events: The signals. The first end drains the server, a second one stops it immediately.
    ///   - command: The command that started the server, whose settings are read again.
    ///   - settings: The settings that the server started with.
    func serve(
        until events: AsyncStream<ServerEvent>,
        reloading command: OriginCommand,
        startedWith settings: OriginSettings
    ) async {
        let reading = SettingsReload(
            command: command,
            start: settings.sources,
            hasDataFile: settings.configuration.storage != .memory,
            server: server,
            certificates: certificates,
            logger: logger
        )
        let state = ServiceState()
        var reload: Task<Void, Never>?
        var iterator = events.makeAsyncIterator()
        // A reload may wait for NATS. The loop reads further signals in the meantime, so that the server can end.
        while let event = await iterator.next(), event == .reload {
            reload = Task { [reload, server] in
                await reload?.value
                guard state.notify(.reloading) else { return }
                server.endedReload(isComplete: await reading.run())
                state.notify(.ready)
            }
        }
        state.end()
        logger.notice("draining")
        let draining = Task { await server.drain(delay: drainDelay, limit: drainLimit) }
        let impatience = Task { [server] in
            for await event in events where event == .end {
                Self.endProcess(after: .seconds(1))
                await server.stop(abruptly: true)
                // Ends the delay, should it last.
                draining.cancel()
                return
            }
        }
        await draining.value
        impatience.cancel()
        await impatience.value
        accessLog?.flush()
        logger.notice("stopped")
    }

    /// Ends the process after a time, even if it still waits. Responses are sent when their changes are stored, so a disk or a log that does not
    /// respond costs clients nothing.
    private static func endProcess(after limit: DispatchTimeInterval) {
        DispatchQueue.global().asyncAfter(deadline: .now() + limit) {
            LogWriter.standardError.flush()
            Foundation.exit(EXIT_SUCCESS)
        }
    }

    /// A new certificate, whose authority is written for clients before anything listens.
    private static func certificate(for host: String, _ authorityFile: String?) throws(OriginError) -> OriginTLS {
        let certificate = try OriginTLS(hosts: host == "0.0.0.0" || host == "::" ? [] : [host])
        guard let authorityFile else { return certificate }
        do {
            try Data(certificate.authority.utf8).write(to: URL(fileURLWithPath: authorityFile), options: .atomic)
        } catch {
            throw .cannotMakeCertificate("\(authorityFile) cannot be written: \(error.localizedDescription)")
        }
        return certificate
    }
}

/// Reports states to the service manager. After the report of the end, reloads report nothing.
private final class ServiceState: Sendable {
    private let isServing = Locked(true)

    /// Sends a state unless the server has begun to end.
    ///
    /// - Parameter state: The state.
    /// - Returns: Whether the server has not begun to end.
    @discardableResult
    func notify(_ state: ServiceManager.State) -> Bool {
        isServing.withLock { isServing in
            if isServing { ServiceManager.notify(state) }
            return isServing
        }
    }

    func end() {
        isServing.withLock { isServing in
            isServing = false
            ServiceManager.notify(.stopping)
        }
    }
}
