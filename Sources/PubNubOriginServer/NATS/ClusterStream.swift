#if NATS
import Dispatch
import PubNubSupport
import PubNubOrigin
import PubNubWire

/// The streams of a cluster, its log and its files, as an operator sees them, with the changes that no server makes by itself.
///
/// The user of NATS needs the rights to `$JS.API.STREAM.INFO`, `UPDATE` and `PEER.REMOVE` of both streams, and to `DELETE` of the log. Calls are
/// repeated for 10 s while JetStream does not respond, as when its servers choose a leader.
package struct ClusterStream: Sendable {
    /// A NATS server that stores a stream.
    package struct Peer: Sendable, Equatable {
        package let name: String
        /// Whether it decides the order of records.
        package let isLeader: Bool
        /// Whether it has all records.
        package let isCurrent: Bool
        /// Whether the leader reaches it.
        package let isOnline: Bool
        /// The records that it lacks.
        package let lag: UInt64
    }

    /// One of the streams at a time.
    package struct State: Sendable, Equatable {
        package let name: String
        /// How many NATS servers store each record.
        package let replicas: Int
        /// The positions of the first and the last record.
        package let first: UInt64
        package let last: UInt64
        package let bytes: UInt64
        /// The NATS servers that store it, in order of their names; empty without a cluster of NATS servers.
        package let peers: [Peer]

        /// Whether all NATS servers have all records, so that one of them may be stopped.
        package var isWell: Bool {
            peers.isEmpty || peers.count == replicas && peers.allSatisfy { $0.isCurrent && $0.isOnline }
        }
    }

    /// The streams of the cluster at a time.
    package struct Report: Sendable, Equatable {
        package let log: State
        /// The stream of files; nil if the cluster has none.
        package let files: State?

        /// Whether fewer NATS servers store files than changes. Files may then be lost with a machine that the log can do without.
        package var hasFewerFileReplicas: Bool { files.map { $0.replicas < log.replicas } ?? false }

        /// Whether all NATS servers have all records of their streams, so that one of them may be stopped.
        package var isWell: Bool { log.isWell && (files?.isWell ?? true) && !hasFewerFileReplicas }
    }

    /// Why a call failed.
    package struct Failure: Error, Sendable {
        /// The reason, a sentence.
        package let text: String
        /// Whether the stream does not exist.
        var isMissing = false
    }

    /// How long a call is repeated: an election takes some seconds at most, and an operator waits for the response.
    private static let limit = Duration.seconds(10)

    private let nats: OriginNATS
    private let connection: NATSConnection
    private let queue = DispatchQueue(label: "pubnub.nats.stream")

    /// Connects to one of the servers.
    ///
    /// - Throws: ``Failure`` if none of them accepts a connection.
    package static func connect(_ nats: OriginNATS) async throws(Failure) -> ClusterStream {
        do throws(OriginError) {
            try nats.check()
        } catch .invalidConfiguration(let reason) {
            throw Failure(text: reason)
        } catch {
            throw Failure(text: "\(error)")
        }
        let connection = try await blocking(DispatchQueue(label: "pubnub.nats.stream.open")) { () throws(Failure) in
            do throws(NATSFailure) {
                return try NATSConnection(nats) { _ in }
            } catch {
                throw Failure(text: "No NATS server can be used: \(error.text).")
            }
        }
        return ClusterStream(nats: nats, connection: connection)
    }

    private init(nats: OriginNATS, connection: NATSConnection) {
        self.nats = nats
        self.connection = connection
    }

    /// The present state of both streams.
    ///
    /// - Throws: ``Failure`` if the log does not exist, or JetStream does not respond.
    package func report() async throws(Failure) -> Report {
        let log = State(nats.stream, try await info(of: nats.stream))
        return Report(log: log, files: try await filesInfo().map { State(nats.filesStream, $0) })
    }

    /// Changes how many NATS servers store each record of both streams. New ones copy the streams after the call; ``report()`` says when they have
    /// them. After a failure the log may have the new number and the files the former one: the same call again completes the change.
    ///
    /// - Parameter replicas: 1, 3 or 5.
    /// - Returns: The streams after the change.
    /// - Throws: ``Failure`` if JetStream refuses the number, or does not respond.
    package func setReplicas(_ replicas: Int) async throws(Failure) -> Report {
        let log = try await setReplicas(replicas, of: nats.stream, info(of: nats.stream))
        guard let files = try await filesInfo() else { return Report(log: log, files: nil) }
        return Report(log: log, files: try await setReplicas(replicas, of: nats.filesStream, files))
    }

    private func setReplicas(_ replicas: Int, of stream: String, _ info: JSON) async throws(Failure) -> State {
        guard case .object(var configuration)? = info["config"] else {
            throw Failure(text: "The stream \(stream) has no settings.")
        }
        configuration["num_replicas"] = .integer(Int64(replicas))
        return State(stream, try await call("STREAM.UPDATE", of: stream, .object(configuration)))
    }

    /// Takes a NATS server from those that store the streams. Another server of the NATS cluster takes its place, if there is one.
    ///
    /// - Parameter name: The `server_name` of the server.
    /// - Returns: The names of the streams that it stored.
    /// - Throws: ``Failure`` if the server stores none of the streams, or JetStream does not respond.
    package func removePeer(_ name: String) async throws(Failure) -> [String] {
        var removed: [String] = []
        var failure: Failure?
        // After a failure the other stream is still changed. A stream whose only replica is on the lost machine never responds.
        for stream in [nats.stream, nats.filesStream] {
            do throws(Failure) {
                if try await removePeer(name, from: stream) { removed.append(stream) }
            } catch {
                let isOptional = stream == nats.filesStream && error.isMissing
                if !isOptional { failure = failure ?? error }
            }
        }
        if let failure { throw failure }
        guard !removed.isEmpty else {
            throw Failure(
                text: "The NATS server \(name) stores neither the stream \(nats.stream) nor the stream "
                    + "\(nats.filesStream)."
            )
        }
        return removed
    }

    /// Takes a NATS server from those that store one of the streams. Returns false if it does not store the stream.
    private func removePeer(_ name: String, from stream: String) async throws(Failure) -> Bool {
        let peers = State(stream, try await info(of: stream)).peers
        // A removal that was repeated cannot tell a server that was never a peer from one that an earlier attempt has removed.
        guard peers.isEmpty || peers.contains(where: { $0.name == name }) else { return false }
        _ = try await call("STREAM.PEER.REMOVE", of: stream, .object(["peer": .string(name)]), isRemoval: true)
        return true
    }

    /// Deletes the log with all records. The files stay.
    ///
    /// - Returns: The log as it was.
    /// - Throws: ``Failure`` if the log does not exist, or JetStream does not respond.
    package func delete() async throws(Failure) -> State {
        // A deletion that was repeated cannot tell a stream that never existed from one that an earlier attempt has deleted.
        let log = State(nats.stream, try await info(of: nats.stream))
        _ = try await call("STREAM.DELETE", of: nats.stream, isRemoval: true)
        return log
    }

    /// Ends the connection.
    package func close() { connection.close() }

    /// What JetStream says about a stream.
    private func info(of stream: String) async throws(Failure) -> JSON {
        try await call("STREAM.INFO", of: stream)
    }

    /// What JetStream says about the stream of files; nil if it does not exist, as in a cluster whose NATS user lacks the right to create it.
    private func filesInfo() async throws(Failure) -> JSON? {
        do throws(Failure) {
            return try await info(of: nats.filesStream)
        } catch {
            guard error.isMissing else { throw error }
            return nil
        }
    }

    /// Makes a call, and repeats it while JetStream does not respond.
    ///
    /// - Parameters:
    ///   - name: The call, without the name of the stream.
    ///   - stream: The name of the stream.
    ///   - request: The request; `nil` for none.
    ///   - isRemoval: Whether the call removes something. If an attempt that failed has removed it, the next one finds nothing, and that is
    ///     success.
    /// - Returns: The response.
    /// - Throws: ``Failure`` if JetStream refuses the call, or does not respond.
    private func call(
        _ name: String,
        of stream: String,
        _ request: JSON? = nil,
        isRemoval: Bool = false
    ) async throws(Failure) -> JSON {
        try await Self.blocking(queue) { [connection] () throws(Failure) in
            let jetStream = JetStream(connection: connection)
            var isUncertain = false
            do throws(JetStream.Failure) {
                return try NATSStream.retried(RetryBudget(Self.limit) { _ in }) { () throws(JetStream.Failure) in
                    do throws(JetStream.Failure) {
                        return try jetStream.call("\(name).\(stream)", request)
                    } catch {
                        if isRemoval, isUncertain, error.isMissing || error.isNoPeer { return [:] }
                        // If no other server can take the place, JetStream removes the server and responds with a failure (10075).
                        if error.isTemporary { isUncertain = true }
                        throw error
                    }
                }
            } catch {
                if case .failed(let failure) = error, failure.kind == .refused {
                    throw Failure(text: "The NATS user lacks a right that this needs: \(failure.text).")
                }
                throw Failure(text: "The stream \(stream): \(error.text).", isMissing: error.isMissing)
            }
        }
    }

    /// Runs calls of the library, which block, on a queue.
    private static func blocking<Value: Sendable>(
        _ queue: DispatchQueue,
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await withHandover(of: Value.self, throwing: Failure.self) { handover in
            queue.async {
                do throws(Failure) {
                    handover.resume(returning: try body())
                } catch {
                    handover.resume(throwing: error)
                }
            }
        }
    }
}

