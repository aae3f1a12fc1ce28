import PubNubOrigin
import PubNubCodec

/// The rules for access to the admin listener.
struct AdminAccess: Sendable {
    /// The token as bytes; nil if none is needed.
    private let token: [UInt8]?

    init(_ admin: OriginAdmin) {
        token = admin.token.map { Array($0.utf8) }
    }

    /// Whether a request for this host is served. Without a token, only one for this machine: the page of another site, whose
    /// name an attacker can have resolved to a loopback address, is refused.
    func accepts(host: String?) -> Bool {
        guard token == nil else { return true }
        guard let host, let name = HostName(host)?.name else { return false }
        return OriginAdmin.isLoopback(name)
    }

    /// Whether a request with this `Authorization` header is served. The time that the comparison takes depends only on the
    /// length of the header.
    func accepts(authorization: String?) -> Bool {
        guard let token else { return true }
        guard let authorization else { return false }
        let scheme = "bearer "
        guard authorization.prefix(scheme.count).lowercased() == scheme else { return false }
        return ConstantTime.equal(Array(authorization.dropFirst(scheme.count).utf8), token)
    }
}
