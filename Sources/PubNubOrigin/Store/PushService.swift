/// Who delivers notifications to a device.
enum PushService: String, Sendable, CaseIterable {
    case apns
    /// APNs by HTTP/2.
    case apns2
    case fcm
    case mpns

    /// The service of a `type` item, in any of the names it has had; nil when there is none of this name.
    init?(type: String) {
        switch type {
        case "apns": self = .apns
        case "fcm", "gcm": self = .fcm
        case "mpns": self = .mpns
        default: return nil
        }
    }
}
