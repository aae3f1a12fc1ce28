import Foundation
import PubNubCodec
package import PubNubMachines
package import PubNubWire

/// Access tokens for tasks.
extension ClientEngine {
    /// Issues an access token. The secret key signs the request.
    package func grantToken(_ terms: AccessTokenTerms) async throws(Failure) -> String {
        try checkSecretKey()
        guard AccessTokenTerms.minutesRange.contains(terms.minutes) else {
            throw Failure(input: "A token is valid for 1 to 43,200 minutes.")
        }
        guard !terms.resources.isEmpty || !terms.patterns.isEmpty else {
            throw Failure(input: "The token has no permissions.")
        }
        if let user = terms.user { try Validation.identifier(user) }
        return try await value(of: AccessTokenEndpoints.grant(terms))
    }

    /// Revokes an access token. The secret key signs the request.
    package func revokeToken(_ token: String) async throws(Failure) {
        try checkSecretKey()
        guard AccessTokenContent(ofToken: token) != nil else {
            throw Failure(input: "The string is not an access token.")
        }
        try await value(of: AccessTokenEndpoints.revoke(token))
    }

    private func checkSecretKey() throws(Failure) {
        let isMissing = read { $0.settings.secretKey?.isEmpty ?? true }
        if isMissing { throw Failure(unsent: ErrorCode.secretKeyMissing) }
    }
}

extension AccessTokenContent {
    /// The most characters of a token that is read.
    private static let maxCharacters = 128 * 1024

    /// The content of an access token; `nil` for any other string. The signature is not checked.
    package init?(ofToken token: String) {
        guard token.utf8.count <= Self.maxCharacters, let bytes = Base64.decode(token) else { return nil }
        guard let content = try? AccessTokenContent(reading: bytes) else { return nil }
        self = content
    }
}
