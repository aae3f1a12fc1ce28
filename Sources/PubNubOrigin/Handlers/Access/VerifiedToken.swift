import PubNubCodec
import PubNubWire

/// Makes the signatures of the access tokens of a keyset.
///
/// Its key is derived from the secret key and the subscribe key, so that the signature of a request never fits a token, and
/// another keyset with the same secret key does not accept the tokens.
struct TokenSigner: Sendable {
    private let key: [UInt8]

    /// nil without a secret key, or if the crypto library fails.
    init?(subscribeKey: String, secretKey: String?) {
        guard let secretKey, !secretKey.isEmpty,
            let key = try? HMAC.sha256(
                key: Array(secretKey.utf8),
                message: Array("access token\n\(subscribeKey)".utf8)
            )
        else { return nil }
        self.key = key
    }

    /// The signature that a token must have; nil if the crypto library fails.
    func signature(of content: AccessTokenContent) -> [UInt8]? {
        try? HMAC.sha256(key: key, message: content.signedBytes)
    }
}

/// An access token whose signature was checked, ready for questions.
package final class VerifiedToken: Sendable {
    /// The longest token, in characters.
    static let longestText = 16 * 1024

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
        guard text.utf8.count <= Self.longestText, let bytes = Base64.decode(text),
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

/// Rights of a token on all names that match a regular expression.
struct TokenPattern: Sendable {
    enum Kind: Sendable {
        case channels
        case groups
        case users
    }

    let kind: Kind
    /// The regular expression.
    let text: String
    let rights: AccessRights
    /// Whether it is for everything, `.*` or the same with `^` and `$`.
    let coversAll: Bool
    private let pattern: NamePattern

    /// The patterns of a token.
    static func all(_ permissions: AccessTokenContent.Permissions) -> [TokenPattern] {
        // The token was issued with patterns that fit in.
        (try? patterns(permissions)) ?? []
    }

    /// The patterns of permissions, or the fault of one of them.
    static func patterns(
        _ permissions: AccessTokenContent.Permissions
    ) throws(NamePatternFault) -> [TokenPattern] {
        var budget = NamePattern.budget
        return try patterns(permissions.channels, .channels, &budget)
            + patterns(permissions.groups, .groups, &budget)
            + patterns(permissions.users, .users, &budget)
    }

    private static func patterns(
        _ rights: [String: Int],
        _ kind: Kind,
        _ budget: inout Int
    ) throws(NamePatternFault) -> [TokenPattern] {
        var found: [TokenPattern] = []
        for (text, bits) in rights.sorted(by: { $0.key < $1.key }) {
            found.append(
                TokenPattern(
                    kind: kind,
                    text: text,
                    rights: AccessRights(rawValue: bits),
                    coversAll: [".*", "^.*", ".*$", "^.*$"].contains(text),
                    pattern: try NamePattern(parsing: text, budget: &budget)
                )
            )
        }
        return found
    }

    /// The target of the rights, with the pattern in place of the name.
    var scope: AccessTarget.Scope {
        switch kind {
        case .channels: .channel(text)
        case .groups: .group(text)
        case .users: .user(text)
        }
    }

    func covers(_ scope: AccessTarget.Scope) -> Bool {
        switch scope {
        case .application: false
        case .channel(let name): kind == .channels && (coversAll || pattern.isFound(in: name))
        case .group(let name): kind == .groups && (coversAll || pattern.isFound(in: name))
        case .user(let name): kind == .users && (coversAll || pattern.isFound(in: name))
        }
    }
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

/// A call with an access token, and what the token does not allow.
package struct TokenUse: Sendable {
    let token: VerifiedToken
    /// Whether the caller is the client that the token is for.
    let isByUser: Bool
    /// The rights that the call needs and the token does not give.
    let missing: [AccessRequirement]

    init(_ token: VerifiedToken, _ call: OriginCall, limits: OriginLimits) {
        let isByUser = Self.isByUser(of: token, call)
        let kind = call.route.endpoint.access.applicationKind
        self.token = token
        self.isByUser = isByUser
        missing = AccessRequirement.all(of: call, limits: limits).compactMap { requirement in
            let scopes = requirement.scopes.filter { scope in
                guard isByUser else { return true }
                if scope == .application { return !token.allows(requirement.right, onAll: kind) }
                return !token.allows(requirement.right, on: scope)
            }
            return scopes.isEmpty ? nil : AccessRequirement(right: requirement.right, scopes: scopes)
        }
    }

    /// Whether a call comes from the client that a token is for. A client changes no state but its own.
    private static func isByUser(of token: VerifiedToken, _ call: OriginCall) -> Bool {
        guard let user = token.user else { return true }
        if call.route == .stateUpdate, call[.uuid]?.hasSameBytes(as: user) != true { return false }
        return call.client?.hasSameBytes(as: user) == true
    }
}

extension TokenUse: Equatable {
    package static func == (left: TokenUse, right: TokenUse) -> Bool {
        left.token === right.token && left.missing == right.missing
    }
}
