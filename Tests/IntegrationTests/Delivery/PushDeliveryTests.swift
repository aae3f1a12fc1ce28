import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Event handling, who is told of notifications of devices")
struct PushTold {
    @Test(arguments: rows, ToldListener.allCases)
    func told(row: ToldRow, listener: ToldListener) async throws {
        try await row.check(listener)
    }

    private static let token = SecretWatch.shared.watched(pushToken: Data(repeating: 7, count: 32))
    private static let news = PNChannel.channel(withName: "news")

    private static func event(
        _ method: String,
        _ said: String,
        _ observer: String,
        _ observed: String,
        posts notification: String
    ) -> ToldEvent {
        ToldEvent(method, said, observers: .init(observer, observed), posts: notification)
    }

    private static let refused: ToldRow.Step = { $0.refuse(.push) }

    private static func notEnabled(_ code: Int) -> ToldEvent {
        event(
            "pubnubClient(_:pushNotificationEnableDidFailWithError:)",
            "\(code) about [news]",
            "addClientPushNotificationsEnableObserver",
            "[news], \(code) about [news]",
            posts: kPNClientPushNotificationEnableDidFailNotification
        )
    }

    private static func enable(_ token: Data?) -> ToldRow.Step {
        { scene in
            scene.pubnub.enablePushNotifications(
                on: news,
                withDevicePushToken: token,
                andCompletionHandling: scene.closure.channels
            )
        }
    }

    private static let disable: ToldRow.Step = { scene in
        scene.pubnub.disablePushNotifications(
            on: news,
            withDevicePushToken: token,
            andCompletionHandling: scene.closure.channels
        )
    }
    private static let removeAll: ToldRow.Step = { scene in
        scene.pubnub.removeAllPushNotifications(
            forDevicePushToken: token,
            withCompletionHandling: scene.closure.pushRemoval
        )
    }
    private static let list: ToldRow.Step = { scene in
        scene.pubnub.requestPushNotificationEnabledChannels(
            forDevicePushToken: token,
            withCompletionHandling: scene.closure.channels
        )
    }
    private static let enabled: ToldRow.Step = { scene in
        scene.pubnub.enablePushNotifications(on: news, withDevicePushToken: token)
        try await scene.until(kPNClientPushNotificationEnableDidCompleteNotification)
    }

    static let rows = [
        ToldRow(
            "enable push",
            tells: [
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
        ToldRow("enable push, refused", tells: [notEnabled(122)], after: refused, operate: enable(token)),
        ToldRow("enable push, no token", tells: [notEnabled(139)], operate: enable(nil)),
        ToldRow(
            "disable push",
            tells: [
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
        ToldRow(
            "disable push, refused",
            tells: [
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
        ToldRow(
            "remove all push",
            tells: [
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
        ToldRow(
            "remove all push, refused",
            tells: [
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
        ToldRow(
            "list push",
            tells: [
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
        ToldRow(
            "list push, refused",
            tells: [
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
