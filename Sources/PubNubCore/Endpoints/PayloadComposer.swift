import PubNubCodec
import PubNubWire

/// Combines a message and its push payloads into the published JSON.
enum PayloadComposer {
    /// Makes the JSON to publish.
    ///
    /// With a cipher the message is encrypted. Push payloads stay readable, because the service has to read them; the
    /// encrypted message is then their neighbour `pn_other`.
    ///
    /// - Parameters:
    ///   - message: the message; `nil` for only a push notification.
    ///   - push: push payloads by the members that hold them, such as `pn_apns`.
    ///   - cryptor: encrypts the message; `nil` sends it unencrypted.
    /// - Returns: the JSON, or `nil` without a message and push payloads.
    /// - Throws: the error of the cipher.
    static func compose(
        message: JSON?,
        push: [String: JSON] = [:],
        cryptor: MessageCipher? = nil
    ) throws(CryptorError) -> JSON? {
        guard let payload = combine(message: message, push: push) else { return nil }
        guard let cryptor else { return payload }
        guard let parts = split(payload, alongside: push) else { return try cryptor.encrypt(payload) }
        guard let message = parts.message else { return payload }
        var fields = parts.push
        fields[PushKeys.message] = try cryptor.encrypt(message)
        return .object(fields)
    }

    private static func combine(message: JSON?, push: [String: JSON]) -> JSON? {
        guard !push.isEmpty else { return message }
        guard let message else { return .object(push) }
        if case .object(let fields) = message {
            return .object(fields.merging(push) { _, payload in payload })
        }
        return .object([PushKeys.message: message].merging(push) { _, payload in payload })
    }

    /// The push payloads of a composed message and the rest of it, or `nil` without push payloads.
    private static func split(
        _ payload: JSON,
        alongside given: [String: JSON]
    ) -> (push: [String: JSON], message: JSON?)? {
        guard case .object(let fields) = payload else { return nil }
        guard !given.isEmpty || fields.keys.contains(where: PushKeys.payloads.contains) else { return nil }
        let readable = PushKeys.readable.union(given.keys).subtracting([PushKeys.message])
        let push = fields.filter { name, _ in readable.contains(name) }
        let rest = fields.filter { name, _ in !readable.contains(name) }
        if rest.isEmpty { return (push, nil) }
        if rest.count == 1, let message = rest[PushKeys.message] { return (push, message) }
        return (push, .object(rest))
    }
}
