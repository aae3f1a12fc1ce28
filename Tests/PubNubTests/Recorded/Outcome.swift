import Foundation
import PubNubMachines

@testable import PubNub
@testable import PubNubCore

/// The result of reading a response, in a form that can be compared.
enum Outcome<Value: Equatable>: Equatable {
    case value(Value)
    case failure(code: Int)

    /// The result of this project's decoder.
    init<Decoded>(_ result: Result<Decoded, Failure>, _ convert: (Decoded) -> Value) {
        switch result {
        case .success(let value): self = .value(convert(value))
        case .failure(let error): self = .failure(code: error.code)
        }
    }

    /// The result of the reference decoder; a success without a value is a malformed response.
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
