#if NATS
import PubNubOrigin
import PubNubWire

/// The creation of the stream, and the check of one that exists.
extension NATSStream {
    /// Creates a stream again that this server created, but whose first record does not contain the settings: servers of the lost stream still run,
    /// and one of them repeated its last batch. Nothing is lost: those servers have applied records at these positions, so they do not apply the batch,
    /// and its clients get 503.
    static func recreate(
        _ stream: JetStream,
        _ nats: OriginNATS,
        _ budget: RetryBudget,
        _ first: [UInt8]
    ) throws(OriginError) -> Creation {
        budget.wait("A server that still runs stored a record in the new stream \(nats.stream).")
        try repeated(budget, nats) { () throws(JetStream.Failure) in
            do throws(JetStream.Failure) {
                _ = try stream.call("STREAM.DELETE.\(nats.stream)")
            } catch {
                guard error.isMissing else { throw error }
            }
        }
        let creation = try create(stream, nats, budget)
        // Immediately, before such a record comes again. A stream that another server created is for that one to begin.
        if creation.isNew { _ = try storeFirst(first, stream, nats) }
        return creation
    }

    /// What creating a stream has found out.
    struct Creation {
        /// Whether this server created the stream.
        let isNew: Bool
        /// Whether it has one replica, which needs no agreement.
        let hasOneReplica: Bool
    }

    /// Creates the stream, or checks the one that exists.
    static func create(
        _ stream: JetStream,
        _ nats: OriginNATS,
        _ budget: RetryBudget
    ) throws(OriginError) -> Creation {
        let info: JSON
        do throws(JetStream.Failure) {
            info = try retried(budget) { () throws(JetStream.Failure) in
                do throws(JetStream.Failure) {
                    return try stream.call("STREAM.INFO.\(nats.stream)")
                } catch {
                    guard error.isMissing else { throw error }
                    return try stream.call("STREAM.CREATE.\(nats.stream)", configuration(nats))
                }
            }
        } catch {
            throw .cannotJoin(reason(error, nats))
        }
        let found = info["config"] ?? .null
        try check(found, nats)
        return Creation(
            isNew: info["did_create"]?.bool == true,
            hasOneReplica: (found["num_replicas"]?.int64Value ?? 1) == 1
        )
    }

    static func configuration(_ nats: OriginNATS) -> JSON {
        .object([
            "name": .string(nats.stream), "subjects": .array([.string(nats.subject)]),
            "description": .string("The log of the PubNub-compatible servers of the cluster \(nats.cluster)"),
            "retention": .string("limits"), "storage": .string("file"), "discard": .string("new"),
            "num_replicas": .integer(Int64(nats.replicas ?? 1)), "max_age": .integer(0), "max_msgs": .integer(-1),
            "max_bytes": .integer(-1), "max_msg_size": .integer(-1), "max_consumers": .integer(-1),
            // Without a record in between, servers that read it and servers that did not would differ.
            "deny_delete": .bool(true),
        ])
    }

    static func check(_ configuration: JSON, _ nats: OriginNATS) throws(OriginError) {
        let replicas = configuration["num_replicas"]?.int64Value ?? 1
        if let wanted = nats.replicas, replicas != wanted {
            throw .cannotJoin(
                "The stream \(nats.stream) has \(replicas) replicas, not \(wanted). Change it with "
                    + "'pubnub cluster stream replicas \(wanted)', or start with --replicas \(replicas)."
            )
        }
        let subjects = configuration["subjects"]?.array?.compactMap(\.string) ?? []
        guard subjects == [nats.subject], configuration["retention"]?.string == "limits" else {
            throw .cannotJoin("The stream \(nats.stream) is not the log of a cluster. Use another cluster name.")
        }
        // Every server from 2.9 on has this setting.
        guard configuration["allow_direct"] != nil else {
            throw .cannotJoin("The NATS servers are too old for this server. It needs 2.9 or later.")
        }
        let limits = limits(configuration)
        guard limits.isEmpty else {
            let names = limits.map(\.name).joined(separator: ", ")
            let flags = limits.map { "\($0.flag)=\($0.unlimited)" }.joined(separator: " ")
            throw .cannotJoin(
                "The stream \(nats.stream) has limits that remove records which servers may need: \(names). "
                    + "Remove them with 'nats stream edit \(nats.stream) \(flags)'."
            )
        }
    }

    /// A limit of a stream.
    private struct Limit {
        let name: String
        /// The option of `nats stream edit`.
        let flag: String
        /// The value of the option for no limit.
        let unlimited: String
    }

