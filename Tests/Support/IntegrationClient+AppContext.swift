package import PubNub

/// App Context, whose calls can be awaited.
extension IntegrationClient {
    /// Makes a call that asks for something.
    ///
    /// - Returns: Its result.
    /// - Throws: The status of its failure.
    package func fetch<Result: PNResult>(
        _ name: String,
        _ body: (@escaping (Result?, (any PNErrorStatus)?) -> Void) -> Void
    ) async throws -> Result {
        let endings = IntegrationInbox<Ending<Result>>()
        body { result, status in endings.put(Ending(result: result, status: status)) }
        let ending = try await endings.next(name) { $0 }
        guard let result = ending.result, ending.status == nil else { throw FailedStatus(status: ending.status) }
        return result
    }

    /// Makes a call that changes something.
    ///
    /// - Returns: How it ended.
    package func change<Status: Sendable>(
        _ name: String,
        _ body: (@escaping (Status) -> Void) -> Void
    ) async throws -> Status {
        let endings = IntegrationInbox<Status>()
        body { endings.put($0) }
        return try await endings.next(name) { $0 }
    }

    /// The next event of an object.
    package func objectEvent() async throws -> PNObjectEventData {
        try await events.next("object", \.object)
    }

    private struct Ending<Result: PNResult>: Sendable {
        let result: Result?
        let status: (any PNErrorStatus)?
    }
}

/// The status with which a call failed.
package struct FailedStatus: Error {
    /// nil when the call gave both a result and a status, or neither.
    package let status: (any PNErrorStatus)?
}
