import PubNubCodec
import PubNubWire

/// The head of a request in HTTP/1.1, as it goes out.
///
/// The only description of the head: the transport passes these fields to libcurl, and the size of a request is
/// calculated from them. libcurl itself adds the parts that HTTP requires in every request: the first line, `Host`, the
/// length of a body, and the fields for a forwarding proxy.
struct RequestHead {
    typealias Field = (name: String, value: String)

    /// The compressions of responses that the transport can undo, which ``ResponseEncoding`` does.
    static let encodings = "gzip, deflate"

    private static let accept: Field = ("Accept", "*/*")
    // Stored with its final type: a list of pairs without labels would be converted with each request.
    private static let plain: [Field] = [accept]
    private static let compressed: [Field] = [accept, ("Accept-Encoding", encodings)]

    /// The fields that libcurl writes, in this order.
    static func fields(of request: TransportRequest) -> [Field] {
        let shared = request.acceptsCompression ? compressed : plain
        return request.headers.isEmpty ? shared : shared + request.headers
    }

    /// The whole head, including the blank line.
    let text: String

    /// The head of `request`; `nil` unless its URL is an http or https one.
    init?(_ request: TransportRequest) {
        var origins = OriginList()
        guard let base = origins.base(of: request.url) else { return nil }
        let origin = String(decoding: request.url.utf8.prefix(base.length), as: UTF8.self)
        let path = String(decoding: request.url.utf8.dropFirst(base.length), as: UTF8.self)
        let forwarder = CurlProfile(request).isForwarded ? request.proxy : nil
        let target = (forwarder == nil ? "" : origin) + (path.utf8.first == UInt8(ascii: "/") ? "" : "/") + path
        var fields: [Field] = [("Host", Self.host(of: origin))]
        if let forwarder { fields += Self.fields(for: forwarder) }
        fields += Self.fields(of: request)
        if let length = Self.bodyLength(of: request) { fields.append(("Content-Length", "\(length)")) }
        let lines = fields.map { $0.value.isEmpty ? "\($0.name):\r\n" : "\($0.name): \($0.value)\r\n" }
        text = "\(request.verb.rawValue) \(target) HTTP/1.1\r\n\(lines.joined())\r\n"
    }

    /// The announced length of the body; `nil` if none is announced.
    private static func bodyLength(of request: TransportRequest) -> Int? {
        if case .upload(let length) = request.stream?.direction { return length }
        return request.body?.count ?? (request.verb == .post ? 0 : nil)
    }

    /// The host, with the port unless it is the default of the scheme.
    private static func host(of origin: String) -> String {
        let isSecure = origin.hasPrefix("https:")
        let host = origin.dropFirst(isSecure ? 8 : 7)
        let port = isSecure ? ":443" : ":80"
        return String(host.hasSuffix(port) ? host.dropLast(port.count) : host)
    }

    private static func fields(for proxy: HTTPProxy) -> [Field] {
        let fields: [Field] = [("Proxy-Connection", "Keep-Alive")]
        guard let username = proxy.username else { return fields }
        let credentials = Base64.encode(Array("\(username):\(proxy.password ?? "")".utf8))
        return [("Proxy-Authorization", "Basic \(credentials)")] + fields
    }
}

extension TransportRequest {
    /// The number of bytes of head and body in HTTP/1.1 and before TLS; `nil` unless the URL is an http or https one.
    package var byteCount: Int? {
        RequestHead(self).map { $0.text.utf8.count + (body?.count ?? 0) }
    }
}
