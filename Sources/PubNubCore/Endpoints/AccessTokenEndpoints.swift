import PubNubWire

/// Issuing and revoking access tokens. The secret key signs both.
enum AccessTokenEndpoints {
    /// Issues a token.
    ///
    /// - Parameter terms: The rights and their time.
    /// - Returns: A call whose result is the token.
    static func grant(_ terms: AccessTokenTerms) -> Call<String> {
        Call(
            route: .tokenGrant,
            query: [.identifier, .library, .signatureOfRequest],
            body: terms.json.bytes,
            bodyForm: .plain()
        ) { response in
            StatusReader.decode(response) { $0["data"]?["token"]?.string }
        }
    }

    /// Revokes a token.
    ///
    /// - Parameter token: The token.
    /// - Returns: A call without a result.
    static func revoke(_ token: String) -> Call<Void> {
        Call(
            route: .tokenRevocation,
            arguments: ["token": PercentEncoding.escape(token)],
            query: [.identifier, .library, .signatureOfRequest],
            decode: StatusReader.acknowledgment
        )
    }
}
