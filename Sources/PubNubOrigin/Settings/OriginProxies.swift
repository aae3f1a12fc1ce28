/// The proxies in front of a server, and how they name the address of a client.
///
/// Limits of addresses, records of requests and the console then have the address of the client instead of the proxy's. The server believes only
/// the peers in ``addresses``; what any other peer claims has no effect.
///
/// ```swift
/// import PubNubOrigin
///
/// var configuration = OriginConfiguration()
/// configuration.proxies = OriginProxies(addresses: ["10.0.0.0/24"])
/// ```
public struct OriginProxies: Sendable, Hashable {
    /// The header of a request in which a proxy names the client.
    public enum Header: String, Sendable, Hashable, CaseIterable {
        /// `X-Forwarded-For`, as HAProxy (`option forwardfor`) and nginx send it.
        case xForwardedFor = "x-forwarded-for"
        /// `Forwarded` (RFC 7239).
        case forwarded = "forwarded"
    }

    /// The addresses of the proxies: IPv4 or IPv6 addresses, or networks such as `10.0.0.0/24` and `2001:db8::/32`. Name no address that clients
    /// have.
    public var addresses: [String]
    /// The header that counts. Each proxy has to append the address of its own peer to it, or replace it. nil reads no header.
    ///
    /// Addresses of files have the scheme and the host of the element of `Forwarded` that names the client, or the scheme in the last element of
    /// `X-Forwarded-Proto`.
    ///
    /// The server reads the header from its end, skips the addresses of proxies, and takes the first other one. If that element is not an address,
    /// such as `unknown`, the client has the address of its proxy, and the limits of addresses hold for it even if the proxy is on this machine.
    /// The server reads only one header, because a proxy that sets one forwards the other as the client wrote it.
    public var header: Header?
    /// Whether each connection begins with the header of the PROXY protocol, version 2, as HAProxy sends it with `send-proxy-v2`. A connection
    /// without it is closed, and so is one of a peer that is not in ``addresses``. The header may have up to 2,048 bytes and has to arrive within
    /// ``OriginLimits/headTimeout``.
    public var usesProxyProtocol: Bool

    /// Makes the settings, by default for proxies that set `X-Forwarded-For`.
    public init(addresses: [String], header: Header? = .xForwardedFor, usesProxyProtocol: Bool = false) {
        self.addresses = addresses
        self.header = header
        self.usesProxyProtocol = usesProxyProtocol
    }
}
