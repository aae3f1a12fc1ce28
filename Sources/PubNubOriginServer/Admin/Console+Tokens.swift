import PubNubOrigin
import PubNubCodec
import PubNubWire

/// Access tokens of version 3.
extension Console {
    /// The longest token that is read, in bytes.
    private static let maxTokenBytes = 32 * 1024

    /// Issues an access token as the holder of the secret key would.
    func issuedToken(_ serving: OriginMonitor.Serving, _ input: ConsoleInput) throws(ConsoleError) -> JSON {
        try input.check(["subscribeKey", "ttl", "user", "resources", "patterns", "meta"])
        let keyset = try servedKeyset(serving, input)
        guard let minutes = input["ttl"]?.int64Value, AccessTokenTerms.minutesRange.contains(minutes) else {
            throw ConsoleError(400, "'ttl' takes minutes from 1 to 43200, which is 30 days.")
        }
        let resources = try Self.permissions(input, "resources")
        let patterns = try Self.permissions(input, "patterns")
        guard !resources.isEmpty || !patterns.isEmpty else { throw ConsoleError(400, "The token has no rights.") }
        var terms = AccessTokenTerms(minutes: minutes, resources: resources, patterns: patterns)
        if let user = try input.string("user"), !user.isEmpty { terms.user = user }
        if let meta = input["meta"] {
            guard let members = meta.object, members.values.allSatisfy(\.isScalar) else {
                throw ConsoleError(400, "'meta' takes an object of strings, numbers and booleans.")
            }
            terms.meta = members
        }
        switch serving.core.issueToken(terms, keyset: keyset) {
        case .issued(let response):
            let answer = try? JSON(parsing: response.body)
            guard let token = answer?["data"]?["token"]?.string, let content = Self.content(of: token) else {
                throw ConsoleError(500, "The token cannot be made.")
            }
            var members = Self.members(of: content)
            members["token"] = .string(token)
            members["state"] = .string(KnownToken.State.valid.rawValue)
            return .object(members)
        case .refused(let response):
            let error = (try? JSON(parsing: response.body))?["error"]
            let texts = [error?["message"]?.string, error?["details"]?[0]?["message"]?.string]
            let message = texts.compactMap(\.self).joined(separator: ": ")
            throw ConsoleError(response.status, message.isEmpty ? "The token was refused." : message)
        case .none, .use, .revocable, .signed: throw ConsoleError(500, "The token cannot be made.")
        }
    }

    /// Revokes an access token as the holder of the secret key would.
    func revokeToken(_ serving: OriginMonitor.Serving, _ input: ConsoleInput) async throws(ConsoleError) -> JSON {
        try input.check(["subscribeKey", "token"])
        let keyset = try servedKeyset(serving, input)
        let text = try input.required("token")
        guard serving.core.token(text, keyset: keyset) != nil else {
            throw ConsoleError(400, "This keyset did not issue the token.")
        }
        // The server refuses to revoke it, as it has ended already.
        let state = KnownToken(text, of: keyset, serving.core).state
        guard state != .expired else { return ["state": .string(state.rawValue)] }
        let path = "/v3/pam/\(PercentEncoding.escape(keyset))/grant/\(PercentEncoding.escape(text))"
        let response = await serving.core.change(OriginRequest(method: "DELETE", target: path))
        guard response.status == 200 else {
            throw ConsoleError(response.status, "The server could not revoke the token.")
        }
        return ["state": .string(KnownToken(text, of: keyset, serving.core).state.rawValue)]
    }

    /// The content of an access token of version 3, and whether a keyset accepts it.
    func parsedToken(_ serving: OriginMonitor.Serving, _ input: ConsoleInput) throws(ConsoleError) -> JSON {
        try input.check(["token", "subscribeKey"])
        let keyset = input["subscribeKey"] == nil ? nil : try servedKeyset(serving, input)
        let token = try input.required("token")
        guard let content = Self.content(of: token) else {
            throw ConsoleError(400, "The string is not an access token.")
        }
        var members = Self.members(of: content)
        members["state"] = .optional(keyset.map { KnownToken(token, of: $0, serving.core).state.rawValue })
        return .object(members)
    }

