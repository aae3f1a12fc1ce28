/// The members of a message object that have a meaning for push delivery.
package enum PushKeys {
    private static let prefix = "pn_"

    /// The payload for Apple's devices.
    package static let apns = "pn_apns"

    /// The payload for Google's devices, under its 3.x name.
    package static let gcm = "pn_gcm"

    /// The payload for Google's devices.
    package static let fcm = "pn_fcm"

    /// Whether the service reports on the delivery.
    package static let debug = "pn_debug"

    /// The message itself, next to push payloads.
    static let message = "pn_other"

    /// The payloads for push services, under all names that the service knows.
    static let payloads: Set<String> = [apns, gcm, fcm, "pn_mpns"]

    /// Members next to push payloads that the service itself reads, and which therefore are not encrypted.
    static let readable = payloads.union([debug])

    /// The payloads of the 3.x calls by the members that hold them.
    package static func members(_ apple: [String: Any]?, _ google: [String: Any]?) -> [String: Any] {
        guard apple != nil || google != nil else { return [:] }
        return [apns: apple, gcm: google].compactMapValues(\.self)
    }

    /// The payloads of a mobile push by the names of their members: a missing prefix is added, and Apple's system
    /// dictionary goes to Apple.
    package static func members(mobilePush payloads: [String: Any]) -> [String: Any] {
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
