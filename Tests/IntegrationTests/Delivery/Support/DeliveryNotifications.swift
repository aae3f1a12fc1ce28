import Foundation
import PubNub

/// Records the notifications of one client until the value is released.
final class DeliveryNotifications {
    private let token: any NSObjectProtocol

    init(of client: PubNub, _ log: DeliveryLog) {
        token = NotificationCenter.default.addObserver(forName: nil, object: client, queue: nil) { notification in
            let payload = notification.userInfo?[kPNNotificationPayloadKey]
            log.add("notification \(notification.name.rawValue)", payload.map { [$0] } ?? [])
        }
    }

    deinit {
        NotificationCenter.default.removeObserver(token)
    }
}
