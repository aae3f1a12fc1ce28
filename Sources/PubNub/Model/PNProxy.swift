/// An HTTP proxy through which a client reaches its origin; see ``PNConfiguration/proxy``.
///
/// Plain HTTP is forwarded by the proxy, which can read it. TLS goes through a tunnel that the proxy opens (`CONNECT`): the
/// origin's certificate is verified by the client as without a proxy. Credentials are sent to the proxy by the Basic
/// scheme, in clear text; they never reach the origin, a log or an error.
public struct PNProxy: Sendable, Hashable {
    /// Name or address; an IPv6 address is without brackets.
    public let host: String
    /// The port, from 1 to 65535.
    public let port: Int
    /// Who asks; `nil` when the proxy asks for no credentials.
    public let username: String?
    /// The password; `nil` when the proxy asks for no credentials.
    public let password: String?

    /// Makes a proxy of its parts.
    ///
    /// - Parameters:
    ///   - host: Name or address.
    ///   - port: The port, from 1 to 65535.
    ///   - username: Who asks; `nil`, the default, or an empty text sends no credentials.
    ///   - password: The password; `nil`, the default, is an empty one when there is a user name.
    /// - Throws: ``kPNConnectionErrorOnSetup`` with the reason, for what cannot be a host, a port or credentials.
    public init(host: String, port: Int, username: String? = nil, password: String? = nil) throws(PNError) {
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let host = isBracketed ? String(host.dropFirst().dropLast()) : host
        guard Self.isHost(host) else { throw .proxy("The proxy's host is missing or is not a name or address.") }
        guard (1...65535).contains(port) else { throw .proxy("The proxy's port is not a number from 1 to 65535.") }
        let name = username ?? ""
        let secret = password ?? ""
        // The Basic scheme ends the name at the first colon.
        guard Self.isPrintable(name), Self.isPrintable(secret), !name.contains(":") else {
            throw .proxy("The user name for the proxy has a colon, or it or the password has control characters.")
        }
        guard !name.isEmpty || secret.isEmpty else {
            throw .proxy("There is a password for the proxy, but no user name.")
        }
        self.host = host
        self.port = port
        self.username = name.isEmpty ? nil : name
        self.password = name.isEmpty ? nil : secret
    }

    /// Makes a proxy of a URL: `http://HOST:PORT` or `http://USER:PASSWORD@HOST:PORT`; `http://` may be left out.
    ///
    /// - Parameter url: The URL. Special characters of user name and password are percent-escaped in it.
    /// - Throws: ``kPNConnectionErrorOnSetup`` with the reason, which does not repeat the URL.
    public init(url: String) throws(PNError) {
        try self.init(parsing: url)
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

extension PNProxy: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Host and port, and whether there are credentials, but not those.
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

extension PNError {
    /// A proxy that cannot be.
    static func proxy(_ reason: String) -> PNError {
        PNError(message: reason, code: kPNConnectionErrorOnSetup)
    }
}
