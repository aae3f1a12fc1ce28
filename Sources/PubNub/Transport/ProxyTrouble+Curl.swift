import CCurl
import PubNubMachines

extension ProxyTrouble {
    /// Why a request did not get past the proxy; nil when it did.
    ///
    /// - Parameters:
    ///   - code: The transfer's result.
    ///   - status: The HTTP status of the answer, 0 when none came.
    ///   - tunnelStatus: The HTTP status with which the proxy answered `CONNECT`, 0 when it did not.
    ///   - isForwarded: Whether the proxy forwards the request, and opens no tunnel for it.
    ///   - wasSent: Whether the request went out, which it does when a tunnel and TLS in it are there.
    init?(curl code: CURLcode, status: Int, tunnelStatus: Int, isForwarded: Bool, wasSent: Bool) {
        switch code {
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT: self = .unreachable
        case CURLE_OK where isForwarded && status == 407: self = .credentialsRefused
        case _ where isForwarded || wasSent: return nil
        default: self.init(tunnelStatus: tunnelStatus, code)
        }
    }

    private init?(tunnelStatus: Int, _ code: CURLcode) {
        switch (tunnelStatus, code) {
        case (200..<300, _): return nil
        case (407, _): self = .credentialsRefused
        case (0, CURLE_OPERATION_TIMEDOUT): self = .unreachable
        case (0, CURLE_GOT_NOTHING), (0, CURLE_PARTIAL_FILE), (0, CURLE_WEIRD_SERVER_REPLY),
            (0, CURLE_UNSUPPORTED_PROTOCOL), (0, CURLE_SEND_ERROR), (0, CURLE_RECV_ERROR), (0, CURLE_PROXY):
            self = .notUnderstood
        case (0, _): return nil
        case (let status, _): self = .tunnelRefused(status: status)
        }
    }
}
