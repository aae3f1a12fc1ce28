import Foundation
import PubNubCodec
package import PubNubWire

/// Access tokens for tasks.
extension PubNub {
    /// The most characters of a token that is read.
    private static let longestToken = 128 * 1024

    /// The content of an access token; `nil` for any other string. The client does not check the signature.
    package static func content(ofToken token: String) -> AccessTokenContent? {
        guard token.utf8.count <= longestToken, let bytes = Base64.decode(token) else { return nil }
        return try? AccessTokenContent(reading: bytes)
    }

    /// Issues an access token. The secret key signs the request.
    package func grantToken(_ terms: AccessTokenTerms) async throws(PNError) -> String {
        try checkSecretKey()
        guard AccessTokenTerms.minutesRange.contains(terms.minutes) else {
            throw PNError(input: "A token is valid for 1 to 43,200 minutes.")
        }
        guard !terms.resources.isEmpty || !terms.patterns.isEmpty else {
            throw PNError(input: "The token has no permissions.")
        }
        if let user = terms.user { try Validation.identifier(user) }
        return try await engine.value(of: AccessTokenEndpoints.grant(terms))
    }

    /// Revokes an access token. The secret key signs the request.
    package func revokeToken(_ token: String) async throws(PNError) {
        try checkSecretKey()
        guard Self.content(ofToken: token) != nil else { throw PNError(input: "The string is not an access token.") }
        try await engine.value(of: AccessTokenEndpoints.revoke(token))
    }

    private func checkSecretKey() throws(PNError) {
        let isMissing = engine.read { $0.settings.secretKey?.isEmpty ?? true }
        if isMissing { throw PNError(code: kPNSecretKeyNotSpecifiedError) }
    }
}
