/// Who delivers notifications to a device.
public enum PNPushType: String, Sendable, CaseIterable {
    /// Apple, as in every call of 3.x.
    case apns

    /// Google (Firebase Cloud Messaging).
    case fcm
}
