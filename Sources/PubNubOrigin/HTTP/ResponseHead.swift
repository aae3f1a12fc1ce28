import NIOHTTP1

/// The head of an answer as the service sends it.
enum ResponseHead {
    static func make(
        for response: OriginResponse,
        length: Int,
        isCompressed: Bool,
        keepAlive: Bool,
        date: String
    ) -> HTTPResponseHead {
        var headers = HTTPHeaders()
        headers.reserveCapacity(9)
        headers.add(name: "Date", value: date)
        headers.add(name: "Content-Type", value: response.contentType)
        headers.add(name: "Content-Length", value: "\(length)")
        headers.add(name: "Connection", value: keepAlive ? "keep-alive" : "close")
        headers.add(name: "Cache-Control", value: "no-cache")
        headers.add(name: "Access-Control-Allow-Origin", value: "*")
        headers.add(name: "Access-Control-Allow-Methods", value: "GET")
        if isCompressed { headers.add(name: "Content-Encoding", value: "gzip") }
        if let server = response.server { headers.add(name: "Server", value: server) }
        return HTTPResponseHead(version: .http1_1, status: .init(statusCode: response.status), headers: headers)
    }
}
