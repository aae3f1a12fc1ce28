/// The members of a message object that have a meaning for push delivery.
enum PushKeys {
    private static let prefix = "pn_"

    /// What Apple's devices get.
    static let apns = "pn_apns"

    /// What Google's devices get, as 3.x names it.
    static let gcm = "pn_gcm"

    /// What Google's devices get.
    static let fcm = "pn_fcm"

    /// Whether the service is to report on the delivery.
    static let debug = "pn_debug"

    /// The message itself, where it stands beside push payloads.
    static let message = "pn_other"

    /// What push services get, in all the names the service knows.
    static let payloads: Set<String> = [apns, gcm, fcm, "pn_mpns"]

    /// Members the service itself reads beside push payloads, and which therefore are not encrypted there.
    static let readable = payloads.union([debug])

    /// The payloads of the 3.x calls by the members that hold them.
    static func members(_ apple: [String: Any]?, _ google: [String: Any]?) -> [String: Any] {
        guard apple != nil || google != nil else { return [:] }
        return [apns: apple, gcm: google].compactMapValues(\.self)
    }

    /// The payloads of a mobile push by the members that hold them: what a name lacks of a member's is added, and what is
    /// Apple's own system dictionary goes to Apple.
    static func members(mobilePush payloads: [String: Any]) -> [String: Any] {
        var members: [String: Any] = [:]
        for (name, payload) in payloads.sorted(by: { $0.key < $1.key }) {
            switch name {
            case "aps": members[apns] = [name: payload]
            case _ where name.hasPrefix(prefix): members[name] = payload
            default: members[prefix + name] = payload
            }
        }
        return members
    }
}
