import Dispatch
import NIOCore
import NIOPosix
import PubNubSupport

/// The handlers of a server's channels. It is a class, so that a connection takes no memory for what all share.
final class HTTPPipelines: ConnectionPipelines {
    let service: RequestService
    /// Whether the service is another than that of clients.
    let isOtherService: Bool
    let limits: OriginLimits
    let rates: RateLimiter?
    let connections: OpenConnections
    let recording: RequestRecording
    /// The memory of long responses.
    let responses: ResponseBudget
    /// The uploads of files in progress.
    let uploads: UploadBudget
    /// The downloads of long files in progress.
    let downloads: DownloadBudget
    /// The headers that every response has because of the security of its connection.
    let securityHeaders: [HeaderField]
    /// Compresses long responses, in turns of keysets and addresses.
    let compressing: ReadQueue
    /// The threads that read parts of files.
    let reading: NIOThreadPool
    private let alarms: AlarmClock
    private let ticks = Locked<[ObjectIdentifier: NIOLoopBound<LoopTick>]>([:])

    /// - Parameters:
    ///   - service: Serves the requests.
    ///   - limits: The limits of connections and requests.
    ///   - rates: The rates of requests; nil for no limit.
    ///   - connections: The open connections of the port.
    ///   - recording: Where requests are recorded.
    ///   - strictTransportSecurity: For how long browsers are asked to use TLS only; nil, the default, if they are not.
    ///   - compressing: Compresses long responses; as many at a time as there are event loops by default.
    ///   - reading: The threads that read parts of files.
    init(
        service: RequestService,
        limits: OriginLimits,
        rates: RateLimiter?,
        connections: OpenConnections,
        recording: RequestRecording,
        strictTransportSecurity: Duration? = nil,
        compressing: ReadQueue? = nil,
        reading: NIOThreadPool = .singleton
    ) {
        self.service = service
        isOtherService = service.core == nil
        alarms = service.core?.alarms ?? AlarmClock(SystemOriginClock())
        self.limits = limits
        self.rates = rates
        self.connections = connections
        responses = ResponseBudget(limits)
        uploads = UploadBudget(
            limits,
            clock: alarms.clock,
            metrics: service.core?.fileMetrics ?? FileMetrics(),
            openSpool: service.core?.openSpool
        )
        downloads = DownloadBudget(limits)
        self.recording = recording
        securityHeaders =
            strictTransportSecurity.map { duration in
                let seconds = max(0, duration.components.seconds)
                return [HeaderField(name: "Strict-Transport-Security", value: "max-age=\(seconds)")]
            } ?? []
        let threads = DispatchQueue(label: "pubnub.origin.compress", attributes: .concurrent)
        self.compressing =
            compressing ?? ReadQueue(queue: threads, width: max(2, NIOSingletons.groupLoopCountSuggestion))
        self.reading = reading
    }

    /// The time since some fixed moment, by the clock that deadlines are counted in.
    var uptime: Duration { alarms.clock.uptime }

    /// The date in seconds since 1970 UTC.
    var seconds: UInt64 { alarms.clock.date / 10_000_000 }

    /// Does something at a time of the clock, unless the alarm is cancelled before.
    func at(_ deadline: Duration, _ body: @escaping @Sendable () -> Void) -> Alarm { alarms.set(at: deadline, body) }

    /// The tick of an event loop. Call it on the event loop.
    func tick(of eventLoop: any EventLoop) -> LoopTick {
        ticks.withLock { ticks in
            let id = ObjectIdentifier(eventLoop)
            if let bound = ticks[id] { return bound.value }
            let tick = LoopTick(eventLoop: eventLoop, core: service.core)
            ticks[id] = NIOLoopBound(tick, eventLoop: eventLoop)
            return tick
        }
    }

    var grace: Duration? { connections.grace }

    /// The peer of a connection, or the client that the header of the PROXY protocol named.
    func peer(of connection: any Channel, _ activity: ConnectionActivity?) -> ConnectionPeer {
        ConnectionPeer(activity?.address ?? IPAddress(connection.remoteAddress), proxies: connections.proxies)
    }

    /// How an accepted connection is set up, on its event loop: immediately, or when the header of the PROXY protocol has arrived.
    ///
    /// - Parameter configure: Adds the handlers of requests.
    /// - Returns: The function that sets up a connection.
    func accept(
        with configure: @escaping OriginTransportSecurity.Configurator
    ) -> @Sendable (any Channel) -> EventLoopFuture<Void> {
        guard connections.proxies?.usesProxyProtocol == true else { return { configure($0, self) } }
        let actions = ProxyHeaderHandler.Actions(
            identify: { [connections, alarms] connection, client in
                connections.identify(connection, as: client.address, port: client.port, at: alarms.clock.uptime)
            },
            refuse: { [connections, alarms] connection, reason in
                let address = IPAddress(connection.remoteAddress)
                let reason = "no usable header of the PROXY protocol: \(reason)"
                connections.refused(address, reason, at: alarms.clock.uptime)
            },
            configure: { configure($0, self) },
            after: { [alarms] in alarms.set(at: alarms.clock.uptime + $0, $1) },
            grace: { [connections] in connections.grace }
        )
        return { [limits] connection in
            connection.eventLoop.makeCompletedFuture {
                let handler = ProxyHeaderHandler(actions, limit: limits.headTimeout)
                try connection.pipeline.syncOperations.addHandler(handler)
            }
        }
    }

    @Sendable
    func configureHTTP1(on connection: any Channel) -> EventLoopFuture<Void> {
        connection.eventLoop.makeCompletedFuture {
            let activity = connections.activity(of: connection)
            let handler = ConnectionHandler(pipelines: self, connection: connection, role: .connection(activity))
            try connection.pipeline.syncOperations.addHandler(handler)
        }
    }

    func streams(of connection: any Channel) -> any ConnectionStreams {
        HTTP2Streams(pipelines: self, connection: connection, activity: connections.activity(of: connection))
    }

    func addRequestHandler(to stream: any Channel, of connection: any Channel, streams: HTTP2Streams) throws {
        let handler = ConnectionHandler(pipelines: self, connection: connection, role: .stream(streams))
        try stream.pipeline.syncOperations.addHandler(handler)
    }
}
