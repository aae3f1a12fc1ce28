import PubNubCodec
import PubNubWire

/// Puts a message and its push payloads together into what is published.
enum PayloadComposer {
    /// Makes the JSON to publish.
    ///
    /// With a cipher the message is encrypted. Push payloads stay readable, because the service has to read them; the
    /// encrypted message then stands beside them as `pn_other`.
    ///
    /// - Parameters:
    ///   - message: the message; nil for a push notification alone.
    ///   - apns: what `pn_apns` holds; nil for none.
    ///   - gcm: what `pn_gcm` holds; nil for none.
    ///   - cryptor: encrypts the message; nil sends it readable.
    ///   - randomVector: whether to encrypt with a random initialization vector, which 3.x clients cannot read.
    /// - Returns: the JSON, or nil when neither a message nor a push payload is given.
    /// - Throws: what the cipher reports.
    static func compose(
        message: JSONValue?,
        apns: JSONValue? = nil,
        gcm: JSONValue? = nil,
        cryptor: Cryptor? = nil,
        randomVector: Bool = false
    ) throws(CryptorError) -> JSONValue? {
        guard let payload = combine(message: message, apns: apns, gcm: gcm) else { return nil }
        guard let cryptor else { return payload }
        func encrypt(_ message: JSONValue) throws(CryptorError) -> JSONValue {
            let text = message.serialized()
            return .string(randomVector ? try cryptor.encryptRandomIV(text) : try cryptor.encrypt(text))
        }
        guard let parts = split(payload) else { return try encrypt(payload) }
        guard let message = parts.message else { return payload }
        var fields = parts.push
        fields[PushKeys.message] = try encrypt(message)
        return .object(fields)
    }

    private static func combine(message: JSONValue?, apns: JSONValue?, gcm: JSONValue?) -> JSONValue? {
        var push: [String: JSONValue] = [:]
        push[PushKeys.apns] = apns
        push[PushKeys.gcm] = gcm
        guard !push.isEmpty else { return message }
        guard let message else { return .object(push) }
        if case .object(let fields) = message {
            return .object(fields.merging(push) { _, payload in payload })
        }
        push[PushKeys.message] = message
        return .object(push)
    }

    /// The push payloads of a composed message and the rest of it, or nil when there are no push payloads.
    private static func split(_ payload: JSONValue) -> (push: [String: JSONValue], message: JSONValue?)? {
        guard case .object(let fields) = payload else { return nil }
        guard fields.keys.contains(where: PushKeys.payloads.contains) else { return nil }
        let push = fields.filter { name, _ in PushKeys.readable.contains(name) }
        let rest = fields.filter { name, _ in !PushKeys.readable.contains(name) }
        if rest.isEmpty { return (push, nil) }
        if rest.count == 1, let message = rest[PushKeys.message] { return (push, message) }
        return (push, .object(rest))
    }
}
