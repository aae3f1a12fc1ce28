#if NATS
import Dispatch
import Foundation
import PubNubSupport
import PubNubOrigin

/// Requests for snapshots as plain messages of NATS, which need no rights on the stream.
final class NATSSnapshots: SnapshotTransport {
    /// The bytes of a message of NATS in addition to the response.
    private static let overhead = 1024
    /// How often a request is sent again while no server receives it.
    private static let pause = DispatchTimeInterval.milliseconds(250)

    let address: String
    let maxResponseBytes: Int
    private let subject: String
    private let connection: NATSConnection
    private let requesting = DispatchQueue(label: "pubnub.nats.snapshot.request")

    init(_ nats: OriginNATS, _ connection: NATSConnection) {
        self.connection = connection
        subject = nats.snapshotSubject
        address = "\(nats.snapshotSubject).\(UUID().uuidString)"
        maxResponseBytes = max(connection.maximumPayload - Self.overhead, 4096)
    }

    func request(
        _ bytes: [UInt8],
        to address: String?,
        serverTimeout: Duration,
        timeout: Duration
    ) async throws(SnapshotTransportFailure) -> [UInt8] {
        let subject = address ?? subject
        // A response names the address, and any client of NATS can send one.
        guard subject.hasPrefix(self.subject) else { throw .failed("the address is not that of a server") }
        return try await withHandover(throwing: SnapshotTransportFailure.self) { handover in
            // The calls of the library wait.
            requesting.async {
                do throws(SnapshotTransportFailure) {
                    handover.resume(returning: try self.response(bytes, subject, serverTimeout, timeout))
                } catch {
                    handover.resume(throwing: error)
                }
            }
        }
    }

    func serve(_ respond: @escaping @Sendable ([UInt8]) -> [UInt8]) {
        // One of the servers receives what goes to all.
        serve(subject, group: "servers", respond)
        serve(address, group: nil, respond)
    }

    private func response(
        _ bytes: [UInt8],
        _ subject: String,
        _ serverTimeout: Duration,
        _ timeout: Duration
    ) throws(SnapshotTransportFailure) -> [UInt8] {
        let end = ContinuousClock.now + serverTimeout
        while true {
            do throws(NATSFailure) {
                return try connection.request(subject, bytes, timeout: Int64(timeout / .milliseconds(1)))
            } catch {
                guard error.hasNoResponder else { throw .failed(error.text) }
                guard ContinuousClock.now < end else { throw .noServer }
            }
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + Self.pause)
        }
    }

    /// Responds to the messages of a subject on a thread of its own until the connection is closed.
    private func serve(_ subject: String, group: String?, _ respond: @escaping @Sendable ([UInt8]) -> [UInt8]) {
        DispatchQueue(label: "pubnub.nats.snapshot.serve").async { [connection] in
            while !connection.isClosed {
                do throws(NATSFailure) {
                    let subscription = try connection.subscribe(subject, group: group, maxMessages: 100)
                    while true {
                        _ = try subscription.next(timeout: 60_000) { message in
                            guard let reply = message.reply else { return }
                            connection.publish(reply, respond(message.bytes))
                        }
                    }
                } catch {
                    // More requests came than may wait, or the library ended the connection. Another attempt follows.
                }
                connection.pause(upTo: 250)
            }
        }
    }
}
#endif
