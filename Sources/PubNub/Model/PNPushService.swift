/// Who delivers notifications to a device that is registered for them.
public enum PNPushService: String, Sendable, CaseIterable {
    /// Apple, as in every call of 3.x.
    case apns

    /// Google (Firebase Cloud Messaging), whose tokens are texts: hand over `Data(token.utf8)`.
    case fcm
}
