import Foundation

@testable import PubNub
@testable import PubNubCore

/// Responses with a status and a literal body.
enum Replies {
    /// Creates a response.
    static func reply(_ body: String, status: Int = 200) -> TransportResponse {
        TransportResponse(status: status, contentType: "text/javascript; charset=\"UTF-8\"", body: Array(body.utf8))
    }

    /// The value that `call` reads from a body; nil after a failure.
    static func value<Value>(_ call: Call<Value>, _ body: String, status: Int = 200) -> Value? {
        try? call.decode(reply(body, status: status)).get()
    }

    /// The code of the failure that `call` reads from a body; nil for a success.
    static func code<Value>(_ call: Call<Value>, _ body: String, status: Int = 200) -> Int? {
        failure(call, reply(body, status: status))?.code
    }

    /// The error of the failure that `call` reads from a response; nil for a success.
    static func failure<Value>(_ call: Call<Value>, _ reply: TransportResponse) -> PNError? {
        guard case .failure(let failure) = call.decode(reply) else { return nil }
        return PNError(failure)
    }
}
