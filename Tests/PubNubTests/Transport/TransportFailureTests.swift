import CPubNubCurl
import Glibc
import Testing

@testable import PubNub
@testable import PubNubCore

/// Documentation/WireProtocol.md, "Losing the network" and "TLS levels".
@Suite("Every libcurl result has one meaning")
struct TransportFailureTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let code: CURLcode
        var systemError: Int32 = 0
        var reason = "why"
        let failure: TransportFailure.Reason?

        var testDescription: String { "\(code.rawValue)/\(systemError)" }
    }

    static let rows = [
        Row(code: CURLE_OK, failure: nil),
        Row(code: CURLE_COULDNT_RESOLVE_HOST, failure: .nameNotResolved),
        Row(code: CURLE_COULDNT_RESOLVE_PROXY, failure: .nameNotResolved),
        Row(code: CURLE_COULDNT_CONNECT, systemError: ECONNREFUSED, failure: .unreachable),
        Row(code: CURLE_COULDNT_CONNECT, systemError: ENETUNREACH, failure: .noRoute),
        Row(code: CURLE_COULDNT_CONNECT, systemError: EHOSTUNREACH, failure: .noRoute),
        Row(code: CURLE_OPERATION_TIMEDOUT, failure: .connectTimedOut),
        Row(code: CURLE_GOT_NOTHING, failure: .closed),
        Row(code: CURLE_PARTIAL_FILE, failure: .closed),
        Row(code: CURLE_WEIRD_SERVER_REPLY, failure: .closed),
        Row(code: CURLE_UNSUPPORTED_PROTOCOL, failure: .closed),
        Row(code: CURLE_RECV_ERROR, systemError: ECONNRESET, failure: .reset),
        Row(code: CURLE_SEND_ERROR, systemError: EPIPE, failure: .reset),
        Row(
            code: CURLE_RECV_ERROR,
            systemError: ETIMEDOUT,
            failure: .socket("words")
        ),
        Row(code: CURLE_SEND_ERROR, failure: .socket("words")),
        Row(code: CURLE_HTTP2, failure: .reset),
        Row(code: CURLE_HTTP2_STREAM, failure: .reset),
        Row(code: CURLE_BAD_CONTENT_ENCODING, failure: .badEncoding),
        Row(code: CURLE_SSL_CONNECT_ERROR, failure: .tls(reason: "why")),
        Row(
            code: CURLE_SSL_CONNECT_ERROR,
            systemError: ECONNRESET,
            reason: "Recv failure: Connection reset by peer",
            failure: .reset
        ),
        Row(
            code: CURLE_SSL_CONNECT_ERROR,
            systemError: ECONNRESET,
            reason: "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to a:443",
            failure: .tls(reason: "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to a:443")
        ),
        Row(
            code: CURLE_SSL_CONNECT_ERROR,
            systemError: EPIPE,
            reason: "Send failure: Broken pipe",
            failure: .tls(reason: "Send failure: Broken pipe")
        ),
        Row(
            code: CURLE_SSL_CONNECT_ERROR,
            systemError: EPIPE,
            reason: "error:0A00010B:SSL routines::wrong version number",
            failure: .tls(reason: "error:0A00010B:SSL routines::wrong version number")
        ),
        Row(
            code: CURLE_SSL_CONNECT_ERROR,
            systemError: ECONNRESET,
            reason: "OpenSSL/3.0.19: error:06880006:asn1 encoding routines::EVP lib",
            failure: .tls(reason: "OpenSSL/3.0.19: error:06880006:asn1 encoding routines::EVP lib")
        ),
        Row(code: CURLE_PEER_FAILED_VERIFICATION, failure: .tls(reason: "why")),
        Row(code: CURLE_SSL_CERTPROBLEM, failure: .tls(reason: "why")),
        Row(code: CURLE_SSL_CIPHER, failure: .tls(reason: "why")),
        Row(code: CURLE_URL_MALFORMAT, failure: .setup("words")),
        Row(code: CURLE_OUT_OF_MEMORY, failure: .setup("words")),
        Row(code: CURLE_READ_ERROR, failure: .socket("words")),
    ]

    @Test(arguments: rows)
    func meaning(row: Row) {
        let code = (row.code, Int(row.systemError))
        let failure = TransportFailure.Reason(curl: code.0, systemError: code.1, text: "words", reason: row.reason)
        #expect(failure == row.failure)
    }

    @Test("Keeps libcurl's own message, which may quote the URL, for TLS failures only")
    func noText() {
        for code in 0..<UInt32(CURL_LAST.rawValue) {
            let result = CURLcode(rawValue: code)
            let failure = TransportFailure.Reason(curl: result, systemError: 0, text: "", reason: "auth=key")
            if case .tls(reason: "auth=key") = failure { continue }
            #expect(!"\(String(describing: failure))".contains("auth=key"))
        }
    }

    @Test("A TLS failure without a message still has a reason")
    func reason() {
        let failure = TransportFailure.Reason(curl: CURLE_SSL_CONNECT_ERROR, systemError: 0, text: "words", reason: "")
        #expect(failure == .tls(reason: "words"))
    }
}
