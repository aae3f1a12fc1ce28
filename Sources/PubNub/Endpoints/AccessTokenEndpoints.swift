import PubNubWire

/// Issuing and revoking access tokens. The secret key signs both.
enum AccessTokenEndpoints {
    /// Issues a token.
    ///
    /// - Parameters:
    ///   - terms: The rights and their time.
    ///   - timestamp: The time of the request, in seconds since 1970.
    /// - Returns: A call whose result is the token.
    static func grant(_ terms: AccessTokenTerms, timestamp: Int64) -> Call<String> {
        Call(
            route: .tokenGrant,
            query: [.identifier, .library, .signatureOfRequest(timestamp: timestamp)],
            body: terms.json.serialized(),
            bodyForm: .plain()
        ) { response in
            StatusReader.decode(response) { $0["data"]?["token"]?.stringValue }
        }
    }

    /// Revokes a token.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - timestamp: The time of the request, in seconds since 1970.
    /// - Returns: A call without a result.
    static func revoke(_ token: String, timestamp: Int64) -> Call<Void> {
        Call(
            route: .tokenRevocation,
            arguments: ["token": PercentEncoding.escape(token)],
            query: [.identifier, .library, .signatureOfRequest(timestamp: timestamp)],
            decode: StatusReader.acknowledgment
        )
    }
}
