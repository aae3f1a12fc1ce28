public import Foundation

/// Makes the payloads with which a message notifies devices of several services.
///
/// What is set here applies to every service; ``apns`` and ``fcm`` have what is a service's own, and the dictionaries
/// themselves. Not to be used from several threads at once.
public final class PNNotificationsPayload {
    /// What is Apple's own.
    public let apns: PNAPNSNotificationPayload

    /// What is Google's own.
    public let fcm: PNFCMNotificationPayload

    /// A second line below the title, on Apple's devices; nil, the default, for none.
    public var subtitle: String? {
        didSet { apns.subtitle = subtitle }
    }

    /// The number beside the icon of the app, on Apple's devices; nil, the default, leaves it as it is.
    public var badge: NSNumber? {
        didSet { apns.badge = badge }
    }

    /// Name or path of the sound to play; nil, the default, for none.
    public var sound: String? {
        didSet {
            apns.sound = sound
            fcm.sound = sound
        }
    }

    /// Whether the service is to report on the notifications, on the channel whose name ends in `-pndebug`. False by
    /// default.
    public var debugging = false

    private init(title: String?, body: String?) {
        apns = PNAPNSNotificationPayload(title: title, body: body)
        fcm = PNFCMNotificationPayload(title: title, body: body)
    }

    /// Begins payloads for a notification.
    ///
    /// - Parameters:
    ///   - title: The title; nil for none.
    ///   - body: The text; nil for none.
    /// - Returns: What makes the payloads.
    public static func payloads(withNotificationTitle title: String?, body: String?) -> PNNotificationsPayload {
        PNNotificationsPayload(title: title, body: body)
    }

    /// Makes the payloads, to be published with ``PubNub/publish(_:toChannel:mobilePushPayload:withCompletion:)``. It may be
    /// called again, also after changes.
    ///
    /// - Parameter pushTypes: For which services.
    /// - Returns: `pn_apns` and `pn_fcm`, as far as they are wanted and there is something to notify of.
    public func dictionaryRepresentation(for pushTypes: PNPushType) -> [String: Any] {
        var payloads: [String: Any] = [:]
        if pushTypes.contains(.PNAPNSPush) {
            payloads[PushKeys.apns] = apns.representation
        } else if pushTypes.contains(.PNAPNS2Push) {
            payloads[PushKeys.apns] = apns.targetedRepresentation
        }
        if pushTypes.contains(.PNFCMPush) { payloads[PushKeys.fcm] = fcm.representation }
        if debugging, !payloads.isEmpty { payloads[PushKeys.debug] = true }
        return payloads
    }
}
