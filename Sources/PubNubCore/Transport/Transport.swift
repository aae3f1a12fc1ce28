package import PubNubMachines

/// Called exactly once for each request, on a thread of the transport, without a lock.
package typealias TransportCompletion = @Sendable (Result<TransportResponse, TransportFailure>) -> Void

/// The interface between the client and the network.
package protocol Transport: Sendable {
    /// Sends a request and reports its outcome. Returns immediately.
    ///
    /// The time of a response is not limited: a caller can limit it with a timer and a cancellation.
    func start(_ request: TransportRequest, completion: @escaping TransportCompletion)

    /// Ends a request: its completion receives `.cancelled`, unless it has been called or is being called.
    ///
    /// Does nothing for a request that is over or was never started.
    func cancel(_ id: RequestID)

    /// Lets the transfer of a ``BodyStream`` continue that was paused because no bytes or no room were there.
    ///
    /// Does nothing for a request that is over or was never started.
    func resume(_ id: RequestID)

    /// The network or the machine changed, so open connections may be dead. A notice with the number of the one before
    /// is the same notice.
    func noticed(_ notice: NetworkNotice, number: UInt64)

    /// A client needs its connections no longer.
    ///
    /// - Parameters:
    ///   - client: Its number, which the identifiers of its requests contain.
    ///   - closed: Called once when they are closed, on any thread.
    func clientEnded(_ client: UInt64, closed: @escaping @Sendable () -> Void)
}

extension Transport {
    /// Does nothing, for transports without streams.
    package func resume(_ id: RequestID) {}

    /// Does nothing, for transports without connections.
    package func noticed(_ notice: NetworkNotice, number: UInt64) {}

    /// Does nothing, for transports without connections.
    package func clientEnded(_ client: UInt64, closed: @escaping @Sendable () -> Void) { closed() }
}

/// The limits of a response, beyond which the client aborts it.
enum TransportLimits {
    /// The most bytes of one header line: 64 KiB. Below libcurl's limit, which reports no size when it is exceeded.
    static let headerLineBytes = 64 * 1024

    /// The most bytes of all header lines of a response, with interim responses and trailers: 256 KiB.
    static let headBytes = 256 * 1024

    /// The most bytes of one trailer, which is a header line after a chunked body: libcurl's own limit, 4 KiB.
    static let trailerBytes = 4096

    /// The most content codings of a body.
    static let encodings = 3
}
