import NIOConcurrencyHelpers
import PubNubCodec
import PubNubWire

/// The access token of a call that arrived.
package enum TokenArrival: Sendable {
    /// It has none. The call may have an authorization key.
    case none
    /// It has a valid one, which may have expired or been revoked.
    case use(TokenUse)
    /// Its token is not valid, or it may not issue or revoke tokens.
    case refused(OriginResponse)
    /// It asked for a token, which is in the response.
    case issued(OriginResponse)
    /// It may revoke the token that it names.
    case revocable
    /// The secret key of its keyset signed it. The holder of that key may grant itself any right, so the call needs none.
    case signed(secretKey: String)

    var use: TokenUse? { if case .use(let use) = self { use } else { nil } }

    /// The secret key that signed the call, unless the call issues or revokes tokens; nil without a signature.
    var secretKey: String? { if case .signed(let secretKey) = self { secretKey } else { nil } }
}

/// Checks signatures, and checks and issues access tokens, so that nothing of that is done under the lock of the server.
///
/// Valid tokens are remembered: a client sends the same one with every call.
final class TokenVerifier: Sendable {
    private struct State {
        var keysets: KeysetTable
        // Tokens that were used are in `recent`. When that is full it becomes `older`, and what was there is dropped.
        var recent: [TokenText: VerifiedToken] = [:]
        var older: [TokenText: VerifiedToken] = [:]
        /// The characters of those in `recent`.
        var recentSize = 0
    }

    private struct TokenText: Hashable {
        let keyset: NameKey
        let text: String
    }

    /// The most tokens, and characters of them, in each of the two tables.
    private static let maxTokens = 10_000
    private static let maxCharacters = 4 * 1024 * 1024

    private let limits: OriginLimits
    private let state: NIOLockedValueBox<State>

    init(_ configuration: OriginConfiguration) {
        limits = configuration.limits
        state = NIOLockedValueBox(State(keysets: KeysetTable(configuration)))
    }

    /// Checks tokens with the keys of other keysets from now on.
    func replaceKeysets(_ keysets: KeysetTable) {
        state.withLockedValue { $0 = State(keysets: keysets) }
    }

    /// The access token that a call has, asks for, or revokes, or its signature.
    func check(_ call: OriginCall, _ role: Endpoint.TokenRole, at now: Moment) -> TokenArrival {
        switch role {
        case .none: .none
        case .use: signed(call, at: now) ?? use(call, at: now)
        case .issue: issue(call, at: now)
        case .revocation: revocation(call, at: now)
        }
    }

    /// A call that the secret key of its keyset signed; nil for any other call. A wrong signature gives no rights and takes none.
    private func signed(_ call: OriginCall, at now: Moment) -> TokenArrival? {
        guard call.query.text("signature") != nil else { return nil }
        let keyset = state.withLockedValue { state in
            state.keysets.hasAccessManager(call.keyset) ? state.keysets[call.keyset] : nil
        }
        guard let keyset, let secretKey = SignatureCheck.secretKey(of: call, keyset: keyset, at: now) else {
            return nil
        }
        return .signed(secretKey: secretKey)
    }

    private func use(_ call: OriginCall, at now: Moment) -> TokenArrival {
        guard let text = call.query.text("auth"), VerifiedToken.isToken(text) else { return .none }
        let name = TokenText(keyset: NameKey(call.keyset), text: text)
        let known = state.withLockedValue { state in
            let isChecked = state.keysets.hasAccessManager(call.keyset)
            return Known(keyset: isChecked ? state.keysets[call.keyset] : nil, token: Self.find(name, &state))
        }
        guard let keyset = known.keyset else { return .none }
        if let token = known.token { return .use(TokenUse(token, call, limits: limits)) }
        guard let token = VerifiedToken(text, of: keyset, subscribeKey: call.keyset, at: now) else {
            return .refused(AccessResponse.invalidToken)
        }
        state.withLockedValue { state in
            // The keys may have been replaced in the meantime.
            if token.isSigned(by: state.keysets[call.keyset], at: now) { Self.remember(token, name, &state) }
        }
        return .use(TokenUse(token, call, limits: limits))
    }

    private struct Known {
        /// nil if its calls need no rights.
        let keyset: OriginKeyset?
        let token: VerifiedToken?
    }

    private static func find(_ name: TokenText, _ state: inout State) -> VerifiedToken? {
        if let token = state.recent[name] { return token }
        guard let token = state.older[name] else { return nil }
        remember(token, name, &state)
        return token
    }

