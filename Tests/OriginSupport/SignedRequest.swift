import PubNubCodec
import PubNubTestSupport
import PubNubWire

@testable import PubNubOrigin

extension OriginRequest {
    /// The form of a signature.
    enum SignatureForm: Sendable {
        /// The form of 2014, with which clients sign a POST publish.
        case first
        /// The form that covers the method and the body as well.
        case second
    }

    /// The same request, signed as a client with the secret key signs all of its requests.
    ///
    /// - Parameters:
    ///   - timestamp: The time of the request, in seconds since 1970.
    ///   - secretKey: The secret key.
    ///   - form: The form of the signature.
    /// - Returns: The request with `timestamp` and `signature`.
    func signed(
        at timestamp: UInt64,
        secretKey: String = SignedCall.secretKey,
        _ form: SignatureForm = .second
    ) -> OriginRequest {
        let (path, items) = target.cut(at: "?")
        let timed = (items.map { "\($0)&" } ?? "") + "timestamp=\(timestamp)"
        let query = timed.split(separator: "&").map { item in
            let (name, value) = item.cut(at: "=")
            return (String(name), String(value ?? ""))
        }
        let text =
            switch form {
            case .first:
                Array(
                    StringToSign.legacy(
                        subscribeKey: "demo",
                        publishKey: "demo",
                        operation: String(path),
                        query: query
                    ).utf8
                )
            case .second:
                StringToSign.v2(
                    method: method,
                    publishKey: "demo",
                    path: String(path),
                    query: query,
                    body: body
                )
            }
        // A signature that no check accepts, in case the library fails.
        let digest = (try? HMAC.sha256(key: Array(secretKey.utf8), message: text)) ?? [0]
        let signature = Base64.encode(digest, urlSafe: true, padded: form == .first)
        let version = form == .second ? "v2." : ""
        return with(target: "\(path)?\(timed)&signature=\(version)\(PercentEncoding.escape(signature))")
    }

    /// The same request with another target or body.
    func with(target: String? = nil, body: [UInt8]? = nil) -> OriginRequest {
        OriginRequest(
            method: method,
            target: target ?? self.target,
            contentEncoding: contentEncoding,
            contentType: contentType,
            ifMatch: ifMatch,
            acceptsCompression: acceptsCompression,
            body: body ?? self.body
        )
    }
}
