#if NATS
import Dispatch
import PubNubSupport
import PubNubOrigin
import PubNubWire

/// The stream of a cluster as an operator sees it, with the changes that no server makes by itself.
///
/// The user of NATS needs the rights to `$JS.API.STREAM.INFO`, `UPDATE`, `PEER.REMOVE` and `DELETE` of the stream. Calls are repeated for
/// 10 s while JetStream does not respond, as when its servers choose a leader.
package struct ClusterStream: Sendable {
    /// A NATS server that stores the stream.
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

    /// The stream at a time.
    package struct Report: Sendable, Equatable {
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

    /// Why a call failed.
    package struct Failure: Error, Sendable {
        /// The reason, a sentence.
        package let text: String
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

    /// The present state of the stream.
    ///
    /// - Throws: ``Failure`` if the stream does not exist or JetStream does not respond.
    package func report() async throws(Failure) -> Report {
        report(try await call("STREAM.INFO"))
    }

    /// Changes how many NATS servers store each record. New ones copy the stream after the call; ``report()`` says when they have it.
    ///
    /// - Parameter replicas: 1, 3 or 5.
    /// - Returns: The stream after the change.
    /// - Throws: ``Failure`` if JetStream refuses the number, or does not respond.
    package func setReplicas(_ replicas: Int) async throws(Failure) -> Report {
        guard case .object(var configuration)? = try await call("STREAM.INFO")["config"] else {
            throw Failure(text: "The stream \(nats.stream) has no settings.")
        }
        configuration["num_replicas"] = .integer(Int64(replicas))
        return report(try await call("STREAM.UPDATE", .object(configuration)))
    }

    /// Takes a NATS server from those that store the stream. Another server of the NATS cluster takes its place, if there is one.
    ///
    /// - Parameter name: The `server_name` of the server.
    /// - Throws: ``Failure`` if the server does not store the stream, or JetStream does not respond.
    package func removePeer(_ name: String) async throws(Failure) {
        let peers = try await report().peers
        // A removal that was repeated cannot tell a server that was never a peer from one that an earlier attempt has removed.
        guard peers.isEmpty || peers.contains(where: { $0.name == name }) else {
            throw Failure(text: "The NATS server \(name) does not store the stream \(nats.stream).")
        }
        _ = try await call("STREAM.PEER.REMOVE", .object(["peer": .string(name)]), isRemoval: true)
    }

    /// Deletes the stream with all records.
    ///
    /// - Throws: ``Failure`` if the stream does not exist, or JetStream does not respond.
    package func delete() async throws(Failure) {
        // A deletion that was repeated cannot tell a stream that never existed from one that an earlier attempt has deleted.
        _ = try await report()
        _ = try await call("STREAM.DELETE", isRemoval: true)
    }

    /// Ends the connection.
    package func close() { connection.close() }

    private func report(_ info: JSON) -> Report {
        var peers: [Peer] = []
        if let leader = info["cluster"]?["leader"]?.string, !leader.isEmpty {
            peers.append(Peer(name: leader, isLeader: true, isCurrent: true, isOnline: true, lag: 0))
        }
        for replica in info["cluster"]?["replicas"]?.array ?? [] {
            guard let name = replica["name"]?.string else { continue }
            peers.append(
                Peer(
                    name: name,
                    isLeader: false,
                    isCurrent: replica["current"]?.bool == true,
                    isOnline: replica["offline"]?.bool != true,
                    lag: replica["lag"]?.uint64Value ?? 0
                )
            )
        }
        return Report(
            name: nats.stream,
            replicas: Int(info["config"]?["num_replicas"]?.int64Value ?? 1),
            first: info["state"]?["first_seq"]?.uint64Value ?? 0,
            last: info["state"]?["last_seq"]?.uint64Value ?? 0,
            bytes: info["state"]?["bytes"]?.uint64Value ?? 0,
            peers: peers.sorted { $0.name < $1.name }
        )
    }

    /// Makes a call, and repeats it while JetStream does not respond.
    ///
    /// - Parameters:
    ///   - name: The call, without the name of the stream.
    ///   - request: The request; `nil` for none.
    ///   - isRemoval: Whether the call removes something. If an attempt without a response has removed it, the next one finds nothing, and
    ///     that is success.
    /// - Returns: The response.
    /// - Throws: ``Failure`` if JetStream refuses the call, or does not respond.
    private func call(_ name: String, _ request: JSON? = nil, isRemoval: Bool = false) async throws(Failure) -> JSON {
        try await Self.blocking(queue) { [nats, connection] () throws(Failure) in
            let stream = JetStream(connection: connection)
            var isUncertain = false
            do throws(JetStream.Failure) {
                return try NATSStream.retried(RetryBudget(Self.limit) { _ in }) { () throws(JetStream.Failure) in
                    do throws(JetStream.Failure) {
                        return try stream.call("\(name).\(nats.stream)", request)
                    } catch {
                        if isRemoval, isUncertain, error.isMissing || error.isNoPeer { return [:] }
                        if case .failed = error { isUncertain = true }
                        throw error
                    }
                }
            } catch {
                if case .failed(let failure) = error, failure.kind == .refused {
                    throw Failure(text: "The NATS user lacks a right that this needs: \(failure.text).")
                }
                throw Failure(text: "The stream \(nats.stream): \(error.text).")
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
#endif
