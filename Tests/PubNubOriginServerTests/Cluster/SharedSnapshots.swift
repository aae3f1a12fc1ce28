import Dispatch
import PubNubSupport
import PubNubTestSupport

@testable import PubNubOrigin
@testable import PubNubOriginServer

extension OriginManualClock {
    /// The receiver of lines for a server that starts. It lets each pause of a ``SnapshotFetch`` pass when the pause begins.
    func passingPauses(
        _ report: @escaping @Sendable (String) -> Void = { _ in }
    ) -> @Sendable (String) -> Void {
        let attempts = Locked(0)
        return { line in
            report(line)
            guard line.contains("is requested again") else { return }
            let attempt = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            self.advance(by: SnapshotFetch.pause(after: attempt, random: 0))
        }
    }
}

/// Requests for snapshots between servers in this process. A test may change responses, or have none.
final class SharedSnapshots: Sendable {
    typealias Respond = @Sendable ([UInt8]) -> [UInt8]
    /// Receives the address of a server, the request and the response. Returns the response that arrives; nil for none.
    typealias Change = @Sendable (String, SnapshotRequest, SnapshotResponse) -> SnapshotResponse?

    private struct Guarded {
        var servers: [(address: String, respond: Respond)] = []
        var connections = 0
        var requests: [SnapshotRequest] = []
        var change: Change = { _, _, response in response }
    }

    private let guarded = Locked(Guarded())

    /// The requests so far.
    var requests: [SnapshotRequest] { guarded.withLock { $0.requests } }

    /// Changes responses from now on.
    func change(_ change: @escaping Change) { guarded.withLock { $0.change = change } }

    /// The transport of a server.
    func connect() -> any SnapshotTransport {
        let number = guarded.withLock { guarded in
            guarded.connections += 1
            return guarded.connections
        }
        return Transport(shared: self, address: "server-\(number)")
    }

    fileprivate func serve(_ address: String, _ respond: @escaping Respond) {
        guarded.withLock { $0.servers.append((address, respond)) }
    }

    /// Sends a request to a server, or to each in turn.
    fileprivate func response(to bytes: [UInt8], _ address: String?) throws(SnapshotTransportFailure) -> [UInt8] {
        let request = SnapshotRequest(bytes)
        let (server, change) = guarded.withLock { guarded -> ((address: String, respond: Respond)?, Change) in
            if let request { guarded.requests.append(request) }
            guard let address else {
                guard !guarded.servers.isEmpty else { return (nil, guarded.change) }
                let next = guarded.servers.removeFirst()
                guarded.servers.append(next)
                return (next, guarded.change)
            }
            return (guarded.servers.first { $0.address == address }, guarded.change)
        }
        guard let server else { throw .noServer }
        let response = server.respond(bytes)
        guard let request, let parsed = SnapshotResponse(response) else { return response }
        guard let changed = change(server.address, request, parsed) else { throw .failed("no response") }
        return changed.bytes
    }

    private struct Transport: SnapshotTransport {
        let shared: SharedSnapshots
        let address: String
        let maxResponseBytes = 4096

        func request(
            _ bytes: [UInt8],
            to address: String?,
            serverTimeout: Duration,
            timeout: Duration
        ) async throws(SnapshotTransportFailure) -> [UInt8] {
            // A server may block while it responds.
            try await withHandover(throwing: SnapshotTransportFailure.self) { handover in
                DispatchQueue(label: "shared-snapshots").async {
                    do throws(SnapshotTransportFailure) {
                        handover.resume(returning: try shared.response(to: bytes, address))
                    } catch {
                        handover.resume(throwing: error)
                    }
                }
            }
        }

        func serve(_ respond: @escaping @Sendable ([UInt8]) -> [UInt8]) { shared.serve(address, respond) }
    }
}
