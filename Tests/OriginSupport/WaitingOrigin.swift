import PubNubSupport

@testable import PubNubOrigin

/// An origin without sockets, in memory or with a data file; its calls wait for the response.
struct WaitingOrigin: Sendable {
    let core: OriginCore

    init(_ core: OriginCore) {
        self.core = core
    }

    func send(
        _ method: String,
        _ path: String,
        _ query: [String: String] = [:],
        body: String? = nil
    ) async -> (status: Int, text: String) {
        await submit(
            OriginRequest(
                method: method,
                target: ObjectsProbe.target(path, query),
                body: body.map { Array($0.utf8) } ?? []
            )
        )
    }

    func submit(_ request: OriginRequest) async -> (status: Int, text: String) {
        await withHandover(of: (status: Int, text: String).self, throwing: Never.self) { handover in
            core.submit(request) { reply in
                guard case .response(let response, _) = reply else { return handover.resume(returning: (0, "")) }
                handover.resume(returning: (response.status, String(decoding: response.body, as: UTF8.self)))
            }
        }
    }
}
