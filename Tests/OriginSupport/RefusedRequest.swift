import Testing

/// A request that every port refuses, malformed, ambiguous about its end, or too large.
struct RefusedRequest: Sendable {
    /// The status that refuses it.
    let status: Int
    /// Its bytes.
    let text: String

    private init(_ status: Int, _ text: String) {
        self.status = status
        self.text = text
    }

    private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    private static func get(_ target: String) -> String { "GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n" }

    private static func post(_ headers: String, _ body: String = "") -> String {
        "POST /publish/demo/demo/0/a/0 HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n\r\n\(body)"
    }

    static let all = [
        RefusedRequest(414, get("/time/0?" + repeated("x", 100_000))),
        RefusedRequest(431, "GET /time/0 HTTP/1.1\r\nHost: o\r\nA: \(repeated("x", 1024 * 1024))\r\n\r\n"),
        RefusedRequest(413, post("Content-Length: 5242880", repeated("1", 5 * 1024 * 1024))),
        RefusedRequest(400, post("Content-Length: -1", "1")),
        RefusedRequest(400, post("Content-Length: 99999999999999999999999999", "1")),
        RefusedRequest(400, post("Content-Length: 1x", "1")),
        RefusedRequest(400, post("Content-Length: 1\r\nContent-Length: 2", "12")),
        RefusedRequest(400, post("Transfer-Encoding: chunked\r\nContent-Length: 1", "1\r\n1\r\n0\r\n\r\n")),
        RefusedRequest(400, post("Transfer-Encoding: chunked", "zz\r\n1\r\n0\r\n\r\n")),
        RefusedRequest(400, post("Transfer-Encoding: chunked", "-1\r\n1\r\n0\r\n\r\n")),
        RefusedRequest(400, post("Transfer-Encoding: chunked", "1\r\n12\r\n0\r\n\r\n")),
        RefusedRequest(413, post("Transfer-Encoding: chunked", "FFFFFF\r\n" + repeated("1", 100_000))),
        RefusedRequest(400, post("Transfer-Encoding: identity, x", "1")),
        RefusedRequest(400, get("/time/0\0")),
        RefusedRequest(400, get("elsewhere:80")),
        RefusedRequest(400, "GET /time/0 HTTP/1.1\r\nHo\0st: o\r\n\r\n"),
        RefusedRequest(400, "GET /time/0 HTTP/1.1\r\nHost : o\r\n\r\n"),
        RefusedRequest(400, "GET /time/0 HTTP/9.9\r\nHost: o\r\n\r\n"),
        RefusedRequest(400, "FROB /time/0 HTTP/1.1\r\nHost: o\r\n\r\n"),
        RefusedRequest(400, "\u{16}\u{03}\u{01}\u{02}\0\u{01}\0\u{01}\u{FC}\r\n\r\n"),
    ]

    /// Sends the request, and expects its refusal and the end of the connection, with nothing behind it served.
    ///
    /// - Parameter port: The port, on this machine.
    /// - Throws: An error if nothing listens.
    func check(onPort port: Int) throws {
        let connection = try #require(RawConnection(port: port))
        connection.send(text)
        let answer = connection.answer()
        #expect(answer?.status == status)
        #expect(answer?["connection"] == "close")
        connection.finishSending()
        #expect(connection.waitForEnd() == .closed)
    }
}
