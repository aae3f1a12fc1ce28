import PubNubWire

/// The identity of an access token: the first half of its signature, from which the token cannot be made.
package struct TokenID: Hashable, Sendable {
    /// The bytes of an identity.
    static let length = 16

    private let high: UInt64
    private let low: UInt64

    /// The identity with these bytes; nil if their number is another one.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.length else { return nil }
        high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The identity of the token with a signature; nil if no token has such a signature.
    init?(signature: [UInt8]) {
        guard signature.count == 2 * Self.length else { return nil }
        self.init(bytes: signature.prefix(Self.length))
    }

    package var bytes: [UInt8] {
        [high, low].flatMap { half in (0..<8).reversed().map { UInt8(truncatingIfNeeded: half >> (8 * $0)) } }
    }
}

/// A revoked access token, in its stored form.
package struct RevokedToken: Hashable, Sendable {
    package let keyset: String
    package let id: TokenID
    /// When it would have expired, in units of 10⁻⁷ s since 1970 UTC. After that nothing needs to be known of it.
    package let expiry: UInt64

    package init(keyset: String, id: TokenID, expiry: UInt64) {
        self.keyset = keyset
        self.id = id
        self.expiry = expiry
    }
}

/// The revoked access tokens of all keysets that have not expired.
package struct RevokedTokens: Sendable {
    private var keysets: [NameKey: ExpiringIDs<TokenID>] = [:]
    /// The most tokens of one keyset.
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
    }

    package func contains(_ id: TokenID, keyset: String) -> Bool { keysets[keyset]?.contains(id) == true }

    /// How many tokens of a keyset are known, some of which may have expired.
    func count(keyset: String) -> Int { keysets[keyset]?.count ?? 0 }

    /// Whether another token of a keyset fits in, once those that have expired by a date are removed if there are many.
    mutating func makeRoom(for token: RevokedToken, at date: UInt64) -> Bool {
        guard keysets[token.keyset]?.contains(token.id) == false else { return capacity > 0 }
        return keysets[token.keyset]?.makeRoom(in: capacity, at: date) ?? (capacity > 0)
    }

    mutating func apply(_ token: RevokedToken) {
        keysets[token.keyset, default: ExpiringIDs(firstSweep: 64)].add(token.id, until: token.expiry)
    }
}
