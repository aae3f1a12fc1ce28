package import PubNubMachines

/// Called exactly once for each request, on a thread of the transport's and under no lock.
package typealias TransportCompletion = @Sendable (Result<TransportResponse, TransportFailure>) -> Void

/// The one seam between the client and the network.
package protocol Transport: Sendable {
    /// Sends a request and reports how it ended. Returns at once.
    ///
    /// There is no limit on the time a response may take: a caller that wants one keeps a timer and cancels.
    func start(_ request: TransportRequest, completion: @escaping TransportCompletion)

    /// Ends a request: its completion gets `.cancelled`, unless it has been called or is being called already.
    ///
    /// Does nothing for a request that is over or was never started.
    func cancel(_ id: RequestID)

    /// The network or the machine changed, so that kept connections may lead nowhere. A notice with the number of the one
    /// before is that one.
    func noticed(_ notice: NetworkNotice, number: UInt64)
}

extension Transport {
    /// Nothing, where there are no connections.
    package func noticed(_ notice: NetworkNotice, number: UInt64) {}
}

/// What a response may have before the client gives it up.
enum TransportLimits {
    /// The most bytes of one header line: 64 KiB. Below the limit of libcurl, which names no limit when it is exceeded.
    static let headerLineBytes = 64 * 1024

    /// The most bytes of all header lines of a response, with interim responses and trailers: 256 KiB.
    static let headBytes = 256 * 1024

    /// The most bytes of one trailer, which is a header line behind a body in chunks: libcurl's own limit, 4 KiB.
    static let trailerBytes = 4096

    /// The most encodings that a body may be wrapped in.
    static let encodings = 3
}
