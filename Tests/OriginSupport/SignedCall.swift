import PubNubCodec
import PubNubTestSupport
import PubNubWire

/// A call of the access manager as a client with the secret key `secret` makes it.
struct SignedCall {
    static let secretKey = "secret"

    /// `v1` or `v2`: the version of the path and of the responses.
    var version = "v1"
    var operation = "grant"
    /// The items without timestamp and signature.
    var items: [String: String]
    var timestamp: UInt64
    /// Whether the signature has version 2, which both paths accept.
    var isSignedAnew = false
    var secretKey = Self.secretKey

    var target: String {
        var items = items
        items["timestamp"] = "\(timestamp)"
        let query = items.sorted { $0.key < $1.key }.map { ($0.key, PercentEncoding.escape($0.value)) }
        let path = "/\(version)/auth/\(operation)/sub-key/demo"
        let text =
            isSignedAnew
            ? StringToSign.v2(method: "GET", publishKey: "demo", path: path, query: query)
            : Array(
                StringToSign.legacy(subscribeKey: "demo", publishKey: "demo", operation: operation, query: query).utf8
            )
        // A signature that no check accepts, in case the library fails.
        let digest = (try? HMAC.sha256(key: Array(secretKey.utf8), message: text)) ?? [0]
        let signature = (isSignedAnew ? "v2." : "") + Base64.encode(digest, urlSafe: true)
        return path + "?" + query.map { "\($0)=\($1)" }.joined(separator: "&")
            + "&signature=\(PercentEncoding.escape(signature))"
    }
}

extension OriginProbe {
    /// Grants rights, signed at the probe's own date.
    @discardableResult
    func grant(_ items: [String: String], version: String = "v1") -> Exchange {
        get(SignedCall(version: version, items: items, timestamp: clock.date / 10_000_000).target)
    }

    /// Lists rights, signed at the probe's own date.
    func audit(_ items: [String: String] = [:], version: String = "v1") -> Exchange {
        get(SignedCall(version: version, operation: "audit", items: items, timestamp: clock.date / 10_000_000).target)
    }
}
