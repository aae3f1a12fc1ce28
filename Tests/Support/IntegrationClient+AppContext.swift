package import PubNub

/// Awaitable calls of App Context.
extension IntegrationClient {
    /// Makes a call that fetches objects.
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

    /// Makes a call that changes objects.
    ///
    /// - Returns: The status of the call.
    package func change<Status: Sendable>(
        _ name: String,
        _ body: (@escaping (Status) -> Void) -> Void
    ) async throws -> Status {
        let endings = IntegrationInbox<Status>()
        body { endings.put($0) }
        return try await endings.next(name) { $0 }
    }

    /// The next App Context event.
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
    /// nil if the call passed both a result and a status, or neither.
    package let status: (any PNErrorStatus)?
}