    private static func content(of token: String) -> AccessTokenContent? {
        guard token.utf8.count <= maxTokenBytes, let bytes = Base64.decode(token) else { return nil }
        return try? AccessTokenContent(reading: bytes)
    }

    private static func members(of content: AccessTokenContent) -> [String: JSON] {
        [
            "version": .integer(Int64(content.version)), "issued": .integer(content.timestamp),
            "ttl": .integer(content.minutes), "user": .optional(content.user), "meta": .object(content.meta),
            "resources": json(content.resources), "patterns": json(content.patterns),
        ]
    }

    /// The rights of a member such as `{"channels": {"chat": ["read"]}}`.
    private static func permissions(
        _ input: ConsoleInput,
        _ name: String
    ) throws(ConsoleError) -> AccessTokenContent.Permissions {
        guard let value = input[name] else { return AccessTokenContent.Permissions() }
        let kinds = try ConsoleInput(value, "'\(name)'")
        try kinds.check(["channels", "groups", "users"])
        func sums(_ kind: String) throws(ConsoleError) -> [String: Int] {
            guard let value = kinds[kind] else { return [:] }
            guard let members = value.object else {
                throw ConsoleError(400, "'\(name).\(kind)' takes an object of names with their rights.")
            }
            var found: [String: Int] = [:]
            for (target, value) in members {
                guard !target.isEmpty else { throw ConsoleError(400, "'\(name).\(kind)' has an empty name.") }
                found[target] = try bits(value).rawValue
            }
            return found
        }
        return AccessTokenContent.Permissions(
            channels: try sums("channels"),
            groups: try sums("groups"),
            users: try sums("users")
        )
    }

    private static func json(_ permissions: AccessTokenContent.Permissions) -> JSON {
        func map(_ bits: [String: Int]) -> JSON {
            .object(bits.mapValues { names(of: AccessRights(rawValue: $0)) })
        }
        return [
            "channels": map(permissions.channels), "groups": map(permissions.groups), "users": map(permissions.users),
        ]
    }

    private static func bits(_ value: JSON) throws(ConsoleError) -> AccessRights {
        let error = ConsoleError(400, "Rights are an array of \(rights.map(\.name).joined(separator: ", ")).")
        guard let elements = value.array, !elements.isEmpty else { throw error }
        var found = AccessRights()
        for element in elements {
            guard let right = rights.first(where: { .string($0.name) == element })?.right else { throw error }
            found.insert(right)
        }
        return found
    }
}

/// An access token that a client has, and whether a keyset accepts it.
struct KnownToken {
    enum State: String {
        case valid, invalid, expired, revoked
        /// It is for another client.
        case otherClient
    }

    let state: State
    /// nil if the keyset did not issue it.
    private let token: VerifiedToken?

    /// - Parameters:
    ///   - text: The token.
    ///   - keyset: The subscribe key.
    ///   - core: The server.
    ///   - client: The identifier of the client that has it; nil for the one that it is for.
    init(_ text: String, of keyset: String, _ core: OriginCore, client: String? = nil) {
        token = core.token(text, keyset: keyset)
        guard let token else {
            state = .invalid
            return
        }
        let isRevoked = core.withState { $0.revokedTokens.contains(token.id, keyset: keyset) }
        if token.expiry <= core.moment.date {
            state = .expired
        } else if isRevoked {
            state = .revoked
        } else if let client, let user = token.user, !client.hasSameBytes(as: user) {
            state = .otherClient
        } else {
            state = .valid
        }
    }

    /// The only client that may use it; nil for any.
    var user: String? { token?.user }

    /// When it ends, in units of 10⁻⁷ s since 1970 UTC; nil if the keyset did not issue it.
    var expiry: UInt64? { token?.expiry }

    /// Whether every call with the token is refused. With the token of another client, a call has the rights of every client.
    var isRefused: Bool { state != .valid && state != .otherClient }

    /// The rights that it gives on something.
    func grants(on scope: AccessTarget.Scope) -> [TokenGrant] {
        state == .valid ? token?.grants(on: scope) ?? [] : []
    }
}
