/// Writes the responses that tests script.
enum HTTPText {
    static func response(_ body: String, status: String = "200 OK", headers: [String] = []) -> [UInt8] {
        response(Array(body.utf8), status: status, headers: headers)
    }

    static func response(_ body: [UInt8], status: String = "200 OK", headers: [String] = []) -> [UInt8] {
        let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)"] + headers
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }
}

extension RawServer {
    /// Responds with the request: the request line, a line for each header, and the body.
    static func echoing() throws -> RawServer {
        try RawServer { connection in
            while let request = connection.readRequest() {
                let lines = [request.line] + request.headers.map { "\($0.name): \($0.value)" }
                let head = lines.map { $0 + "\n" }.joined()
                connection.send(HTTPText.response(Array(head.utf8) + request.body))
            }
        }
    }
}
