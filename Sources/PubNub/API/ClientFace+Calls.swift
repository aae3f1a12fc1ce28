import PubNubCore
import PubNubMachines

/// Sends the calls of the 3.x interface.
extension ClientFace {
    typealias LineCall = ClientEngine.LineCall

    /// Makes a call after the outcome of the calls before it; see ``ClientEngine/inLine(_:as:_:)``.
    func inLine(_ operation: String, _ call: @escaping LineCall) { engine.inLine(operation, call) }

    /// Sends a call, and reports its failure as a `PNError`.
    ///
    /// - Parameters:
    ///   - call: The request, and the decoder of its reply.
    ///   - order: Calls with the same value form a line; `nil`, the default, waits for no other call.
    ///   - position: The position of the call that makes the request; a refused call fails.
    ///   - revise: Called each time the call is about to be sent, to adapt it to the results of earlier calls. If it
    ///     throws, nothing is sent and the call ends with that error.
    ///   - completion: Called exactly once, on any thread.
    func submit<Value: Sendable>(
        _ call: Call<Value>,
        order: String? = nil,
        at position: CallPosition,
        revise: (@Sendable () throws(Failure) -> Call<Value>)? = nil,
        completion: @escaping @Sendable (PNEvent.Outcome<Value>) -> Void
    ) {
        if let refusal = position.refusal { return completion(.failure(PNError(refusal))) }
        engine.submit(call, order: order, revise: revise) { result in
            completion(result.mapError { PNError($0) })
        }
    }
}
