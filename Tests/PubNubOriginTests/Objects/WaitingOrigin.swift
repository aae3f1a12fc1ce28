@testable import PubNubOrigin

/// An origin without sockets, in memory or with a data file, whose answers are waited for.
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
        let request = OriginRequest(
            method: method,
            target: ObjectsProbe.target(path, query),
            body: body.map { Array($0.utf8) } ?? []
        )
        return await withCheckedContinuation { continuation in
            core.submit(request) { reply in
                guard case .response(let response, _) = reply else { return continuation.resume(returning: (0, "")) }
                continuation.resume(returning: (response.status, String(decoding: response.body, as: UTF8.self)))
            }
        }
    }
}
