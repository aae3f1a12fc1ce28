package import PubNubCore
package import PubNubMachines
import PubNubWire

/// A request of an application from which the client makes a call.
package protocol CallRequest {
    /// The content of the response.
    associatedtype Reply: Sendable

    /// Creates the call for a client with this identifier, or throws an error that names the invalid setting.
    func call(for identifier: String) throws(Failure) -> Call<Reply>
}

/// Calls of this package's modules that report the errors of 3.x.
extension PubNub {
    /// Makes the call of a request and waits for its result.
    package func value<Request: CallRequest>(of request: Request) async throws(PNError) -> Request.Reply {
        try await reporting { engine async throws(Failure) in
            try await engine.value(of: try request.call(for: engine.identifier))
        }
    }

    /// Makes a call and throws its failure as a `PNError`.
    package func reporting<Value>(
        isolation: isolated (any Actor)? = #isolation,
        _ call: (ClientEngine) async throws(Failure) -> Value
    ) async throws(PNError) -> Value {
        defer { withExtendedLifetime(self) {} }
        do throws(Failure) {
            return try await call(engine)
        } catch {
            throw PNError(error)
        }
    }
}
