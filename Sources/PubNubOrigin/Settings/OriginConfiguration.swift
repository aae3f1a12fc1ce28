import Foundation

/// The configuration of an ``OriginServer``.
public struct OriginConfiguration: Sendable {
    /// The address to listen on. `127.0.0.1` by default.
    public var host: String
    /// The port to listen on. 0, the default, lets the system choose a free one.
    public var port: Int
    /// The SQLite file that keeps messages, access rights and the clock across restarts. nil, the default, keeps all in memory.
    /// Only the owner of the file may read it: it is created with mode 0600, and an existing file of the same owner loses the
    /// rights of all other users.
    public var dataFile: String?
    /// The only publish key served. nil, the default, serves any.
    public var publishKey: String?
    /// The only subscribe key served. nil, the default, serves any.
    public var subscribeKey: String?
    /// The secret key of the keyset, with which changes of access rights are signed. nil by default.
    public var secretKey: String?
    /// Whether clients need access rights. All access is denied until it is granted. Requires a publish key and a
    /// secret key. False by default: every client may do everything, and grants have no effect.
    public var accessManager: Bool
    /// The keysets to serve, each with keys and settings of its own. While there are any, the server serves no others, and
    /// `publishKey`, `subscribeKey`, `secretKey`, `accessManager` and `appContext` of the configuration have no effect.
    /// None by default. Each subscribe key may occur once.
    public var keysets: [OriginKeyset] = []
    /// What each keyset may use at most, if it has no quota of its own for that. No quotas by default.
    public var quotas = OriginQuotas()
    /// Where the server reports its health, readiness and metrics. nil, the default, reports nowhere.
    public var admin: OriginAdmin?
    /// Objects that receive a record of each request. None by default.
    public var observers: [any OriginObserver] = []
    /// The switches of App Context. As a new keyset has them by default.
    public var appContext: AppContextSettings
    /// Secures connections. nil, the default, serves plain HTTP. The module `PubNubOriginTLS` sets it with its property `tls`.
    package var security: (any OriginTransportSecurity)?
    /// The stream that the servers of a cluster share. nil, the default, is a server by itself. The module `PubNubOriginNATS` sets it with its
    /// property `nats`.
    package var cluster: (any OriginStreamSource)?
    /// The service's limits.
    public var limits: OriginLimits
    /// Faults to inject from the start. None by default; see ``OriginServer/faults``.
    public var faults: FaultPlan
    /// Where time comes from. The system's clock by default.
    public var clock: any OriginClock
    /// How long stored messages stay. For ever by default. Only a server with a data file deletes them.
    public var retention = MessageRetention()
    /// How long the stored messages of single keysets stay, by subscribe key, in place of ``retention``. None by default.
    public var keysetRetention: [String: MessageRetention] = [:]
    /// Receives a line about each change between failing and working storage, on any thread. Lines have no content of messages and
    /// no keys. By default they go to standard error.
    package var report: @Sendable (String) -> Void = { line in
        FileHandle.standardError.write(Data("\(line)\n".utf8))
    }
    /// The region number in subscribe responses. 1 by default.
    public var region: Int

    /// Makes a configuration, by default of a server on a free port of the loopback interface, in memory, for any keys, with the service's limits.
    public init(
        host: String = "127.0.0.1",
        port: Int = 0,
        dataFile: String? = nil,
        publishKey: String? = nil,
        subscribeKey: String? = nil,
        secretKey: String? = nil,
        accessManager: Bool = false,
        appContext: AppContextSettings = AppContextSettings(),
        limits: OriginLimits = OriginLimits(),
        faults: FaultPlan = FaultPlan(),
        clock: any OriginClock = SystemOriginClock(),
        region: Int = 1
    ) {
        self.host = host
        self.port = port
        self.dataFile = dataFile
        self.publishKey = publishKey
        self.subscribeKey = subscribeKey
        self.secretKey = secretKey
        self.accessManager = accessManager
        self.appContext = appContext
        self.limits = limits
        self.faults = faults
        self.clock = clock
        self.region = region
    }
}

extension OriginConfiguration {
    /// How long the messages of each keyset stay that has a setting of its own, here or in ``keysets``.
    var effectiveKeysetRetention: [String: MessageRetention] {
        keysets.reduce(into: keysetRetention) { effective, keyset in
            if let retention = keyset.retention { effective[keyset.subscribeKey] = retention }
        }
    }
}
