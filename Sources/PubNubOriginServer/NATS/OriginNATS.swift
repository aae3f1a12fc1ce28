#if NATS
public import PubNubOrigin

extension OriginConfiguration {
    /// The cluster that the server is part of. nil, the default, is a server by itself.
    public var nats: OriginNATS? {
        get { cluster as? OriginNATS }
        set { cluster = newValue }
    }
}

/// A cluster of servers that share a stream of NATS JetStream. It needs the trait `NATS` of the package: `traits: ["NATS"]` of the dependency.
///
/// ```swift
/// import PubNubOrigin
/// import PubNubOriginServer
///
/// var configuration = OriginConfiguration()
/// configuration.nats = OriginNATS(
///     servers: ["nats://a:4222", "nats://b:4222", "nats://c:4222"],
///     cluster: "chat",
///     replicas: 3
/// )
/// let server = OriginServer(configuration: configuration)
/// ```
///
/// Every server of the cluster serves every request, unless ``partitions`` divide it. A change is acknowledged when the stream has stored it; then
/// every server applies it, in the order of the stream. `OriginServer.start()` returns when the server has applied what was stored before. The
/// server reconnects without a time limit.
public struct OriginNATS: Sendable, Hashable {
    /// The URLs of NATS servers, such as `nats://127.0.0.1:4222` or `tls://nats.example:4222`. One reachable server is enough: it names the
    /// others.
    public var servers: [String]
    /// The name of the cluster, of letters, digits, `-` and `_`. Servers with the same name share one stream, `PUBNUB_` and the name. With
    /// ``partitions``, the stream of each part has `_` and its number at the end.
    public var cluster: String
    /// The number of NATS servers that store the stream: 1, 3 or 5. nil, the default, uses the number of an existing stream, and 1 for a new one.
    public var replicas: Int?
    /// A file with credentials of a NATS user, as `nsc` writes it. nil by default.
    public var credentialsFile: String?
    /// A file with the certificate authorities of the NATS servers, in PEM form. nil, the default, uses those of the system. URLs with `tls`
    /// connect with TLS in any case.
    public var authorityFile: String?
    /// The name of this server in the list of the cluster's servers and in those of NATS. nil, the default, uses the name of the machine and the
    /// port in the list of the cluster.
    public var node: String?
    /// How long the stream stores records at least: 1 h by default. Servers with a data file remove those that are older, and send a copy of
    /// their data file to servers that need them. nil stores all records without a limit.
    public var streamAge: Duration? = .seconds(3600)
    /// Whether the start creates the cluster again, with the content of the data file: for one server, when the stream is lost or deleted and all
    /// servers are stopped. False by default.
    public var restores = false
    /// The number of parts into which the cluster is divided by subscribe key, from 1 to 64. 1 by default. The cluster's first server decides it; it cannot
    /// change. Each part has a stream, subjects and servers of its own, and so more room for messages.
    public var partitions = 1
    /// The part that this server serves, from 1 to ``partitions``. 1 by default. A subscribe key belongs to the part with the number of its
    /// CRC-32 checksum modulo ``partitions``, plus 1. The server responds with 421 to requests for keys of other parts.
    public var partition = 1
    /// How long the start waits for a NATS server and for JetStream. 30 s by default.
    public var connectTimeout = Duration.seconds(30)
    /// Whether the stream of files has to be usable before the log is created.
    var requiresFiles = false

    /// Makes the settings of a cluster.
    ///
    /// - Parameters:
    ///   - servers: The URLs of NATS servers.
    ///   - cluster: The name of the cluster, of letters, digits, `-` and `_`.
    ///   - replicas: On how many NATS servers the stream is stored; as many as an existing stream has by default.
    ///   - credentialsFile: A file with credentials of a NATS user. None by default.
    ///   - authorityFile: A file with certificates that vouch for the NATS servers. Those of the system by default.
    ///   - node: The name of this server in the lists of NATS. None by default.
    public init(
        servers: [String],
        cluster: String,
        replicas: Int? = nil,
        credentialsFile: String? = nil,
        authorityFile: String? = nil,
        node: String? = nil
    ) {
        self.servers = servers
        self.cluster = cluster
        self.replicas = replicas
        self.credentialsFile = credentialsFile
        self.authorityFile = authorityFile
        self.node = node
    }

