import PubNubCodec
import PubNubWire

/// The names and keys that a call of the access manager concerns.
struct AccessCall: Sendable {
    let keyset: String
    let channels: [String]
    let groups: [String]
    /// Identifiers of clients, in version 2.
    let users: [String]
    /// Authorization keys; none for everybody.
    let keys: [String]
    /// Whether responses have the rights that version 2 added.
    let isSecondVersion: Bool

    init(_ call: OriginCall) {
        keyset = call.keyset
        channels = call.query.list("channel").withoutRepetitions()
        groups = call.groups
        users = call.query.list("target-uuid").withoutRepetitions()
        keys = call.query.list("auth").withoutRepetitions()
        isSecondVersion = call.route == .grantV2 || call.route == .auditV2
    }

    /// Whether it names users together with channels or groups, whose rights one call cannot give.
    var isMixed: Bool { !users.isEmpty && !(channels.isEmpty && groups.isEmpty) }

    var isAboutApplication: Bool { channels.isEmpty && groups.isEmpty && users.isEmpty }

    /// The service's word for it.
    var level: String {
        if !users.isEmpty { return "uuid" }
        if !groups.isEmpty { return keys.isEmpty ? "channel-group" : "channel-group+auth" }
        if !channels.isEmpty { return keys.isEmpty ? "channel" : "user" }
        return "subkey"
    }

    /// How many changes a grant makes.
    var size: Int { max(1, channels.count + groups.count + users.count) * max(1, keys.count) }

    var names: [String] { channels + groups + users }

    /// The changes that giving the same rights on all of it makes.
    func records(_ grant: AccessGrant) -> [AccessRecord] {
        let scopes: [AccessTarget.Scope] =
            isAboutApplication
            ? [.application]
            : channels.map { .channel($0) } + groups.map { .group($0) } + users.map { .user($0) }
        let keys: [String?] = keys.isEmpty ? [nil] : keys
        return scopes.flatMap { scope in
            keys.map { AccessRecord(target: AccessTarget(keyset: keyset, scope: scope), key: $0, grant: grant) }
        }
    }
}

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
        let sent = call.request.query.map(StringToSign.items) ?? []
        let strict = sent.map { name, value in
            (name, PercentEncoding.unescape(value).map { PercentEncoding.escape($0) } ?? value)
        }
        let isSecondVersion = signature.hasPrefix("v2.")
        // The form of 2014 covers neither the method nor the body, so it is limited to the calls that clients sign with it.
        guard isSecondVersion || call.mayHaveFirstSignature else { return false }
        guard let given = Base64.decode(isSecondVersion ? String(signature.dropFirst(3)) : signature) else {
            return false
        }
        return [sent, strict].contains { query in
            let text = isSecondVersion ? secondText(of: call, query) : Array(firstText(of: call, query).utf8)
            // Without a digest no signature matches, and an empty one least of all.
            guard let expected = try? digest(Array(secretKey.utf8), text) else {
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

    private func secondText(of call: OriginCall, _ query: [(String, String)]) -> [UInt8] {
        StringToSign.v2(
            method: call.request.method,
            publishKey: publishKey,
            path: String(call.request.path),
            query: query,
            body: call.request.body
        )
    }
}

extension OriginCall {
    /// Whether clients sign the call in the form of 2014.
    fileprivate var mayHaveFirstSignature: Bool { route.signedOperation != nil || route == .publishCompressed }
}

extension SignatureCheck {
    /// Why a signed call is refused for its time or its signature; nil when it is not.
    static func refusal(of call: OriginCall, keyset: OriginKeyset?, at now: Moment) -> OriginResponse? {
        guard hasValidTimestamp(call, at: now) else { return AccessResponse.invalidTimestamp }
        return secretKey(of: call, keyset: keyset, at: now) == nil ? AccessResponse.wrongSignature : nil
    }

    /// The secret key of a keyset that signed a call; nil if none did, or if the call is too old.
    static func secretKey(of call: OriginCall, keyset: OriginKeyset?, at now: Moment) -> String? {
        guard hasValidTimestamp(call, at: now), let keyset, let publishKey = keyset.publishKey else { return nil }
        return keyset.secretKeys(at: now.date).first {
            SignatureCheck(publishKey: publishKey, secretKey: $0).passes(call)
        }
    }

    private static func hasValidTimestamp(_ call: OriginCall, at now: Moment) -> Bool {
        guard let timestamp = call.query.text("timestamp").flatMap({ UInt64($0) }) else { return false }
        return max(timestamp, now.seconds) - min(timestamp, now.seconds) <= ServiceLimits.signatureWindowSeconds
    }
}
