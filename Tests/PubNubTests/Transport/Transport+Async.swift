import PubNub
import PubNubCore
import PubNubSupport
import PubNubMachines
import PubNubTestSupport
import PubNubWire

extension Transport {
    /// Starts a request and waits for its end.
    func send(_ request: TransportRequest) async -> Result<TransportResponse, TransportFailure> {
        await withHandover(throwing: Never.self) { task in
            start(request) { task.resume(returning: $0) }
        }
    }

    func get(_ url: String, lane: Lane = .service) async -> Result<TransportResponse, TransportFailure> {
        await send(TransportRequest(id: .next(), url: url, lane: lane))
    }
}

extension Result where Success == TransportResponse, Failure == TransportFailure {
    /// The body of a response as text.
    var text: String? {
        guard case .success(let response) = self else { return nil }
        return String(decoding: response.body, as: UTF8.self)
    }

    var failure: TransportFailure? {
        guard case .failure(let failure) = self else { return nil }
        return failure
    }
}
