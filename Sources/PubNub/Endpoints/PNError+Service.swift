extension PNError {
    /// The error of a reply, with the channels or groups the service names as its cause.
    convenience init(_ failure: ServiceFailure) {
        if let text = failure.text {
            self.init(message: text, code: failure.code)
        } else {
            self.init(code: failure.code)
        }
        // associatedObject
    }

    /// The error of a request that ended without a reply.
    convenience init(transport failure: TransportFailure, phase: TransportPhase) {
        self.init(code: failure.code(in: phase))
    }
}
