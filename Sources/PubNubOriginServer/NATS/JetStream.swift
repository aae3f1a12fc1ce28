#if NATS
import PubNubCodec
import PubNubOrigin
import PubNubWire

/// The interface of JetStream: requests and responses in JSON. Calls wait for the response.
///
/// These are not the `js_` functions of libnats. They read the configuration of a stream into a structure with the members that their version
/// knows, and a change of one setting through them would reset the settings that a later version of the servers has: Debian 12 has version 3.4
/// of the library, and clusters run servers from 2.10 on.
struct JetStream: Sendable {
    /// A refusal of JetStream.
    struct Refusal: Error {
        /// As in HTTP: 404 for a stream that does not exist.
        let code: Int64
        /// The number of the error.
        let number: Int64
        let text: String
    }

    /// Why a call has no result.
    enum Failure: Error {
        case refused(Refusal)
        case failed(NATSFailure)

        var text: String {
            switch self {
            case .refused(let refusal): refusal.text
            case .failed(let failure): failure.text
            }
        }

        /// Whether the stream has no leader at present, or no server responds, or too few servers are known to the one that responds.
        var isTemporary: Bool {
            switch self {
            case .refused(let refusal): refusal.code == 503 || lacksServers
            case .failed(let failure): failure.kind != .refused
            }
        }

        /// Whether there are fewer servers than replicas. Servers that have just started may not know each other.
        var lacksServers: Bool {
            guard case .refused(let refusal) = self else { return false }
            return refusal.number == 10005
        }

        /// Whether the stream or the record does not exist.
        var isMissing: Bool {
            guard case .refused(let refusal) = self else { return false }
            return refusal.code == 404
        }

        /// Whether the server that is to be removed from a stream does not store it.
        var isNoPeer: Bool {
            guard case .refused(let refusal) = self else { return false }
            return refusal.number == 10040
        }
    }

    let connection: NATSConnection

    /// The most time for one call, in milliseconds.
    static let timeout: Int64 = 2000

    /// Makes a call.
    ///
    /// - Parameters:
    ///   - name: The call, for example `STREAM.INFO.chat`.
    ///   - value: The request; `nil` for none.
    /// - Returns: The response.
    /// - Throws: ``Failure``.
    func call(_ name: String, _ value: JSON? = nil) throws(Failure) -> JSON {
        try response(to: "$JS.API.\(name)", value?.bytes ?? [], [])
    }

    /// Stores a record.
    ///
    /// - Parameters:
    ///   - bytes: The record.
    ///   - subject: The subject of the stream.
    ///   - headers: How it is stored.
    ///   - timeout: How long it waits for the acknowledgement, in milliseconds. As for other calls by default.
    /// - Returns: The position of the record.
    /// - Throws: ``Failure``.
    @discardableResult
    func publish(
        _ bytes: [UInt8],
        to subject: String,
        headers: [(name: String, value: String)],
        timeout: Int64 = Self.timeout
    ) throws(Failure) -> UInt64 {
        let response = try response(to: subject, bytes, headers, timeout: timeout)
        guard let position = response["seq"]?.uint64Value else { throw .failed(NATSFailure("no position")) }
        return position
    }

    /// Creates a consumer that sends the records of a stream to a subject, in order and once each. It ends with the subscription.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - inbox: The subject.
    ///   - position: The position after which it begins.
    ///   - filter: A pattern of the subjects of the records; nil, the default, for all.
    /// - Throws: ``Failure``.
    func createConsumer(
        of stream: String,
        to inbox: String,
        after position: UInt64,
        filter: String? = nil
    ) throws(Failure) {
        var consumer: [String: JSON] = [
            "deliver_subject": .string(inbox), "deliver_policy": .string("by_start_sequence"),
            "opt_start_seq": .integer(Int64(clamping: position + 1)), "ack_policy": .string("none"),
            "max_deliver": .integer(1), "replay_policy": .string("instant"), "flow_control": .bool(true),
            "idle_heartbeat": .integer(1_000_000_000), "mem_storage": .bool(true), "num_replicas": .integer(1),
        ]
        consumer["filter_subject"] = filter.map { .string($0) }
        _ = try call(
            "CONSUMER.CREATE.\(stream)",
            .object(["stream_name": .string(stream), "config": .object(consumer)])
        )
    }

    /// The first record of a stream.
    ///
    /// - Throws: ``Failure``.
    func record(_ position: UInt64, of stream: String) throws(Failure) -> [UInt8] {
        let response = try call("STREAM.MSG.GET.\(stream)", .object(["seq": .integer(Int64(clamping: position))]))
        guard let text = response["message"]?["data"]?.string, let bytes = Base64.decode(text) else {
            throw .failed(NATSFailure("record \(position) is empty"))
        }
        return bytes
    }

    /// The last record of a stream with a subject, which may have wildcards; nil without one.
    ///
    /// - Throws: ``Failure``.
    func lastRecord(on subject: String, of stream: String) throws(Failure) -> (position: UInt64, bytes: [UInt8])? {
        do throws(Failure) {
            let message = try call("STREAM.MSG.GET.\(stream)", .object(["last_by_subj": .string(subject)]))["message"]
            guard let position = message?["seq"]?.uint64Value else { return nil }
            return (position, message?["data"]?.string.flatMap { Base64.decode($0) } ?? [])
        } catch {
            // Without a stream every call would be one about a record that does not exist.
            guard case .refused(let refusal) = error, refusal.number == 10037 else { throw error }
            return nil
        }
    }

    private func response(
        to subject: String,
        _ bytes: [UInt8],
        _ headers: [(name: String, value: String)],
        timeout: Int64 = Self.timeout
    ) throws(Failure) -> JSON {
        let response: [UInt8]
        do throws(NATSFailure) {
            response = try connection.request(subject, bytes, headers: headers, timeout: timeout)
        } catch {
            throw .failed(error)
        }
        guard let json = try? JSON(parsing: response) else { throw .failed(NATSFailure("response without JSON")) }
        guard let error = json["error"] else { return json }
        throw .refused(
            Refusal(
                code: error["code"]?.int64Value ?? 500,
                number: error["err_code"]?.int64Value ?? 0,
                text: error["description"]?.string ?? "refused"
            )
        )
    }
}
#endif