extension ClusterStream.State {
    /// Reads what JetStream says about a stream.
    ///
    /// - Parameters:
    ///   - name: The name of the stream.
    ///   - info: The response to `STREAM.INFO` or `STREAM.UPDATE`.
    init(_ name: String, _ info: JSON) {
        var peers: [ClusterStream.Peer] = []
        if let leader = info["cluster"]?["leader"]?.string, !leader.isEmpty {
            peers.append(
                ClusterStream.Peer(name: leader, isLeader: true, isCurrent: true, isOnline: true, lag: 0)
            )
        }
        for replica in info["cluster"]?["replicas"]?.array ?? [] {
            guard let name = replica["name"]?.string else { continue }
            peers.append(
                ClusterStream.Peer(
                    name: name,
                    isLeader: false,
                    isCurrent: replica["current"]?.bool == true,
                    isOnline: replica["offline"]?.bool != true,
                    lag: replica["lag"]?.uint64Value ?? 0
                )
            )
        }
        self.init(
            name: name,
            replicas: Int(info["config"]?["num_replicas"]?.int64Value ?? 1),
            first: info["state"]?["first_seq"]?.uint64Value ?? 0,
            last: info["state"]?["last_seq"]?.uint64Value ?? 0,
            bytes: info["state"]?["bytes"]?.uint64Value ?? 0,
            peers: peers.sorted { $0.name < $1.name }
        )
    }
}
#endif
