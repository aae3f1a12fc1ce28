import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Event handling, registrations of devices for push notifications reach every receiver")
struct PushDeliveryTests {
    @Test(arguments: rows, DelegateMethods.allCases)
    func delivers(row: DeliveryRow, methods: DelegateMethods) async throws {
        try await row.check(methods)
    }

    private static let token = SecretWatch.shared.watched(pushToken: Data(repeating: 7, count: 32))
    private static let news = PNChannel.channel(withName: "news")

    private static func event(
        _ method: String,
        _ text: String,
        _ observer: String,
        _ observed: String,
        posts notification: String
    ) -> DeliveryEvent {
        DeliveryEvent(method, text, observers: .init(observer, observed), posts: notification)
    }

    private static let refused: DeliveryRow.Step = { $0.refuse(.push) }

    private static func notEnabled(_ code: Int) -> DeliveryEvent {
        event(
            "pubnubClient(_:pushNotificationEnableDidFailWithError:)",
            "\(code) about [news]",
            "addClientPushNotificationsEnableObserver",
            "[news], \(code) about [news]",
            posts: kPNClientPushNotificationEnableDidFailNotification
        )
    }

    private static func enable(_ token: Data?) -> DeliveryRow.Step {
        { scene in
            scene.pubnub.enablePushNotifications(
                on: news,
                withDevicePushToken: token,
                andCompletionHandling: scene.closure.channels
            )
        }
    }

    private static let disable: DeliveryRow.Step = { scene in
        scene.pubnub.disablePushNotifications(
            on: news,
            withDevicePushToken: token,
            andCompletionHandling: scene.closure.channels
        )
    }
    private static let removeAll: DeliveryRow.Step = { scene in
        scene.pubnub.removeAllPushNotifications(
            forDevicePushToken: token,
            withCompletionHandling: scene.closure.pushRemoval
        )
    }
    private static let list: DeliveryRow.Step = { scene in
        scene.pubnub.requestPushNotificationEnabledChannels(
            forDevicePushToken: token,
            withCompletionHandling: scene.closure.channels
        )
    }
    private static let enabled: DeliveryRow.Step = { scene in
        scene.pubnub.enablePushNotifications(on: news, withDevicePushToken: token)
        try await scene.until(kPNClientPushNotificationEnableDidCompleteNotification)
    }

    static let rows = [
        DeliveryRow(
            "enable push",
            delivers: [
                event(
                    "pubnubClient(_:didEnablePushNotificationsOnChannels:)",
                    "[news]",
                    "addClientPushNotificationsEnableObserver",
                    "[news], nil",
                    posts: kPNClientPushNotificationEnableDidCompleteNotification
                )
            ],
            operate: enable(token)
        ),
        DeliveryRow("enable push, refused", delivers: [notEnabled(122)], after: refused, operate: enable(token)),
        DeliveryRow("enable push, no token", delivers: [notEnabled(139)], operate: enable(nil)),
        DeliveryRow(
            "disable push",
            delivers: [
                event(
                    "pubnubClient(_:didDisablePushNotificationsOnChannels:)",
                    "[news]",
                    "addClientPushNotificationsDisableObserver",
                    "[news], nil",
                    posts: kPNClientPushNotificationDisableDidCompleteNotification
                )
            ],
            after: enabled,
            operate: disable
        ),
        DeliveryRow(
            "disable push, refused",
            delivers: [
                event(
                    "pubnubClient(_:pushNotificationDisableDidFailWithError:)",
                    "122 about [news]",
                    "addClientPushNotificationsDisableObserver",
                    "[news], 122 about [news]",
                    posts: kPNClientPushNotificationDisableDidFailNotification
                )
            ],
            after: refused,
            operate: disable
        ),
        DeliveryRow(
            "remove all push",
            delivers: [
                event(
                    "pubnubClientDidRemovePushNotifications(_:)",
                    "",
                    "addClientPushNotificationsRemoveObserver",
                    "nil",
                    posts: kPNClientPushNotificationRemoveDidCompleteNotification
                )
            ],
            after: enabled,
            operate: removeAll
        ),
        DeliveryRow(
            "remove all push, refused",
            delivers: [
                event(
                    "pubnubClient(_:pushNotificationsRemoveFromChannelsDidFailWithError:)",
                    "122",
                    "addClientPushNotificationsRemoveObserver",
                    "122",
                    posts: kPNClientPushNotificationRemoveDidFailNotification
                )
            ],
            after: refused,
            operate: removeAll
        ),
        DeliveryRow(
            "list push",
            delivers: [
                event(
                    "pubnubClient(_:didReceivePushNotificationEnabledChannels:)",
                    "[news]",
                    "addClientPushNotificationsEnabledChannelsObserver",
                    "[news], nil",
                    posts: kPNClientPushNotificationChannelsRetrieveDidCompleteNotification
                )
            ],
            after: enabled,
            operate: list
        ),
        DeliveryRow(
            "list push, refused",
            delivers: [
                event(
                    "pubnubClient(_:pushNotificationEnabledChannelsReceiveDidFailWithError:)",
                    "122",
                    "addClientPushNotificationsEnabledChannelsObserver",
                    "nil, 122",
                    posts: kPNClientPushNotificationChannelsRetrieveDidFailNotification
                )
            ],
            after: refused,
            operate: list
        ),
    ]
}
