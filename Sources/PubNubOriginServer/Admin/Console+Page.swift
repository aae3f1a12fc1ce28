import PubNubOrigin
import PubNubWire

extension Console {
    /// Where the page is.
    private static let folder = "/console/"

    /// The response to a request for the page or one of its files; nil for another path. Files have no secrets and need no token: the page
    /// asks for the token, and sends it with its calls.
    func page(_ request: AdminRequest) -> AdminResponse? {
        let path = request.path
        if path == "/" || path == "/console" { return Self.redirection }
        guard path.hasPrefix(Self.folder) else { return nil }
        guard request.method == "GET" || request.method == "HEAD" else { return .notAllowed(["GET", "HEAD"]) }
        let name = String(path.dropFirst(Self.folder.count))
        guard let file = files[name.isEmpty ? ConsoleFiles.page : name] else {
            return .error(404, "There is no such path.")
        }
        let isCurrent = request.ifNoneMatch.map { $0.split(separator: ",").contains { $0.holdsTag(file.tag) } } ?? false
        var response = AdminResponse(
            status: isCurrent ? 304 : 200,
            contentType: file.contentType,
            body: isCurrent ? [] : file.bytes
        )
        response.headers = [
            HeaderField(name: "ETag", value: file.tag), HeaderField(name: "Cache-Control", value: "no-cache"),
            HeaderField(name: "Content-Security-Policy", value: policy(host: request.host)),
            HeaderField(name: "Referrer-Policy", value: "no-referrer"),
            HeaderField(name: "X-Frame-Options", value: "DENY"),
            HeaderField(name: "Cross-Origin-Opener-Policy", value: "same-origin"),
        ]
        return response
    }

    private static var redirection: AdminResponse {
        var response = AdminResponse(status: 302, contentType: "text/plain; charset=utf-8", body: [])
        response.headers = [HeaderField(name: "Location", value: folder)]
        return response
    }

    /// The addresses that the page may load and call: its own files, the admin listener and the public listener.
    private func policy(host: String?) -> String {
        let called = ["'self'", monitor.serving.flatMap { publicOrigin($0.address, host) }].compactMap(\.self)
        return """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src \
            \(called.joined(separator: " ")); base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
            require-trusted-types-for 'script'; trusted-types 'none'
            """
    }

    /// The public listener as the browser reaches it. If that listens on all addresses, the browser reaches it under the name by which
    /// it reached this listener.
    private func publicOrigin(_ address: OriginAddress, _ host: String?) -> String? {
        guard ["0.0.0.0", "::", "[::]"].contains(address.host) else { return address.url }
        guard let host, let name = Self.name(of: host) else { return nil }
        return "\(configuration.security == nil ? "http" : "https")://\(name):\(address.port)"
    }

    /// The name in a `Host` header without its port; nil if it could end the policy or begin another one.
    private static func name(of host: String) -> String? {
        let isAllowed = host.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"),
                UInt8(ascii: "["), UInt8(ascii: "]"):
                true
            default: false
            }
        }
        guard isAllowed, !host.isEmpty else { return nil }
        guard let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") else { return host }
        return String(host[..<colon])
    }
}

extension Substring {
    /// Whether an element of `If-None-Match` is a tag, weak or not, or any.
    fileprivate func holdsTag(_ tag: String) -> Bool {
        let element = filter { $0 != " " }
        return element == "*" || element == tag || element == "W/\(tag)"
    }
}
