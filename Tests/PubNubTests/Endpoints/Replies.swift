import Foundation

@testable import PubNub

/// Replies made of a status and a literal body.
enum Replies {
    /// A reply.
    static func reply(_ body: String, status: Int = 200) -> TransportResponse {
        TransportResponse(status: status, contentType: "text/javascript; charset=\"UTF-8\"", body: Array(body.utf8))
    }

    /// What `call` makes of a body: the value, or nil after a failure.
    static func value<Value>(_ call: Call<Value>, _ body: String, status: Int = 200) -> Value? {
        try? call.decode(reply(body, status: status)).get()
    }

    /// The code of the failure `call` makes of a body; nil for a success.
    static func code<Value>(_ call: Call<Value>, _ body: String, status: Int = 200) -> Int? {
        guard case .failure(let error) = call.decode(reply(body, status: status)) else { return nil }
        return error.code
    }
}
