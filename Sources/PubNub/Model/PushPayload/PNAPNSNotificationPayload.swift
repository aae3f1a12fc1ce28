public import Foundation

/// The payload of notifications on Apple's devices.
///
/// It is made when there is something to show (a title, a subtitle or a text), or when it is silent.
public final class PNAPNSNotificationPayload: PNBaseNotificationPayload {
    private enum Key {
        static let system = "aps"
        static let alert = "alert"
        static let badge = "badge"
        static let sound = "sound"
        static let isSilent = "content-available"
    }

    /// How and to whom the notification is delivered with ``PNPushType/PNAPNS2Push``. An empty list, the default, is
    /// ``PNAPNSNotificationConfiguration/default()``.
    public var configurations: [PNAPNSNotificationConfiguration] = []

    /// What the user sees and hears: the dictionary `aps` of ``PNBaseNotificationPayload/payload``.
    public let notification = NSMutableDictionary()

    /// Whether the app is to be told without the user: texts, badge and sound are left out. False by default.
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
            system[Key.isSilent] = 1
        } else if Self.members(of: system[Key.alert]).isEmpty {
            return nil
        }
        fields[Key.system] = system
        return fields
    }

    /// What is made for the service when it is to know how and to whom to deliver.
    var targetedRepresentation: [String: Any]? {
        guard var fields = representation else { return nil }
        let configurations = configurations.isEmpty ? [.default()] : configurations
        fields["pn_push"] = configurations.map(\.representation)
        return fields
    }
}
