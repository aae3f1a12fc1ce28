import PubNubCodec
import PubNubWire

/// An access token whose signature was checked, ready for questions.
package final class VerifiedToken: Sendable {
    /// The longest token, in characters.
    static let maxTextBytes = 16 * 1024

    package let id: TokenID
    let keyset: String
    /// The secret key at the time of the check. The token is valid only as long as the keyset has it.
    private let secretKey: String
    /// When it ends, in units of 10⁻⁷ s since 1970 UTC.
    package let expiry: UInt64
    /// The only client that may use it; nil for any.
    package let user: String?
    private let names: [AccessTarget.Scope: AccessRights]
    private let patterns: [TokenPattern]

    /// Whether an authorization key is, or claims to be, an access token: they begin with a map whose first member is a
    /// version.
    package static func isToken(_ key: String) -> Bool {
        ["qEF2A", "p0F2A", "pkF2A"].contains { key.hasPrefix($0) }
    }

    /// Checks a token.
    ///
    /// The signature covers the content. Bytes that are not exactly its serialized form are refused, so that a token has one form.
    ///
    /// - Parameters:
    ///   - text: The token.
    ///   - keyset: The keyset that has to have issued it.
    ///   - subscribeKey: The subscribe key of the call.
    ///   - now: The time, at which a secret key of the keyset has to hold.
    init?(_ text: String, of keyset: OriginKeyset, subscribeKey: String, at now: Moment) {
        guard text.utf8.count <= Self.maxTextBytes, let bytes = Base64.decode(text),
            let content = try? AccessTokenContent(reading: bytes), content.serialized() == bytes, content.version == 2,
            AccessTokenTerms.minutesRange.contains(content.minutes),
            let secretKey = keyset.secretKeys(at: now.date).first(where: { key in
                let expected = TokenSigner(subscribeKey: subscribeKey, secretKey: key)?.signature(of: content)
                return expected.map { ConstantTime.equal($0, content.signature) } ?? false
            }),
            let id = TokenID(signature: content.signature)
        else { return nil }
        self.id = id
        self.keyset = subscribeKey
        self.secretKey = secretKey
        expiry = content.expiry
        user = content.user
        names = Self.names(content.resources)
        patterns = TokenPattern.all(content.patterns)
    }

    /// Whether the secret key with which the token was checked still holds for a keyset.
    func isSigned(by keyset: OriginKeyset?, at now: Moment) -> Bool {
        keyset?.hasSecretKey(secretKey, at: now.date) == true
    }

    /// Whether the token gives a right on something.
    ///
    /// - Parameters:
    ///   - right: The right.
    ///   - scope: A channel, a group or a user. A pattern such as `a.*` and a presence channel are names like others.
    /// - Returns: Whether it does.
    func allows(_ right: AccessRights, on scope: AccessTarget.Scope) -> Bool {
        if names[scope]?.contains(right) == true { return true }
        return patterns.contains { $0.rights.contains(right) && $0.covers(scope) }
    }

    /// Whether the token gives a right on everything of a kind, by the pattern `.*`.
    func allows(_ right: AccessRights, onAll kind: TokenPattern.Kind) -> Bool {
        patterns.contains { $0.rights.contains(right) && $0.kind == kind && $0.coversAll }
    }

    /// The rights that the token gives on something: those by name first, then those by pattern.
    package func grants(on scope: AccessTarget.Scope) -> [TokenGrant] {
        let byName = names[scope].map { TokenGrant(scope: scope, isPattern: false, rights: $0) }
        let byPattern = patterns.filter { $0.covers(scope) }
        return [byName].compactMap(\.self)
            + byPattern.map { TokenGrant(scope: $0.scope, isPattern: true, rights: $0.rights) }
    }

    private static func names(_ permissions: AccessTokenContent.Permissions) -> [AccessTarget.Scope: AccessRights] {
        var names: [AccessTarget.Scope: AccessRights] = [:]
        for (name, bits) in permissions.channels { names[.channel(name)] = AccessRights(rawValue: bits) }
        for (name, bits) in permissions.groups { names[.group(name)] = AccessRights(rawValue: bits) }
        for (name, bits) in permissions.users { names[.user(name)] = AccessRights(rawValue: bits) }
        return names
    }
}

/// Rights that a token gives.
package struct TokenGrant: Sendable, Equatable {
    /// Their target, with the pattern in place of the name if they are on all names that match.
    package let scope: AccessTarget.Scope
    package let isPattern: Bool
    package let rights: AccessRights
}

extension AccessTokenContent {
    /// When the token ends, in units of 10⁻⁷ s since 1970 UTC.
    var expiry: UInt64 {
        let seconds = min(UInt64(clamping: timestamp), Self.lastSecond) + 60 * min(UInt64(clamping: minutes), 1_000_000)
        return seconds * 10_000_000
    }

    /// The last date for which timetokens are computed; it is in the year 30489.
    private static let lastSecond: UInt64 = 900_000_000_000
}
