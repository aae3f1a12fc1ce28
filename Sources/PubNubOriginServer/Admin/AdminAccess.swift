import PubNubOrigin
import PubNubCodec
import PubNubSupport

/// The rules for access to the admin listener.
final class AdminAccess: Sendable {
    /// Whether a request with a token is served.
    enum Verdict: Equatable {
        case allowed
        /// The token is missing or wrong.
        case denied
        /// The address has sent too many wrong tokens, and has to wait for this long.
        case slowed(Duration)
    }

    /// The token as bytes; nil if none is needed.
    private let token: Locked<[UInt8]?>
    private let guesses = WrongTokens()

    init(_ admin: OriginAdmin) {
        token = Locked(admin.token.map { Array($0.utf8) })
    }

    /// Requests have to have another token from now on.
    func replaceToken(_ token: String?) {
        self.token.withLock { $0 = token.map { Array($0.utf8) } }
    }

    /// Whether a request for this host is served. Without a token, only one for this machine: the page of another site, whose
    /// name an attacker can have resolved to a loopback address, is refused.
    func accepts(host: String?) -> Bool {
        guard token.withLock({ $0 == nil }) else { return true }
        guard let host, let name = HostName(host)?.name else { return false }
        return OriginAdmin.isLoopback(name)
    }

    /// Whether a request with an `Authorization` header is served. The time that the comparison takes depends only on the length of the header.
    ///
    /// An address that has sent ten wrong tokens may send one each second from then on. Its other requests are refused without a comparison of
    /// their tokens, which bounds how many an attacker can try.
    ///
    /// - Parameters:
    ///   - authorization: The header; nil without it.
    ///   - client: The address of the client.
    ///   - uptime: The time since the start of the server.
    /// - Returns: Whether the request is served, or why not.
    func verdict(on authorization: String?, from client: AddressKey, at uptime: Duration) -> Verdict {
        guard let token = token.withLock({ $0 }) else { return .allowed }
        guard let authorization else { return .denied }
        if let pause = guesses.pause(of: client, at: uptime) { return .slowed(pause) }
        let scheme = "bearer "
        if authorization.prefix(scheme.count).lowercased() == scheme,
            ConstantTime.equal(Array(authorization.dropFirst(scheme.count).utf8), token)
        {
            return .allowed
        }
        guesses.add(client, at: uptime)
        return .denied
    }
}

/// The wrong tokens of each address in the last seconds.
private final class WrongTokens: Sendable {
    private let rate = TokenRate(perSecond: 1, burst: 10)
    private let buckets = Locked(TokenBuckets<AddressKey>(capacity: 4096))

    /// How long an address has to wait; nil if it may send a token.
    func pause(of client: AddressKey, at uptime: Duration) -> Duration? {
        guard let rate else { return nil }
        return buckets.withLock { $0.pause(client, rate, at: uptime) }
    }

    /// An address has sent a wrong token.
    func add(_ client: AddressKey, at uptime: Duration) {
        guard let rate else { return }
        _ = buckets.withLock { $0.take(client, rate, at: uptime) }
    }
}
