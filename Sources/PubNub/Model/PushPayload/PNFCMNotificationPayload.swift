public import Foundation

/// The payload of notifications on devices that Google (Firebase Cloud Messaging) serves.
///
/// It is made when it holds anything. Subtitle and badge are Apple's, and have no place in it.
public final class PNFCMNotificationPayload: PNBaseNotificationPayload {
    private enum Key {
        static let notification = "notification"
        static let data = "data"
        static let android = "android"
        static let icon = "icon"
        static let sound = "sound"
        static let tag = "tag"
    }

    /// What the user sees: the dictionary `notification` of ``PNBaseNotificationPayload/payload``.
    public let notification = NSMutableDictionary()

    /// What the app is told besides: the dictionary `data` of ``PNBaseNotificationPayload/payload``. Values have to be
    /// texts. Names that the service keeps to itself are `from`, `message_type` and what begins with `google` or `fcm`.
    public let data = NSMutableDictionary()

    /// Whether the app is to be told without the user: the notification moves into the data. False by default.
    public var isSilent = false

    init(title: String?, body: String?) {
        super.init()
        payload[Key.notification] = notification
        payload[Key.data] = data
        notification["title"] = title
        notification["body"] = body
    }

    /// The icon beside the title; nil for the app's own.
    public var icon: String?

    /// What a later notification has in common with the one that it replaces; nil for none.
    public var tag: String?

    var sound: String?

    override var representation: [String: Any]? {
        var rest = Self.members(of: payload)
        let visible = Self.members(of: rest.removeValue(forKey: Key.notification))
        var android = Self.members(of: rest.removeValue(forKey: Key.android))
        let extra = Self.members(of: rest.removeValue(forKey: Key.data))
        let device = Self.members(of: android[Key.notification]).merging(look) { given, _ in given }
        // What stands at the root beside them has no meaning to the service, but may have one to the app.
        var data = rest.merging(extra) { _, own in own }
        if isSilent { data[Key.notification] = visible.merging(device) { shown, _ in shown } }
        android[Key.notification] = isSilent || device.isEmpty ? nil : device
        var fields: [String: Any] = [:]
        if !isSilent, !visible.isEmpty { fields[Key.notification] = visible }
        if !android.isEmpty { fields[Key.android] = android }
        if !data.isEmpty { fields[Key.data] = data }
        return fields.isEmpty ? nil : fields
    }

    /// What only the device's own part of the payload has a place for.
    private var look: [String: Any] {
        [Key.icon: icon, Key.tag: tag, Key.sound: sound].compactMapValues(\.self)
    }
}
