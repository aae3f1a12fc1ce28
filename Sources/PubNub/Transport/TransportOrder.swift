/// A request and whom to tell about its end, made once and passed on by reference from then on.
final class TransportOrder: Sendable {
    let request: TransportRequest
    let completion: TransportCompletion

    init(_ request: TransportRequest, _ completion: @escaping TransportCompletion) {
        self.request = request
        self.completion = completion
    }
}