    private static func remember(_ token: VerifiedToken, _ name: TokenText, _ state: inout State) {
        if state.recent.count >= maxTokens || state.recentSize >= maxCharacters {
            state.older = state.recent
            state.recent = [:]
            state.recentSize = 0
        }
        state.recent[name] = token
        state.recentSize += name.text.utf8.count
    }
}

extension TokenVerifier {
    /// Issues a token. It is not stored: its signature proves it.
    private func issue(_ call: OriginCall, at now: Moment) -> TokenArrival {
        ifSigned(call, at: now) { keyset in
            let terms: AccessTokenTerms
            do throws(AccessTokenFault) {
                terms = try AccessTokenTerms(reading: call.request.body)
            } catch {
                return .refused(TokenResponse.invalid(error))
            }
            return issue(terms, of: keyset, subscribeKey: call.keyset, at: now)
        }
    }

    /// Issues a token without a signed request, for a caller that acts for the holder of the secret key.
    func issue(_ terms: AccessTokenTerms, subscribeKey: String, at now: Moment) -> TokenArrival {
        guard let keyset = state.withLockedValue({ $0.keysets[subscribeKey] }), keyset.accessManager else {
            return .refused(TokenResponse.notEnabled)
        }
        return issue(terms, of: keyset, subscribeKey: subscribeKey, at: now)
    }

    /// A token of a keyset whose signature is right; nil for any other string, and without the access manager.
    func token(_ text: String, subscribeKey: String, at now: Moment) -> VerifiedToken? {
        guard let keyset = state.withLockedValue({ $0.keysets[subscribeKey] }), keyset.accessManager else { return nil }
        return VerifiedToken(text, of: keyset, subscribeKey: subscribeKey, at: now)
    }

    private func issue(
        _ terms: AccessTokenTerms,
        of keyset: OriginKeyset,
        subscribeKey: String,
        at now: Moment
    ) -> TokenArrival {
        if let refusal = refusal(of: terms) { return .refused(refusal) }
        guard let token = Self.token(terms, of: keyset, subscribeKey: subscribeKey, at: now) else {
            return .refused(ErrorResponse.storageFailed)
        }
        guard token.utf8.count <= VerifiedToken.maxTextBytes else { return .refused(TokenResponse.tooLarge) }
        return .issued(TokenResponse.granted(token))
    }

    /// A signed token; nil if the crypto library fails.
    private static func token(
        _ terms: AccessTokenTerms,
        of keyset: OriginKeyset,
        subscribeKey: String,
        at now: Moment
    ) -> String? {
        var content = AccessTokenContent(timestamp: Int64(clamping: now.seconds), minutes: terms.minutes)
        content.resources = terms.resources
        content.patterns = terms.patterns
        content.meta = terms.meta
        content.user = terms.user
        let signer = TokenSigner(subscribeKey: subscribeKey, secretKey: keyset.secretKey)
        guard let signature = signer?.signature(of: content) else { return nil }
        content.signature = signature
        return Base64.encode(content.serialized(), urlSafe: true)
    }

    /// Whether a call may revoke the token that it names.
    private func revocation(_ call: OriginCall, at now: Moment) -> TokenArrival {
        ifSigned(call, at: now) { keyset in
            guard let text = call[.token], VerifiedToken(text, of: keyset, subscribeKey: call.keyset, at: now) != nil
            else {
                return .refused(TokenResponse.invalidToken)
            }
            return .revocable
        }
    }

    /// Calls a closure with the keyset of a call if its secret key signed the call.
    private func ifSigned(
        _ call: OriginCall,
        at now: Moment,
        _ body: (OriginKeyset) -> TokenArrival
    ) -> TokenArrival {
        let keysets = state.withLockedValue { $0.keysets }
        // A keyset that is not served is refused for every call.
        guard let keyset = keysets[call.keyset] else { return .none }
        guard keyset.accessManager else { return .refused(TokenResponse.notEnabled) }
        if let refusal = SignatureCheck.refusal(of: call, keyset: keyset, at: now) { return .refused(refusal) }
        return body(keyset)
    }

    private func refusal(of terms: AccessTokenTerms) -> OriginResponse? {
        let resources = terms.resources
        let names = Array(resources.channels.keys) + Array(resources.groups.keys) + Array(resources.users.keys)
        let patterns = terms.patterns.channels.count + terms.patterns.groups.count + terms.patterns.users.count
        guard names.count + patterns <= limits.channelsPerRequest else { return TokenResponse.tooLarge }
        guard limits.acceptLengths(of: names) else { return TokenResponse.nameTooLong }
        guard !NameLength.isExceeded(by: terms.user ?? "", limit: limits.nameLength) else {
            return TokenResponse.invalid(.user)
        }
        return TokenPattern.fault(of: terms.patterns).map { TokenResponse.invalid($0) }
    }
}
