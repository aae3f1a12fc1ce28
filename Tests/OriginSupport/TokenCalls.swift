import PubNubCodec
import PubNubTestSupport
import PubNubWire

@testable import PubNubOrigin

/// A call that issues or revokes access tokens, as a client with the secret key makes it.
struct TokenCall {
    var method = "POST"
    /// The part of the path behind the subscribe key.
    var rest = "grant"
    var body = ""
    var timestamp: UInt64
    var subscribeKey = "demo"
    var secretKey = SignedCall.secretKey
    var contentType: String?

    var request: OriginRequest {
        let path = "/v3/pam/\(subscribeKey)/\(rest)"
        let query = [("timestamp", "\(timestamp)"), ("uuid", "server")]
        let text = StringToSign.v2(method: method, publishKey: "demo", path: path, query: query, body: Array(body.utf8))
        // A signature that no check accepts, in case the library fails.
        let digest = (try? HMAC.sha256(key: Array(secretKey.utf8), message: text)) ?? [0]
        let signature = Base64.encode(digest, urlSafe: true, padded: false)
        let items = query.map { "\($0)=\($1)" }.joined(separator: "&")
        return OriginRequest(
            method: method,
            target: "\(path)?\(items)&signature=v2.\(signature)",
            contentType: contentType,
            body: Array(body.utf8)
        )
    }

    /// A call for a token.
    static func grant(_ terms: AccessTokenTerms, at timestamp: UInt64) -> TokenCall {
        TokenCall(body: terms.json.text, timestamp: timestamp)
    }

    /// A call that revokes a token.
    static func revocation(_ token: String, at timestamp: UInt64) -> TokenCall {
        TokenCall(method: "DELETE", rest: "grant/\(PercentEncoding.escape(token))", timestamp: timestamp)
    }

    /// The token of a response.
    static func token(in body: String?) -> String? {
        body.flatMap { try? JSON(parsing: $0) }?["data"]?["token"]?.string
    }
}

extension AccessTokenTerms {
    /// Terms for rights on channels by name.
    static func channels(_ channels: [String: Int], minutes: Int64 = 60, user: String? = nil) -> AccessTokenTerms {
        AccessTokenTerms(minutes: minutes, user: user, resources: .init(channels: channels))
    }

    /// Terms for rights by pattern.
    static func patterns(_ patterns: AccessTokenContent.Permissions) -> AccessTokenTerms {
        AccessTokenTerms(minutes: 60, resources: .init(), patterns: patterns)
    }
}

extension OriginProbe {
    private var seconds: UInt64 { clock.date / 10_000_000 }

    /// Issues a token, signed at the probe's own date.
    func token(_ terms: AccessTokenTerms) -> String {
        TokenCall.token(in: send(TokenCall.grant(terms, at: seconds).request).body) ?? "no token"
    }

    /// Asks for a token with a body.
    func grantToken(_ body: String) -> Exchange { send(TokenCall(body: body, timestamp: seconds).request) }

    /// Revokes a token.
    @discardableResult
    func revoke(_ token: String) -> Exchange { send(TokenCall.revocation(token, at: seconds).request) }
}

extension String {
    /// The target with an authorization key or a token.
    func with(_ token: String) -> String {
        self + (contains("?") ? "&" : "?") + "auth=" + PercentEncoding.escape(token)
    }
}
