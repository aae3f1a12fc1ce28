import CPubNubCurl
import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("Distinguishes failures before a proxy from failures behind it")
struct ProxyErrorTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let code: CURLcode
        var status = 0
        var tunnel = 0
        var isForwarded = false
        var wasSent = false
        let trouble: ProxyError?

        var testDescription: String { "\(code.rawValue)/\(status)/\(tunnel)/\(isForwarded)/\(wasSent)" }
    }

    static let rows = [
        Row(code: CURLE_COULDNT_RESOLVE_PROXY, trouble: .unreachable),
        Row(code: CURLE_COULDNT_CONNECT, isForwarded: true, trouble: .unreachable),
        Row(code: CURLE_OPERATION_TIMEDOUT, trouble: .unreachable),
        Row(code: CURLE_OPERATION_TIMEDOUT, tunnel: 200, trouble: nil),
        Row(code: CURLE_RECV_ERROR, tunnel: 407, trouble: .credentialsRefused),
        Row(code: CURLE_OK, status: 407, isForwarded: true, wasSent: true, trouble: .credentialsRefused),
        Row(code: CURLE_OK, status: 502, isForwarded: true, wasSent: true, trouble: nil),
        Row(code: CURLE_OK, status: 407, tunnel: 200, wasSent: true, trouble: nil),
        Row(code: CURLE_RECV_ERROR, tunnel: 502, trouble: .tunnelRefused(status: 502)),
        Row(code: CURLE_RECV_ERROR, trouble: .notUnderstood),
        Row(code: CURLE_GOT_NOTHING, trouble: .notUnderstood),
        Row(code: CURLE_RECV_ERROR, tunnel: 200, wasSent: true, trouble: nil),
        Row(code: CURLE_RECV_ERROR, isForwarded: true, wasSent: true, trouble: nil),
        Row(code: CURLE_PEER_FAILED_VERIFICATION, tunnel: 200, trouble: nil),
        Row(code: CURLE_SSL_CACERT_BADFILE, trouble: nil),
        Row(code: CURLE_OK, status: 200, tunnel: 200, wasSent: true, trouble: nil),
    ]

    @Test(arguments: rows)
    func meaning(_ row: Row) {
        let trouble = ProxyError(
            curl: row.code,
            status: row.status,
            tunnelStatus: row.tunnel,
            isForwarded: row.isForwarded,
            wasSent: row.wasSent
        )
        #expect(trouble == row.trouble)
    }
}
