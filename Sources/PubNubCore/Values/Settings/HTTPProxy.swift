import Foundation
import PubNubWire

/// An HTTP proxy through which a client reaches its origin. Its credentials never reach the origin, a log or an error.
public struct HTTPProxy: Sendable, Hashable {
    /// Name or address; an IPv6 address is without brackets.
    public let host: String
    /// The port, from 1 to 65535.
    public let port: Int
    /// The user name; `nil` if the proxy requires no credentials.
    public let username: String?
    /// The password; `nil` if the proxy requires no credentials.
    public let password: String?

    /// Makes a proxy from its parts.
    ///
    /// - Parameters:
    ///   - host: Name or address.
    ///   - port: The port, from 1 to 65535.
    ///   - username: The user name; `nil`, the default, or an empty string sends no credentials.
    ///   - password: The password; `nil`, the default, is an empty one if there is a user name.
    /// - Throws: ``InvalidProxy`` if the host, the port or the credentials are invalid.
    public init(host: String, port: Int, username: String? = nil, password: String? = nil) throws(InvalidProxy) {
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let host = isBracketed ? String(host.dropFirst().dropLast()) : host
        guard Self.isHost(host) else { throw InvalidProxy("The proxy's host is missing or is not a name or address.") }
        guard (1...65535).contains(port) else {
            throw InvalidProxy("The proxy's port is not a number from 1 to 65535.")
        }
        let name = username ?? ""
        let secret = password ?? ""
        // The Basic scheme ends the name at the first colon.
        guard Self.isPrintable(name), Self.isPrintable(secret), !name.contains(":") else {
            throw InvalidProxy(
                "The proxy's user name contains a colon, or user name or password contain control characters."
            )
        }
        guard !name.isEmpty || secret.isEmpty else {
            throw InvalidProxy("The proxy has a password but no user name.")
        }
        self.host = host
        self.port = port
        self.username = name.isEmpty ? nil : name
        self.password = name.isEmpty ? nil : secret
    }

    private static func isHost(_ host: String) -> Bool {
        let isName = host.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: ":"):
                true
            default: false
            }
        }
        return isName && !host.isEmpty && host.utf8.count <= 253
    }

    private static func isPrintable(_ text: String) -> Bool {
        text.utf8.count <= 1024 && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}

/// The error for an invalid proxy.
public struct InvalidProxy: Error, Sendable, Equatable {
    /// The reason, without credentials.
    public let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}

extension HTTPProxy: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Host and port, and whether there are credentials, without the credentials.
    public var description: String {
        "\(address)\(username == nil ? "" : " with credentials")"
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Nothing but ``description``, so that no dump shows the credentials.
    public var customMirror: Mirror { Mirror(self, children: ["address": description]) }

    /// Scheme, host and port.
    var address: String {
        "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}

extension HTTPProxy {
    /// Returns the proxy that the environment of the process names for an origin.
    ///
    /// - Parameters:
    ///   - origin: The host of the origin, or `host:port`.
    ///   - isSecure: Whether the client uses TLS; `true` by default.
    /// - Returns: The proxy; `nil` if the environment names none.
    /// - Throws: ``InvalidProxy`` if the named proxy is invalid.
    public static func fromEnvironment(
        forOrigin origin: String,
        isSecure: Bool = true
    ) throws(InvalidProxy) -> HTTPProxy? {
        try named(by: ProcessInfo.processInfo.environment, forOrigin: origin, isSecure: isSecure)
    }

    package static func named(
        by environment: [String: String],
        forOrigin origin: String,
        isSecure: Bool
    ) throws(InvalidProxy) -> HTTPProxy? {
        // A web server hands its client's "Proxy:" header to scripts as HTTP_PROXY, so that one is not to be trusted.
        let names = (isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]) + ["all_proxy", "ALL_PROXY"]
        let named = names.first { environment[$0] != nil }
        guard let name = named, let url = environment[name], !url.isEmpty else { return nil }
        let exceptions = ProxyExceptions(environment["no_proxy"] ?? environment["NO_PROXY"] ?? "")
        if exceptions.cover(origin) { return nil }
        do throws(InvalidProxy) {
            return try HTTPProxy(url: url)
        } catch {
            throw InvalidProxy("\(name): \(error.reason)")
        }
    }
}

extension HTTPProxy {
    private static let scheme = "http://"

    /// Makes a proxy from a URL: `http://HOST:PORT` or `http://USER:PASSWORD@HOST:PORT`; `http://` is optional.
    ///
    /// - Parameter url: The URL. Special characters of user name and password are percent-escaped in it.
    /// - Throws: ``InvalidProxy``, which does not repeat the URL: that may contain a password.
    public init(url: String) throws(InvalidProxy) {
        var rest = url[...]
        if url.lowercased().hasPrefix(Self.scheme) {
            rest = rest.dropFirst(Self.scheme.count)
        } else if url.contains("://") {
            throw InvalidProxy("Only HTTP proxies are supported: the URL must begin with http:// or with the host.")
        }
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        let at = rest.lastIndex(of: "@")
        let authority = at.map { rest[rest.index(after: $0)...] } ?? rest
        guard let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") else {
            throw InvalidProxy("The proxy's URL has no port: write http://HOST:PORT.")
        }
        guard let port = Int(authority[authority.index(after: colon)...]) else {
            throw InvalidProxy("The proxy's port is not a number from 1 to 65535.")
        }
        let credentials = at.map { rest[..<$0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false) }
        try self.init(
            host: String(authority[..<colon]),
            port: port,
            username: try credentials?.first.map { text throws(InvalidProxy) in try Self.unescaped(text) },
            password: try credentials?.dropFirst().first.map { text throws(InvalidProxy) in try Self.unescaped(text) }
        )
    }

    private static func unescaped(_ text: Substring) throws(InvalidProxy) -> String {
        guard let plain = PercentEncoding.unescape(text) else {
            throw InvalidProxy("The credentials in the proxy's URL are not percent-escaped.")
        }
        return plain
    }
}
