package import PubNub
import PubNubCore
import PubNubMachines
package import PubNubWire

/// Access tokens, with the errors of 3.x.
extension PubNub {
    /// Issues an access token.
    package func issueToken(_ terms: AccessTokenTerms) async throws(PNError) -> String {
        try await reporting { client async throws(Failure) in try await client.grantToken(terms) }
    }

    /// Revokes an access token.
    package func endToken(_ token: String) async throws(PNError) {
        try await reporting { client async throws(Failure) in try await client.revokeToken(token) }
    }
}
