import Foundation

@testable import PubNub

/// What reading a reply came to, in a form that two readings can be compared in.
enum Outcome<Value: Equatable>: Equatable {
    case value(Value)
    case failure(code: Int)

    /// The outcome this project's decoder came to.
    init<Decoded>(_ result: Result<Decoded, PNError>, _ convert: (Decoded) -> Value) {
        switch result {
        case .success(let value): self = .value(convert(value))
        case .failure(let error): self = .failure(code: error.code)
        }
    }

    /// The outcome of the reference reading; a success that `read` finds nothing in is a malformed reply.
    init(_ exchange: RecordedExchange, _ read: (Any) -> Value?) {
        if let code = Reference.failureCode(status: exchange.response.status, body: exchange.body) {
            self = .failure(code: code)
        } else if let value = Reference.json(exchange.body).flatMap(read) {
            self = .value(value)
        } else {
            self = .failure(code: 143)
        }
    }
}
