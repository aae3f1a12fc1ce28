package import PubNub
import PubNubCore
package import PubNubMachines

/// A transport with a long time limit for connecting: other tests may starve a server in the same process of CPU time.
package struct PatientTransport: Transport {
    /// The time limit of a connection with its TLS handshake, longer than a test waits for anything.
    package static let limit: Duration = .seconds(2 * IntegrationSilence.patience)

    private let base: any Transport

    /// - Parameter base: The underlying transport; by default the one that all clients of the process share.
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
