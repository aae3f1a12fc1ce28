import CPubNubCurl
import Glibc
import PubNubMachines

extension TransportFailure.Reason {
    /// Converts a result of libcurl; `nil` for success.
    ///
    /// - Parameters:
    ///   - code: The transfer's result.
    ///   - systemError: `errno` of the call that failed, 0 when none did.
    ///   - text: libcurl's general message for such a result.
    ///   - reason: libcurl's message for this failure, used only for TLS: its other messages may quote the URL.
    init?(curl code: CURLcode, systemError: Int, text: @autoclosure () -> String, reason: String) {
        switch code {
        case CURLE_OK:
            return nil
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            self = .nameNotResolved
        case CURLE_COULDNT_CONNECT:
            self = Self.isMissingRoute(systemError) ? .noRoute : .unreachable
        case CURLE_OPERATION_TIMEDOUT:
            // Apart from the connect timeout, only transfers of files have a limit, which the handle tells apart.
            self = .connectTimedOut
        case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL:
            // The last code means a response that is not HTTP: a URL with another scheme never reaches libcurl.
            self = .closed
        case CURLE_HTTP2, CURLE_HTTP2_STREAM:
            self = .reset
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR:
            self = Self.isReset(systemError) ? .reset : .socket(text())
        case CURLE_BAD_CONTENT_ENCODING:
            self = .badEncoding
        case CURLE_SSL_CONNECT_ERROR where systemError == Int(ECONNRESET) && Self.tellsOfReset(reason):
            self = .reset
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_USE_SSL_FAILED, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
            CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED:
            self = .tls(reason: reason.isEmpty ? text() : reason)
        case CURLE_SSL_CACERT_BADFILE:
            // This is not a TLS failure, so less security does not help.
            self = .setup(Self.authorityFileError)
        case CURLE_URL_MALFORMAT, CURLE_FAILED_INIT, CURLE_OUT_OF_MEMORY, CURLE_BAD_FUNCTION_ARGUMENT,
            CURLE_UNKNOWN_OPTION, CURLE_NOT_BUILT_IN:
            self = .setup(text())
        default:
            self = .socket(text())
        }
    }

    private static let authorityFileError =
        "The certificate authority file is missing, cannot be read, or holds no certificate in PEM form."

    /// Whether a handshake ended only because the connection was reset. The system's error is not sufficient: libcurl
    /// remembers that of an earlier transfer. A server that reads the handshake, sends another response and closes the
    /// connection does not count: then the client may first notice that it cannot send its alert (`EPIPE`, which only
    /// follows the server's close).
    private static func tellsOfReset(_ reason: String) -> Bool {
        reason.contains(String(cString: strerror(ECONNRESET)))
    }

    private static func isMissingRoute(_ systemError: Int) -> Bool {
        [ENETDOWN, ENETUNREACH, EHOSTDOWN, EHOSTUNREACH, EADDRNOTAVAIL].contains { systemError == Int($0) }
    }

    private static func isReset(_ systemError: Int) -> Bool {
        systemError == Int(ECONNRESET) || systemError == Int(EPIPE)
    }
}

extension ProxyError {
    /// The reason why a request did not get past the proxy; `nil` if it did.
    ///
    /// - Parameters:
    ///   - code: The transfer's result.
    ///   - status: The HTTP status of the response, 0 without one.
    ///   - tunnelStatus: The HTTP status of the proxy's response to `CONNECT`, 0 without one.
    ///   - isForwarded: Whether the proxy forwards the request, and opens no tunnel for it.
    ///   - wasSent: Whether the request was sent, which requires the tunnel and TLS inside it.
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
