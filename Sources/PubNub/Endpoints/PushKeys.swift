/// The members of a message object that have a meaning for push delivery.
enum PushKeys {
    /// What Apple's devices get.
    static let apns = "pn_apns"

    /// What Google's devices get.
    static let gcm = "pn_gcm"

    /// The message itself, where it stands beside push payloads.
    static let message = "pn_other"

    /// What push services get, in all the names the service knows.
    static let payloads: Set<String> = [apns, gcm, "pn_fcm", "pn_mpns"]

    /// Members the service itself reads beside push payloads, and which therefore are not encrypted there.
    static let readable = payloads.union(["pn_debug"])
}
