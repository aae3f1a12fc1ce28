public import Foundation

/// The properties that the notification payloads of all services share. Use a payload on one thread at a time.
public class PNBaseNotificationPayload {
    /// The payload so far; applications can add members. The payload for a service is a copy.
    public let payload = NSMutableDictionary()

    init() {}

    /// The payload for the service; `nil` if it has no content.
    var representation: [String: Any]? { nil }

    /// The members of a dictionary of the payload as Swift values; empty for any other value.
    static func members(of any: Any?) -> [String: Any] {
        guard let members = any as? [AnyHashable: Any] else { return [:] }
        return members.reduce(into: [:]) { result, member in
            result["\(member.key.base)"] = plain(member.value)
        }
    }

    private static func plain(_ any: Any) -> Any {
        switch any {
        case is [AnyHashable: Any]: members(of: any)
        case let elements as [Any]: elements.map(plain)
        default: any
        }
    }
}

/// The payload of notifications on Apple's devices.
///
/// The service receives it if it has a title, a subtitle or a body, or if it is silent.
public final class PNAPNSNotificationPayload: PNBaseNotificationPayload {
    private enum Key {
        static let system = "aps"
        static let alert = "alert"
        static let badge = "badge"
        static let sound = "sound"
        static let isSilent = "content-available"
    }

    /// The delivery settings and targets for ``PNPushType/PNAPNS2Push``. An empty list, the default, means
    /// ``PNAPNSNotificationConfiguration/default()``.
    public var configurations: [PNAPNSNotificationConfiguration] = []

    /// The visible and audible part: the dictionary `aps` of ``PNBaseNotificationPayload/payload``.
    public let notification = NSMutableDictionary()

    /// Whether only the app is notified, without title, body, badge and sound. The default is `false`.
    public var isSilent = false

    private let alert = NSMutableDictionary()

    init(title: String?, body: String?) {
        super.init()
        payload[Key.system] = notification
        notification[Key.alert] = alert
        alert["title"] = title
        alert["body"] = body
    }

    var subtitle: String? {
        didSet { alert["subtitle"] = subtitle }
    }

    var badge: NSNumber? {
        didSet { notification[Key.badge] = badge }
    }

    var sound: String? {
        didSet { notification[Key.sound] = sound }
    }

    override var representation: [String: Any]? {
        var fields = Self.members(of: payload)
        var system = Self.members(of: fields[Key.system])
        if isSilent {
            for key in [Key.alert, Key.badge, Key.sound] { system[key] = nil }
            system[Key.isSilent] = NSNumber(value: 1)
        } else if Self.members(of: system[Key.alert]).isEmpty {
            return nil
        }
        fields[Key.system] = system
        return fields
    }

    /// The payload for the service with delivery settings and targets.
    var targetedRepresentation: [String: Any]? {
        guard var fields = representation else { return nil }
        let configurations = configurations.isEmpty ? [.default()] : configurations
        fields["pn_push"] = configurations.map(\.representation)
        return fields
    }
}

/// The payload of notifications through Google's Firebase Cloud Messaging.
///
/// The service receives it if it has content. It has no subtitle and no badge; these are Apple's.
public final class PNFCMNotificationPayload: PNBaseNotificationPayload {
    private enum Key {
        static let notification = "notification"
        static let data = "data"
        static let android = "android"
        static let icon = "icon"
        static let sound = "sound"
        static let tag = "tag"
    }

    /// The visible part: the dictionary `notification` of ``PNBaseNotificationPayload/payload``.
    public let notification = NSMutableDictionary()

    /// The data for the app: the dictionary `data` of ``PNBaseNotificationPayload/payload``. Values must be strings. The
    /// service reserves the names `from`, `message_type` and those that begin with `google` or `fcm`.
    public let data = NSMutableDictionary()

    /// Whether only the app is notified: the visible part moves into the data. The default is `false`.
    public var isSilent = false

    init(title: String?, body: String?) {
        super.init()
        payload[Key.notification] = notification
        payload[Key.data] = data
        notification["title"] = title
        notification["body"] = body
    }

    /// The icon next to the title; `nil` for the app's icon.
    public var icon: String?

    /// The tag by which a later notification replaces this one; `nil` for none.
    public var tag: String?

    var sound: String?

    override var representation: [String: Any]? {
        var rest = Self.members(of: payload)
        let visible = Self.members(of: rest.removeValue(forKey: Key.notification))
        var android = Self.members(of: rest.removeValue(forKey: Key.android))
        let extra = Self.members(of: rest.removeValue(forKey: Key.data))
        let device = Self.members(of: android[Key.notification]).merging(look) { given, _ in given }
        // Other members at the root mean nothing to the service, but may mean something to the app.
        var data = rest.merging(extra) { _, own in own }
        if isSilent { data[Key.notification] = visible.merging(device) { shown, _ in shown } }
        android[Key.notification] = isSilent || device.isEmpty ? nil : device
        var fields: [String: Any] = [:]
        if !isSilent, !visible.isEmpty { fields[Key.notification] = visible }
        if !android.isEmpty { fields[Key.android] = android }
        if !data.isEmpty { fields[Key.data] = data }
        return fields.isEmpty ? nil : fields
    }

    /// The values that only the Android part of the payload can contain.
    private var look: [String: Any] {
        [Key.icon: icon, Key.tag: tag, Key.sound: sound].compactMapValues(\.self)
    }
}
