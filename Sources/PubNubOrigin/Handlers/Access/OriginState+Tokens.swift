import PubNubCodec
import PubNubWire

extension OriginState {
    /// Revokes an access token, whose signature was checked on arrival.
    mutating func revokeToken(_ call: OriginCall, at now: Moment) -> OriginResponse {
        guard let bytes = call[.token].flatMap({ Base64.decode($0) }),
            let content = try? AccessTokenContent(reading: bytes), let id = TokenID(signature: content.signature)
        else { return TokenResponse.invalidToken }
        let token = RevokedToken(keyset: call.keyset, id: id, expiry: content.expiry)
        guard token.expiry > now.date else { return TokenResponse.expiredToken }
        guard revokedTokens.makeRoom(for: token, at: now.date) else { return AccessResponse.tooManyRevocations }
        make(.revocation(token), at: now)
        effects.reducedKeysets.insert(call.keyset)
        return TokenResponse.revoked
    }
}