    /// The name of the stream.
    var stream: String { servedPartition.numbered(wholeStream, separator: "_") }

    /// The name of the stream of a cluster that is not divided.
    private var wholeStream: String { "PUBNUB_\(cluster)" }

    /// The subject of the records.
    var subject: String { subject(ofRequests: "log") }

    /// The name of the stream with the files.
    var filesStream: String { servedPartition.numbered("PUBNUBFILES_\(cluster)", separator: "_") }

    /// The beginning of the subjects of files.
    var filesSubject: String { subject(ofRequests: "files") }

    /// The subject of requests for snapshots. Servers with a data file receive them.
    var snapshotSubject: String { subject(ofRequests: "snapshot") }

    /// The subject of requests of one kind. The stream does not store them.
    func subject(ofRequests kind: String) -> String {
        "\(servedPartition.numbered("pubnub.\(cluster)", separator: ".")).\(kind)"
    }

    /// A pattern of the subjects of all parts of the cluster.
    var allSubjects: String { "pubnub.\(cluster).>" }

    /// Whether a name is that of another stream that the cluster may have, with this or another number of parts.
    func isOther(_ name: String) -> Bool {
        guard name != stream else { return false }
        let numbers = (1...ClusterPartition.most).map { "\(wholeStream)_\($0)" }
        return name == wholeStream || numbers.contains(name)
    }

    /// Checks the values that can be checked without a connection.
    ///
    /// - Throws: `OriginError.invalidConfiguration`.
    func check() throws(OriginError) {
        guard !servers.isEmpty else { throw .invalidConfiguration("a cluster needs the URL of a NATS server") }
        let isAllowed = cluster.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isAllowed, (1...64).contains(cluster.utf8.count) else {
            throw .invalidConfiguration("the name of a cluster has 1 to 64 letters, digits, '-' and '_'")
        }
        guard replicas.map({ [1, 3, 5].contains($0) }) ?? true else {
            throw .invalidConfiguration("a stream has 1, 3 or 5 replicas")
        }
        _ = try ClusterPartition(partition, of: partitions)
    }
}

extension OriginNATS: OriginStreamSource {
    /// Values out of their ranges end the start.
    var servedPartition: ClusterPartition { (try? ClusterPartition(partition, of: partitions)) ?? .whole }

    var requiringFiles: any OriginStreamSource {
        var nats = self
        nats.requiresFiles = true
        return nats
    }

    func open(
        first: [UInt8]?,
        checkOther: @escaping @Sendable ([UInt8]) throws(OriginError) -> Void,
        waiting: @escaping @Sendable (String) -> Void,
        report: @escaping @Sendable (String) -> Void
    ) async throws(OriginError) -> any OriginStream {
        try check()
        return try await NATSStream.open(self, first: first, checkOther: checkOther, waiting: waiting, report: report)
    }
}

extension OriginServer {
    /// ``OriginNATS/servers``, or the URLs that replaced them; nil if the server is not part of a cluster, or has not joined it yet.
    package var natsServers: [String]? { (monitor.peers as? ClusterNodes)?.stream.servers }

    /// Replaces the URLs of ``OriginNATS/servers`` while the server runs, for example before machines of NATS are replaced. The server connects to one
    /// of them and ends its former connection; changes in progress are stored through the new one. Takes up to 2 s for each
    /// server that does not respond.
    ///
    /// - Throws: `OriginError.invalidConfiguration` if the server is not part of a cluster, or none of the servers accepts a connection. The server
    ///   then keeps its connection.
    public func replaceNATSServers(_ servers: [String]) async throws(OriginError) {
        guard let stream = (monitor.peers as? ClusterNodes)?.stream else {
            throw .invalidConfiguration("the server is not part of a cluster")
        }
        do throws(StreamFailure) {
            try await stream.connect(to: servers)
        } catch {
            throw .invalidConfiguration("none of the NATS servers accepts a connection: \(error.text)")
        }
    }
}
#endif
