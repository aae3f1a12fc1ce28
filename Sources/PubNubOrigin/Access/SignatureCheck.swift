import PubNubCodec
import PubNubWire

/// Checks that a request was signed with the keyset's secret key.
struct SignatureCheck: Sendable {
    let publishKey: String
    let secretKey: String
    /// Computes the HMAC-SHA256 that a signature has to be equal to.
    var digest: @Sendable (_ key: [UInt8], _ text: [UInt8]) throws(DigestError) -> [UInt8] = HMAC.sha256

    /// Whether the signature of a call is right, in the form of 2014 or in version 2.
    ///
    /// The text that was signed is taken as it was sent and, as clients differ in what they escape where, with every
    /// value strictly escaped.
    func passes(_ call: OriginCall) -> Bool {
        guard let signature = call.query.text("signature") else { return false }
        let sent = Self.pairs(call.request.query)
        let strict = sent.map { name, value in
            (name, PercentEncoding.unescape(value).map { PercentEncoding.escape($0) } ?? value)
        }
        let isSecondVersion = signature.hasPrefix("v2.")
        guard let given = Base64.decode(isSecondVersion ? String(signature.dropFirst(3)) : signature) else {
            return false
        }
        return [sent, strict].contains { query in
            let text = isSecondVersion ? secondText(of: call, query) : firstText(of: call, query)
            // Without a digest there is nothing that a signature could match, least of all an empty one.
            guard let expected = try? digest(Array(secretKey.utf8), Array(text.utf8)) else {
                return false
            }
            return ConstantTime.equal(expected, given)
        }
    }

    private func firstText(of call: OriginCall, _ query: [(String, String)]) -> String {
        StringToSign.legacy(
            subscribeKey: call.keyset,
            publishKey: publishKey,
            operation: call.route.signedOperation ?? String(call.request.path),
            query: query
        )
    }

    private func secondText(of call: OriginCall, _ query: [(String, String)]) -> String {
        StringToSign.v2(
            method: call.request.method,
            publishKey: publishKey,
            path: String(call.request.path),
            query: query,
            body: String(decoding: call.request.body, as: UTF8.self)
        )
    }

    /// The items of a query but for the signature, still escaped.
    private static func pairs(_ query: Substring?) -> [(String, String)] {
        (query?.split(at: "&") ?? []).compactMap { item in
            let (name, value) = item.cut(at: "=")
            return name == "signature" ? nil : (String(name), String(value ?? ""))
        }
    }
}
