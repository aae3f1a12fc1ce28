import PubNubOrigin

/// Carries the requests with which the servers of a cluster get copies of each other's data files.
protocol SnapshotTransport: Sendable {
    /// Where this server alone receives requests.
    var address: String { get }

    /// The largest response in bytes.
    var maxResponseBytes: Int { get }

    /// Sends a request, and waits for the response.
    ///
    /// - Parameters:
    ///   - bytes: The request.
    ///   - address: The server; nil for any one that responds.
    ///   - serverTimeout: How long to wait for a server that receives the request.
    ///   - timeout: How long to wait for its response.
    /// - Returns: The response. Anything may be in it.
    /// - Throws: ``SnapshotTransportFailure``.
    func request(
        _ bytes: [UInt8],
        to address: String?,
        serverTimeout: Duration,
        timeout: Duration
    ) async throws(SnapshotTransportFailure) -> [UInt8]

    /// Begins to respond to requests. Call it once.
    ///
    /// - Parameter respond: Called on threads of the transport. It may block for a second.
    func serve(_ respond: @escaping @Sendable ([UInt8]) -> [UInt8])
}

/// Why a request has no response; the text has no content of messages.
enum SnapshotTransportFailure: Error {
    /// No server receives the request.
    case noServer
    /// The response did not arrive in time, or the connection is lost.
    case failed(String)
}