    /// The limits of a stream that remove records.
    private static func limits(_ configuration: JSON) -> [Limit] {
        let age = Limit(name: "max_age", flag: "--max-age", unlimited: "0s")
        var limits = (configuration["max_age"]?.int64Value ?? 0) > 0 ? [age] : []
        // A full stream that discards new records refuses changes, and loses none.
        guard configuration["discard"]?.string == "old" else { return limits }
        limits += [
            Limit(name: "max_msgs", flag: "--max-msgs", unlimited: "-1"),
            Limit(name: "max_bytes", flag: "--max-bytes", unlimited: "-1"),
            Limit(name: "max_msgs_per_subject", flag: "--max-msgs-per-subject", unlimited: "-1"),
        ]
        .filter { (configuration[$0.name]?.int64Value ?? -1) > 0 }
        return limits
    }

    static func reason(_ failure: JetStream.Failure, _ nats: OriginNATS) -> String {
        if case .failed(let failure) = failure, failure.kind == .refused {
            return "The NATS user lacks a right that this server needs: \(failure.text)."
        }
        guard case .refused(let refusal) = failure else {
            return "The stream \(nats.stream) does not respond: \(failure.text)."
        }
        let replicas = nats.replicas ?? 1
        return switch refusal.number {
        // Replicas without a cluster, and more of them than there are servers.
        case 10074, 10005:
            "The NATS servers cannot store \(replicas) replicas: \(refusal.text). "
                + "Start a NATS cluster of \(replicas) servers with JetStream, or use --replicas 1."
        case 10023, 10047: "The NATS servers have no room for the stream \(nats.stream): \(refusal.text)."
        case 10025, 10003: "The NATS servers are too old for this server: \(refusal.text). It needs 2.9 or later."
        case 10065: "Another stream has the subject \(nats.subject): \(refusal.text)."
        default: "The stream \(nats.stream) cannot be used: \(refusal.text)."
        }
    }

    /// Checks that this server may send records, with one that NATS refuses before it is replicated.
    static func checkRight(
        _ stream: JetStream,
        _ nats: OriginNATS,
        _ budget: RetryBudget
    ) throws(OriginError) {
        try repeated(budget, nats) { () throws(JetStream.Failure) in
            do throws(JetStream.Failure) {
                try stream.publish([], to: nats.subject, headers: [(name: "Nats-Expected-Stream", value: "none")])
            } catch {
                guard case .refused(let refusal) = error, refusal.number == 10060 else { throw error }
            }
        }
    }

    /// Stores the first record of a stream that was found empty.
    ///
    /// Other streams must not be asked: NATS refuses the record only after all replicas have it. A replica of NATS 2.9 forgets the refusals when it
    /// restarts, stores as many of the next records twice, and then has others than the rest at its positions.
    ///
    /// - Returns: Whether the stream has a first record now. False if it is unknown.
    static func storeFirst(
        _ first: [UInt8],
        _ stream: JetStream,
        _ nats: OriginNATS
    ) throws(OriginError) -> Bool {
        do throws(JetStream.Failure) {
            try stream.publish(first, to: nats.subject, headers: [(name: "Nats-Expected-Last-Sequence", value: "0")])
            return true
        } catch {
            if error.isTemporary { return false }
            // It has just received the record of another server.
            if case .refused(let refusal) = error, [10071, 10164].contains(refusal.number) { return true }
            throw .cannotJoin(reason(error, nats))
        }
    }

    /// Reads the first record that the stream has, and the positions of the first and the last one; nil if the stream has never had a record.
    static func firstRecord(
        _ stream: JetStream,
        _ nats: OriginNATS,
        _ budget: RetryBudget
    ) throws(OriginError) -> (record: [UInt8], start: UInt64, last: UInt64)? {
        // A server may remove the first records between the two calls.
        for _ in 0..<5 {
            let info = try repeated(budget, nats) { () throws(JetStream.Failure) in
                try stream.call("STREAM.INFO.\(nats.stream)")
            }
            let state = info["state"]
            let start = state?["first_seq"]?.uint64Value ?? 1
            let last = state?["last_seq"]?.uint64Value ?? 1
            guard state?["messages"]?.uint64Value != 0 else {
                if last == 0 { return nil }
                break
            }
            let record = try repeated(budget, nats) { () throws(JetStream.Failure) -> [UInt8]? in
                do throws(JetStream.Failure) {
                    return try stream.record(start, of: nats.stream)
                } catch {
                    guard error.isMissing else { throw error }
                    return nil
                }
            }
            if let record { return (record, start, last) }
        }
        throw empty(nats)
    }

    static func empty(_ nats: OriginNATS) -> OriginError {
        .cannotJoin(
            "The stream \(nats.stream) has lost its first record. Servers remove records by themselves: it needs no limits, and no purge."
        )
    }
}
#endif
