package import PubNub
package import PubNubMachines

/// A network whose connections may take their time: a server in the same process can be starved of it by other tests.
package struct PatientTransport: Transport {
    /// How long a connection and its TLS handshake may take, longer than a test waits for anything.
    package static let limit: Duration = .seconds(2 * IntegrationSilence.patience)

    private let base: any Transport

    /// - Parameter base: What does the work; by default the network that all clients of the process share.
    package init(_ base: any Transport = CurlTransport.shared) {
        self.base = base
    }

    package func start(_ request: TransportRequest, completion: @escaping TransportCompletion) {
        var request = request
        request.connectTimeout = max(request.connectTimeout, Self.limit)
        base.start(request, completion: completion)
    }

    package func cancel(_ id: RequestID) {
        base.cancel(id)
    }

    package func noticed(_ notice: NetworkNotice, number: UInt64) {
        base.noticed(notice, number: number)
    }
}
