import PubNubWire

extension PNProxy {
    private static let scheme = "http://"

    /// Takes a URL apart. The text may hold a password, so it is never part of an error.
    init(parsing url: String) throws(PNError) {
        var rest = url[...]
        if url.lowercased().hasPrefix(Self.scheme) {
            rest = rest.dropFirst(Self.scheme.count)
        } else if url.contains("://") {
            throw .proxy("Only HTTP proxies can be used: the URL begins with http:// or with the host.")
        }
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        let at = rest.lastIndex(of: "@")
        let place = at.map { rest[rest.index(after: $0)...] } ?? rest
        guard let colon = place.lastIndex(of: ":"), !place.hasSuffix("]") else {
            throw .proxy("The proxy's URL names no port: it is http://HOST:PORT.")
        }
        guard let port = Int(place[place.index(after: colon)...]) else {
            throw .proxy("The proxy's port is not a number from 1 to 65535.")
        }
        let credentials = at.map { rest[..<$0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false) }
        try self.init(
            host: String(place[..<colon]),
            port: port,
            username: try credentials?.first.map { text throws(PNError) in try Self.unescaped(text) },
            password: try credentials?.dropFirst().first.map { text throws(PNError) in try Self.unescaped(text) }
        )
    }

    private static func unescaped(_ text: Substring) throws(PNError) -> String {
        guard let plain = PercentEncoding.unescape(text) else {
            throw .proxy("The credentials in the proxy's URL are not percent-escaped.")
        }
        return plain
    }
}
