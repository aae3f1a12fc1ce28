import PubNubWire

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
