package import PubNubOrigin

/// The listener for health, readiness and metrics, on a port of its own.
///
/// | Path | Response |
/// |---|---|
/// | `/health` | 200 while the process serves; JSON with version and uptime |
/// | `/ready` | 200 while the server takes traffic, otherwise 503; JSON with the reasons |
/// | `/metrics` | metrics in the Prometheus text format |
/// | `/api/cluster` | the servers of the cluster, as JSON |
/// | `/console/`, `/v1/…` | the console and its JSON API, if ``console`` enables them |
///
/// Without a token it listens on a loopback address only, and serves only requests that name this machine as their host, so
/// that no web page can read it through a name of its own.
public struct OriginAdmin: Sendable {
    /// The changes that the console may make.
    public enum Console: String, Sendable, Hashable, CaseIterable {
        /// The console shows the server, injects faults and grants rights.
        case full = "on"
        /// The console shows the server and changes nothing.
        case readOnly = "read-only"
    }

    /// The address to listen on. `127.0.0.1` by default. Others than the loopback addresses need a token.
    public var host: String
    /// The port to listen on. 0, the default, lets the system choose a free one.
    public var port: Int
    /// The token that clients have to send as `Authorization: Bearer TOKEN`, except for `/health` and `/ready`. nil, the
    /// default, needs none. An address that has sent ten wrong tokens may send one each second; its other requests get 429.
    public var token: String?

    /// The certificate for TLS, which may be that of the public listener. The listener speaks HTTP/1.1 only. nil, the default, serves plain HTTP.
    public var tls: OriginTLS?

    /// The console: a page for browsers and the JSON API behind it. nil, the default, serves neither.
    public var console: Console?

    /// Makes the settings of a listener, by default on a free port of the loopback interface, without a token and without the console.
    public init(host: String = "127.0.0.1", port: Int = 0, token: String? = nil, console: Console? = nil) {
        self.host = host
        self.port = port
        self.token = token
        self.console = console
    }

    /// Whether a host is `localhost` or an address of the loopback interface.
    static func isLoopback(_ host: String) -> Bool {
        let name = host.lowercased()
        if ["localhost", "::1", "[::1]"].contains(name) { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// Checks that the listener may be started.
    ///
    /// - Throws: `OriginError.invalidConfiguration` for an address of others without a token, and for a token that no header can
    ///   carry.
    package func check() throws(OriginError) {
        if let token {
            guard !token.isEmpty, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                throw .invalidConfiguration("the admin token has to be visible ASCII characters without spaces")
            }
        } else if !Self.isLoopback(host) {
            throw .invalidConfiguration(
                "the admin listener on \(host) needs a token; without a token it listens on 127.0.0.1, ::1 or localhost only"
            )
        }
    }
}
