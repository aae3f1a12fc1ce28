import PubNubCore

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
    /// The user name; `nil` if the proxy requires no credentials.
    public let username: String?
    /// The password; `nil` if the proxy requires no credentials.
    public let password: String?
    /// The proxy with which the client works.
    let setting: HTTPProxy

    /// Makes a proxy from its parts.
    ///
    /// - Parameters:
    ///   - host: Name or address.
    ///   - port: The port, from 1 to 65535.
    ///   - username: The user name; `nil`, the default, or an empty string sends no credentials.
    ///   - password: The password; `nil`, the default, is an empty one if there is a user name.
    /// - Throws: ``kPNConnectionErrorOnSetup`` with the reason if the host, the port or the credentials are invalid.
    public init(host: String, port: Int, username: String? = nil, password: String? = nil) throws(PNError) {
        self.init(
            try Self.checked { () throws(InvalidProxy) in
                try HTTPProxy(host: host, port: port, username: username, password: password)
            }
        )
    }

    /// Makes a proxy from a URL: `http://HOST:PORT` or `http://USER:PASSWORD@HOST:PORT`; `http://` is optional.
    ///
    /// - Parameter url: The URL. Special characters of user name and password are percent-escaped in it.
    /// - Throws: ``kPNConnectionErrorOnSetup`` with the reason, which does not repeat the URL.
    public init(url: String) throws(PNError) {
        self.init(try Self.checked { () throws(InvalidProxy) in try HTTPProxy(url: url) })
    }

    init(_ proxy: HTTPProxy) {
        host = proxy.host
        port = proxy.port
        username = proxy.username
        password = proxy.password
        setting = proxy
    }

    /// Converts the reason why a proxy is invalid.
    private static func checked<Value>(_ make: () throws(InvalidProxy) -> Value) throws(PNError) -> Value {
        do throws(InvalidProxy) {
            return try make()
        } catch {
            throw PNError(reason: error.reason, code: kPNConnectionErrorOnSetup)
        }
    }
}

extension PNProxy: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Host and port, and whether there are credentials, without the credentials.
    public var description: String {
        setting.description
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Nothing but ``description``, so that no dump shows the credentials.
    public var customMirror: Mirror { Mirror(self, children: ["address": description]) }
}

extension PNProxy {
    /// Returns the proxy that the environment names for an origin, by the variables that most programs on Linux use.
    ///
    /// It is `https_proxy` for TLS and `http_proxy` for plain HTTP, else `all_proxy`; all but `http_proxy` may be in upper
    /// case. None is used for this machine (`localhost`, `127.0.0.0/8`, `::1`), nor for what `no_proxy` lists, separated by
    /// commas: hosts (`example.com` and `.example.com` stand for the domain and everything in it), hosts with a port,
    /// addresses and blocks of addresses (`10.0.0.0/8`), or `*` for everything.
    ///
    /// A client does not read the environment. Set ``PNConfiguration/proxy`` to the result.
    ///
    /// - Parameters:
    ///   - origin: The host of the origin, or `host:port`, as in ``PNConfiguration/origin``.
    ///   - isSecure: Whether the client uses TLS; `true` by default.
    /// - Returns: The proxy; `nil` if the environment names none for this origin.
    /// - Throws: ``kPNConnectionErrorOnSetup`` if the named proxy is invalid.
    public static func fromEnvironment(
        forOrigin origin: String,
        secure isSecure: Bool = true
    ) throws(PNError) -> PNProxy? {
        try checked { () throws(InvalidProxy) in
            try HTTPProxy.fromEnvironment(forOrigin: origin, isSecure: isSecure)
        }
        .map { PNProxy($0) }
    }

    static func named(
        by environment: [String: String],
        forOrigin origin: String,
        secure isSecure: Bool
    ) throws(PNError) -> PNProxy? {
        try checked { () throws(InvalidProxy) in
            try HTTPProxy.named(by: environment, forOrigin: origin, isSecure: isSecure)
        }
        .map { PNProxy($0) }
    }
}
