import Foundation

/// The configuration of an ``OriginServer``.
public struct OriginConfiguration: Sendable {
    /// The address to listen on. `127.0.0.1` by default.
    public var host: String
    /// The port to listen on. 0, the default, lets the system choose a free one.
    public var port: Int
    /// The only publish key that the server accepts. nil, the default, accepts any.
    public var publishKey: String?
    /// The only subscribe key that the server accepts. nil, the default, accepts any.
    public var subscribeKey: String?
    /// The secret key of the keyset, with which changes of access rights are signed. nil by default.
    public var secretKey: String?
    /// Whether clients need access rights. All access is denied until it is granted. Requires a publish key and a
    /// secret key. False by default: every client may do everything, and grants have no effect.
    public var accessManager: Bool
    /// The keysets to serve, each with keys and settings of its own. If it is not empty, the server serves no others, and
    /// `publishKey`, `subscribeKey`, `secretKey`, `accessManager` and `appContext` of the configuration have no effect.
    /// None by default. Each subscribe key may occur once.
    public var keysets: [OriginKeyset] = []
    /// The quotas of each keyset that has no quotas of its own. No quotas by default.
    public var quotas = OriginQuotas()
    /// Scheme and authority of the addresses of files that clients get, such as `https://files.example.com`. nil, the default, takes those of each
    /// request.
    public var filesURL: String?
    /// The proxies in front of the server, which name the addresses of its clients. nil, the default, for none: the peer of a connection is the
    /// client.
    public var proxies: OriginProxies?
    /// Objects that receive a record of each request. None by default.
    public var observers: [any OriginObserver] = []
    /// The settings of App Context; by default those of a new keyset at the public service.
    public var appContext: AppContextSettings
    /// Secures connections. nil, the default, serves plain HTTP. The module `PubNubOriginServer` sets it with its property `tls`.
    package var security: (any OriginTransportSecurity)?
    /// Where the server stores its data. nil, the default, is memory. The module `PubNubOriginServer` sets it with its properties `storage` and `nats`.
    package var storageSettings: (any OriginStorageSettings)?
    /// The settings of the listener that runs next to the server; nil, the default, for none. The module `PubNubOriginServer` sets it with its property
    /// `admin`.
    package var attachmentSettings: (any OriginAttachmentSettings)?
    /// The limits of the server; by default those of the public service if they are documented.
    public var limits: OriginLimits
    /// Faults to inject from the start. None by default; see ``OriginServer/faults``.
    public var faults: FaultPlan
    /// The source of time; the system's clock by default.
    public var clock: any OriginClock
    /// Receives a line about each change between failing and working storage, on any thread. Lines have no content of messages and
    /// no keys. By default they go to standard error.
    package var report: @Sendable (String) -> Void = { line in
        FileHandle.standardError.write(Data("\(line)\n".utf8))
    }
    /// Receives the lines of them that say that storage fails. nil, the default, sends these to `report` as well.
    package var reportFailure: (@Sendable (String) -> Void)?
    /// The region number in subscribe responses. 1 by default.
    public var region: Int

    /// Makes a configuration, by default of a server on a free port of the loopback interface, in memory, for any keys, with the service's limits.
    public init(
        host: String = "127.0.0.1",
        port: Int = 0,
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
    /// How long the messages of each keyset in ``keysets`` stay that has a retention of its own.
    package var keysetRetention: [String: MessageRetention] {
        keysets.reduce(into: [:]) { retention, keyset in
            if let own = keyset.retention { retention[keyset.subscribeKey] = own }
        }
    }

    /// How long the files of each keyset in ``keysets`` stay that has a retention of its own, of files or of messages. Only the age counts.
    package var fileRetention: [String: MessageRetention] {
        keysets.reduce(into: keysetRetention) { retention, keyset in
            guard let own = keyset.fileRetention else { return }
            retention[keyset.subscribeKey] = MessageRetention(age: own > .zero ? own : nil)
        }
    }

    /// The cluster that the server is part of; nil for a server by itself.
    package var clusterIdentity: ClusterIdentity? { storageSettings?.cluster }

    /// The part of its cluster that the server serves; the whole for a server by itself.
    package var partition: ClusterPartition { clusterIdentity?.partition ?? .whole }
}
