public import Logging
public import PubNubCore
import PubNubSupport
import PubNubMachines
public import ServiceLifecycle

/// A client of the PubNub real-time network for structured concurrency.
///
/// Run it as a service next to the other services of a program, or use ``withClient(_:logger:isolation:_:)``. A call that is made
/// before ``run()`` connects the client. Every call ends exactly once: with its result, with an error, or immediately when
/// its task is cancelled.
///
/// ```swift
/// import PubNubAsync
///
/// let configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: "server-1")
/// try await PubNubClient.withClient(configuration) { client in
///     try await client.publish("hello", to: "greetings")
/// }
/// ```
public final class PubNubClient: Service, Sendable {
    private enum Phase {
        // Can become: running, shuttingDown.
        case idle
        // Can become: shuttingDown.
        case running
        // Can become: closed. The waiters are resumed when the shutdown has ended.
        case shuttingDown(waiters: [Handover<Void, Never>])
        case closed
    }

    private let connection: ClientConnection
    /// The client whose connection this one shares; `nil` for one with a connection of its own.
    private let sharedClient: (any ConnectionSharing)?
    let logger: Logger
    let propagatesTraceContext: Bool
    /// Whether this client connects and disconnects the engine.
    private let ownsEngine: Bool
    /// Why this client cannot connect with its configuration; `nil` if it can. Made once, because every call needs it.
    private let configurationError: PubNubError?
    private let phase = Locked(Phase.idle)
    private let states: ConnectionStateSource
    private let watch: EngineWatch
    /// The iterations of this object, if others use the engine as well.
    private let ownIterations = IterationList()

    /// Makes a client. It connects with ``run()``, or with its first call.
    ///
    /// - Parameters:
    ///   - configuration: The keys and settings.
    ///   - logger: Receives connects, disconnects and errors, without keys and messages.
    public convenience init(_ configuration: PubNubClientConfiguration, logger: Logger = Logger(label: "PubNubClient"))
    {
        self.init(
            ClientConnection(configuration.settings),
            of: nil,
            ownsEngine: true,
            propagatesTraceContext: configuration.propagatesTraceContext,
            metrics: .current,
            logger: logger
        )
    }

    /// Makes the async interface of a 3.x client (`PubNub`): both share the connection, and both see every event.
    ///
    /// The 3.x client connects and disconnects. ``run()`` waits until it is cancelled or shut down, and ``shutdown(deadline:)``
    /// ends the subscriptions of this object only.
    ///
    /// - Parameter client: The 3.x client, which lives as long as this object.
    public convenience init(sharing client: some ConnectionSharing) {
        self.init(
            client,
            ownsEngine: false,
            propagatesTraceContext: false,
            logger: Logger(label: "PubNubClient")
        )
    }

    /// A client on the connection of another one, with any metrics backend.
    package convenience init(
        _ client: any ConnectionSharing,
        ownsEngine: Bool,
        propagatesTraceContext: Bool,
        metrics: MetricsBackend = .current,
        logger: Logger
    ) {
        self.init(
            client.connection,
            of: client,
            ownsEngine: ownsEngine,
            propagatesTraceContext: propagatesTraceContext,
            metrics: metrics,
            logger: logger
        )
    }

    private init(
        _ connection: ClientConnection,
        of client: (any ConnectionSharing)?,
        ownsEngine: Bool,
        propagatesTraceContext: Bool,
        metrics: MetricsBackend,
        logger: Logger
    ) {
        self.connection = connection
        sharedClient = client
        self.ownsEngine = ownsEngine
        self.propagatesTraceContext = propagatesTraceContext
        self.logger = logger
        states = ConnectionStateSource(logger: logger)
        watch = EngineWatch(states: states, metrics: EngineMetrics(metrics))
        configurationError = ownsEngine ? connection.engine.settingsFault.map { PubNubError($0) } : nil
        connection.engine.addObserver(watch)
    }

    deinit {
        engine.removeObserver(watch)
        states.finish()
    }

    /// The engine of the connection.
    var engine: ClientEngine { connection.engine }

    /// The states of the connection: the present one, then each change. A consumer that falls behind misses states, but not
    /// the latest one.
    public var connectionStates: some AsyncSequence<ConnectionState, Never> & Sendable { states.sequence() }

    /// The identifier by which others see the client.
    public var userID: String { engine.identifier }

