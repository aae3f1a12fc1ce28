public import Foundation
import PubNubCore

/// Creates the payloads with which a message notifies devices of several services.
///
/// The properties apply to every service; ``apns`` and ``fcm`` have the settings of one service, and the dictionaries. Use
/// it on one thread at a time.
public final class PNNotificationsPayload {
    /// The payload for Apple's service.
    public let apns: PNAPNSNotificationPayload

    /// The payload for Google's service.
    public let fcm: PNFCMNotificationPayload

    /// A second line below the title, on Apple's devices. The default is `nil`, for none.
    public var subtitle: String? {
        didSet { apns.subtitle = subtitle }
    }

    /// The number on the icon of the app, on Apple's devices. The default is `nil`, which does not change the number.
    public var badge: NSNumber? {
        didSet { apns.badge = badge }
    }

    /// The name or path of the sound. The default is `nil`, for none.
    public var sound: String? {
        didSet {
            apns.sound = sound
            fcm.sound = sound
        }
    }

    /// Whether the service reports on the notifications, on the channel whose name ends in `-pndebug`. The default is
    /// `false`.
    public var debugging = false

    private init(title: String?, body: String?) {
        apns = PNAPNSNotificationPayload(title: title, body: body)
        fcm = PNFCMNotificationPayload(title: title, body: body)
    }

    /// Creates payloads for a notification.
    ///
    /// - Parameters:
    ///   - title: The title; `nil` for none.
    ///   - body: The body; `nil` for none.
    /// - Returns: The payloads, to which more can be added.
    public static func payloads(withNotificationTitle title: String?, body: String?) -> PNNotificationsPayload {
        PNNotificationsPayload(title: title, body: body)
    }

    /// Makes the payloads for ``PubNub/publish(_:toChannel:mobilePushPayload:withCompletion:)``. Call it again after
    /// changes.
    ///
    /// - Parameter pushTypes: The services.
    /// - Returns: `pn_apns` and `pn_fcm` for the given services, if they have content.
    public func dictionaryRepresentation(for pushTypes: PNPushType) -> [String: Any] {
        var payloads: [String: Any] = [:]
        if pushTypes.contains(.PNAPNSPush) {
            payloads[PushKeys.apns] = apns.representation
        } else if pushTypes.contains(.PNAPNS2Push) {
            payloads[PushKeys.apns] = apns.targetedRepresentation
        }
        if pushTypes.contains(.PNFCMPush) { payloads[PushKeys.fcm] = fcm.representation }
        if debugging, !payloads.isEmpty { payloads[PushKeys.debug] = NSNumber(value: true) }
        return payloads
    }
}

/// The services for which notification payloads are created.
public struct PNPushType: OptionSet, Hashable, Sendable {
    /// The bits, with the values of the Objective-C interface.
    public let rawValue: UInt

    /// Creates a set from its bits.
    ///
    /// - Parameter rawValue: The bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Apple's push gateway, without targets. If it is set, ``PNAPNS2Push`` has no effect.
    public static let PNAPNSPush = PNPushType(rawValue: 1 << 0)

    /// Apple's push gateway over HTTP/2, with the targets of ``PNAPNSNotificationPayload/configurations``.
    public static let PNAPNS2Push = PNPushType(rawValue: 1 << 1)

    /// Google's Firebase Cloud Messaging.
    public static let PNFCMPush = PNPushType(rawValue: 1 << 2)

    /// Microsoft's service, which has ended; no payload is created for it.
    public static let PNMPNSPush = PNPushType(rawValue: 1 << 3)
}
