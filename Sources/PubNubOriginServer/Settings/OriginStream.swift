import PubNubOrigin

/// A sequence of records that the servers of a cluster share.
///
/// `OriginNATS` opens one. It is there with the trait `NATS`; everything else here needs no client of a messaging system.
protocol OriginStream: Sendable {
    /// The first record of the stream, which describes the cluster.
    var first: [UInt8] { get }

    /// The position of the last record when the stream was opened; 1 if it had the first record only.
    var last: UInt64 { get }

    /// The position of the first record that the stream had when it was opened. Records before it were removed.
    var start: UInt64 { get }

    /// The largest record in bytes.
    var maxRecordBytes: Int { get }

    /// Stores a record at the end. Returns immediately.
    ///
    /// - Parameters:
    ///   - bytes: The record.
    ///   - completion: Called once on a thread of the stream: without a failure when the record is stored as safely as the stream stores
    ///     records, and otherwise with the reason. After a failure the record may be stored all the same. It may be stored more than once
    ///     in any case.
    func append(_ bytes: [UInt8], completion: @escaping @Sendable (StreamFailure?) -> Void)

    /// Delivers each record after a position, those of the future among them. Call it once.
    ///
    /// - Parameters:
    ///   - position: The position; 0 is before the first record.
    ///   - receive: Called on a thread of the stream, in order of positions, one call after the other.
    ///   - lost: Called once, on the same thread, if the stream no longer has the records that it delivered: it lost them, or another stream has
    ///     its name. No record is delivered after that.
    func follow(
        after position: UInt64,
        _ receive: @escaping @Sendable (StreamRecord) -> Void,
        lost: @escaping @Sendable () -> Void
    )

    /// For how long records stay in the stream; nil for ever.
    var age: Duration? { get }

    /// Removes the records before a position for all servers. Returns immediately.
    ///
    /// - Parameters:
    ///   - position: The first record that stays.
    ///   - completion: Called once on a thread of the stream, with the reason if the records could not be removed.
    func remove(before position: UInt64, completion: @escaping @Sendable (StreamFailure?) -> Void)

    /// Whether the stream no longer has the record after a position, as it was removed with all before it. May block its thread, which is the one
    /// of deliveries.
    func hasRemoved(after position: UInt64) -> Bool

    /// Carries copies of data files between the servers; nil if the stream has no such means.
    var snapshots: (any SnapshotTransport)? { get }

    /// Responds to requests of one kind that servers of the cluster make, this one among them. Call it once for each kind.
    ///
    /// - Parameters:
    ///   - kind: The kind of requests, of lowercase letters.
    ///   - response: Called on a thread of the stream for each request, one call after the other. It returns the response, or
    ///     nil for none.
    func respond(to kind: String, _ response: @escaping @Sendable () -> [UInt8]?)

    /// Makes a request of all servers of the cluster, this one among them. Nothing is stored, so neither side needs a quorum.
    ///
    /// - Parameters:
    ///   - kind: The kind of request, of lowercase letters.
    ///   - duration: How long responses are collected.
    ///   - maxResponses: The most responses. Later ones are ignored.
    ///   - maxBytes: The most bytes of a response. A larger one is ignored.
    /// - Returns: The responses that arrived in time, in any order. Anything may be in them.
    func responses(to kind: String, for duration: Duration, maxResponses: Int, maxBytes: Int) async -> [[UInt8]]

    /// The addresses of the servers of the messaging system; empty for a stream without them.
    var servers: [String] { get }

    /// Uses other servers of the messaging system, by their addresses, from now on.
    ///
    /// - Throws: ``StreamFailure`` if none of them can be used; the stream then keeps its connection.
    func connect(to servers: [String]) async throws(StreamFailure)

    /// Opens the stream with the files of the cluster, and creates it if it does not exist.
    ///
    /// - Returns: The stream; nil if this kind of stream has none for files.
    /// - Throws: ``StreamFailure`` if it cannot be used.
    func openFiles() async throws(StreamFailure) -> (any FileStream)?

    /// Ends deliveries and the connection. Records that wait to be stored fail.
    func close() async
}

extension OriginStream {
    var start: UInt64 { 1 }

    var age: Duration? { nil }

    func remove(before position: UInt64, completion: @escaping @Sendable (StreamFailure?) -> Void) {
        completion(StreamFailure("the stream removes no records"))
    }

    func hasRemoved(after position: UInt64) -> Bool { false }

    var snapshots: (any SnapshotTransport)? { nil }

    var servers: [String] { [] }

    func connect(to servers: [String]) async throws(StreamFailure) {
        throw StreamFailure("the stream has no servers that can change")
    }

    func openFiles() async throws(StreamFailure) -> (any FileStream)? { nil }
}

/// A record of a stream with its place in the order.
struct StreamRecord: Sendable {
    /// Its position. Positions begin at 1.
    let position: UInt64
    /// When the stream stored it, in units of 100 ns since 1970 UTC. It is the same for every server.
    let date: UInt64
    let bytes: [UInt8]
    /// How many records come after it at present.
    let pending: UInt64

    /// A record.
    init(position: UInt64, date: UInt64, bytes: [UInt8], pending: UInt64) {
        self.position = position
        self.date = date
        self.bytes = bytes
        self.pending = pending
    }
}

/// Why a record could not be stored, or no acknowledgement arrived; the text has no content of messages.
struct StreamFailure: Error {
    let text: String
    /// Whether the call was refused, so that it fails again until someone changes a right or a setting.
    let isRefused: Bool

    /// A failure with its reason. It is not a refusal by default.
    init(_ text: String, isRefused: Bool = false) {
        self.text = text
        self.isRefused = isRefused
    }
}

/// Opens the stream of a cluster.
protocol OriginStreamSource: Sendable {
    /// The name of the cluster.
    var cluster: String { get }

    /// Whether the server creates the cluster again with the content of its data file. Then the stream must not exist.
    var restores: Bool { get }

    /// The name of this server among those of the cluster; nil if it has none of its own.
    var node: String? { get }

    /// The part of the cluster that the server serves. Each has a stream of its own.
    var servedPartition: ClusterPartition { get }

    /// The same source, which creates no stream unless the files of the cluster can be opened: for a server that restores files. After the
    /// stream is created, the cluster cannot be restored again. A source that does not check the files returns itself.
    var requiringFiles: any OriginStreamSource { get }

    /// Connects, and creates the stream if it does not exist.
    ///
    /// - Parameters:
    ///   - first: The first record of a new stream; nil if the stream has to exist.
    ///   - checkOther: Called with the first record of each other stream of the cluster before a new one is created; it throws if this
    ///     server cannot be part of their cluster.
    ///   - waiting: Called at most once, with the reason, if the stream cannot be reached immediately. The attempts go on.
    ///   - report: Receives a line when the connection is lost, and one when it is there again.
    /// - Returns: The stream.
    /// - Throws: ``OriginError/cannotJoin(_:)`` if the stream cannot be used.
    func open(
        first: [UInt8]?,
        checkOther: @escaping @Sendable ([UInt8]) throws(OriginError) -> Void,
        waiting: @escaping @Sendable (String) -> Void,
        report: @escaping @Sendable (String) -> Void
    ) async throws(OriginError) -> any OriginStream
}

extension OriginStreamSource {
    var restores: Bool { false }

    var servedPartition: ClusterPartition { .whole }

    var requiringFiles: any OriginStreamSource { self }
}