    /// Connects, and returns after a graceful shutdown.
    ///
    /// On graceful shutdown the client refuses new calls, sends those that are queued, leaves its channels and closes the
    /// connection, within 5 s. When the task is cancelled, also during a graceful shutdown, it closes the connection immediately.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before a graceful shutdown, and ``PubNubError`` if the configuration
    ///   is invalid.
    public func run() async throws {
        try checkConfiguration()
        connect()
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await gracefulShutdown() }
                // Ends with a call to shut down.
                group.addTask { [states] in for await _ in states.sequence() {} }
                try await group.next()
                group.cancelAll()
            }
            try Task.checkCancellation()
        } catch {
            await shutdown(deadline: .zero)
            throw error
        }
        await shutdown(deadline: .seconds(5), endsWithCaller: true)
    }

    /// Shuts the client down: refuses new calls with ``PubNubError/Code-swift.struct/shuttingDown``, sends what is queued, ends
    /// the subscriptions, leaves their channels and closes the connections.
    ///
    /// Returns when that has ended, also for a caller that is not the first. A message that is being written to the file of the
    /// outbox is written first, however long the disk takes; then the file is closed, and another client can open it.
    ///
    /// - Parameter deadline: How long it may take; 5 s by default. Calls that have not ended then fail: with
    ///   ``PubNubError/isOutcomeUnknown`` if they were sent. Only that of the first caller counts.
    public func shutdown(deadline: Duration = .seconds(5)) async {
        await shutdown(deadline: deadline, endsWithCaller: false)
    }

    /// Shuts the client down. With `endsWithCaller`, a cancellation of the caller's task ends the wait for calls in flight.
    private func shutdown(deadline: Duration, endsWithCaller: Bool) async {
        let isFirst = phase.withLock { phase in
            switch phase {
            case .idle, .running:
                phase = .shuttingDown(waiters: [])
                return true
            case .shuttingDown, .closed: return false
            }
        }
        guard isFirst else { return await shutdownEnded() }
        if ownsEngine {
            if deadline > .zero { await engine.drainAndLeave(within: deadline, endsWithCaller: endsWithCaller) }
            engine.endIterations()
            await engine.close()
            // Ends the messages that wait in the outbox, and closes its file.
            await engine.shutDownAndCloseOutbox()
        } else {
            ownIterations.end()
            await engine.subscriptionsSettled(within: deadline)
        }
        states.finish()
        let waiters = phase.withLock { phase -> [Handover<Void, Never>] in
            defer { phase = .closed }
            if case .shuttingDown(let waiters) = phase { return waiters }
            return []
        }
        for waiter in waiters { waiter.resume(returning: ()) }
    }

    /// Returns when the shutdown that is in progress has ended.
    private func shutdownEnded() async {
        await withHandover(of: Void.self, throwing: Never.self) { handover in
            let mustWait = phase.withLock { phase in
                guard case .shuttingDown(let waiters) = phase else { return false }
                phase = .shuttingDown(waiters: waiters + [handover])
                return true
            }
            if !mustWait { handover.resume(returning: ()) }
        }
    }

    /// Runs a body with a connected client, and shuts the client down after it.
    ///
    /// - Parameters:
    ///   - configuration: The keys and settings.
    ///   - logger: Receives connects, disconnects and errors, without keys and messages.
    ///   - isolation: The actor of the caller, on which the body runs.
    ///   - body: Uses the client. Its error is thrown after the shutdown.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body.
    @discardableResult
    public static func withClient<R>(
        _ configuration: PubNubClientConfiguration,
        logger: Logger = Logger(label: "PubNubClient"),
        isolation: isolated (any Actor)? = #isolation,
        _ body: (PubNubClient) async throws -> R
    ) async throws -> R {
        let client = PubNubClient(configuration, logger: logger)
        client.connect()
        let result: Result<R, any Error>
        do {
            result = .success(try await body(client))
        } catch {
            result = .failure(error)
        }
        await client.shutdown()
        return try result.get()
    }

    /// Replaces the access token, or the key that was granted access. Running subscriptions continue with it.
    ///
    /// - Parameter token: The token; `nil` for none.
    public func setToken(_ token: String?) {
        engine.setAuthorization(token)
    }

    /// Makes a call of the engine: connects if nothing has yet, and converts the failure.
    ///
    /// - Parameters:
    ///   - isContinuation: Whether it belongs to a call that began before, which a graceful shutdown lets end.
    ///   - isolation: The actor of the caller, on which the call is made.
    ///   - call: Makes the call.
    /// - Returns: The result of the call.
    /// - Throws: Its failure, or the reason for which it is not made.
    func call<Value>(
        isContinuation: Bool = false,
        isolation: isolated (any Actor)? = #isolation,
        _ call: (ClientEngine) async throws(Failure) -> Value
    ) async throws(PubNubError) -> Value {
        try begin(isContinuation: isContinuation)
        do throws(Failure) {
            return try await call(engine)
        } catch {
            throw PubNubError(error)
        }
    }

    /// Begins a call: connects if nothing has yet.
    ///
    /// - Parameter isContinuation: Whether it belongs to a call that began before.
    /// - Throws: ``PubNubError/Code-swift.struct/shuttingDown`` or ``PubNubError/Code-swift.struct/invalidConfiguration``.
    func begin(isContinuation: Bool = false) throws(PubNubError) {
        let phase = phase.withLock { $0 }
        switch phase {
        case .idle, .running: try checkConfiguration()
        case .shuttingDown where isContinuation: return
        case .shuttingDown, .closed: throw PubNubError(.shuttingDown, "The client is shutting down.")
        }
        if case .idle = phase { connect() }
    }

    /// Notes an iteration that ends with this object.
    func note(_ iteration: SubscriptionIteration) {
        if !ownsEngine { ownIterations.add(iteration) }
    }

    /// Throws the reason why the client cannot connect with its configuration.
    private func checkConfiguration() throws(PubNubError) {
        if let configurationError { throw configurationError }
    }

    /// Connects, unless a call has.
    private func connect() {
        guard case .idle = phase.withLock({ $0 }) else { return }
        // The first calls may be made at the same time. Each of them connects, because until that is done the engine refuses
        // calls; to connect again changes nothing.
        if ownsEngine { engine.connect() }
        phase.withLock { phase in
            if case .idle = phase { phase = .running }
        }
    }
}
