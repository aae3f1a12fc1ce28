import Foundation
import HowtoSupport
import PubNub

/// Registers a device for push notifications of a channel, publishes one, and shows what a push gateway would be handed.
final class APNSDemo: PNDelegate {
    private let story: Narrator
    private let client: PubNub
    private let channel = PNChannel.channel(withName: "news")
    private var deviceToken = Data()

    init(_ story: Narrator, _ configuration: PNConfiguration) {
        self.story = story
        client = PubNub.client(with: configuration)
        client.setDelegate(self)
        client.observationCenter.addClientPushNotificationsEnabledChannelsObserver(self) { [story] channels, _ in
            story.tell(.observer, "the device is notified of \(channels?.map(\.name) ?? [])")
        }
    }

    /// On a phone the system calls this, once it has got a token from the push service.
    func didRegisterForRemoteNotifications(withDeviceToken token: Data) {
        deviceToken = token
        client.connect()
        client.subscribe(on: [channel]) { [self] _, _, error in
            if let error { story.fail(error) }
            enable()
        }
    }

    func enable() {
        client.enablePushNotifications(on: channel, withDevicePushToken: deviceToken) { [self] channels, error in
            if let error { story.fail(error) }
            story.tell(.closure, "notifications enabled on \(channels?.map(\.name) ?? [])")
            client.requestPushNotificationEnabledChannels(forDevicePushToken: deviceToken) { [self] _, error in
                if let error { story.fail(error) }
                let alert: [String: Any] = ["aps": ["alert": "The cat is out of the bag", "badge": 1]]
                client.sendMessage("It is a black cat", applePushNotification: alert, to: channel)
            }
        }
    }

    func disable() {
        client.disablePushNotifications(on: channel, withDevicePushToken: deviceToken) { [self] channels, error in
            if let error { story.fail(error) }
            story.tell(.closure, "notifications disabled on \(channels?.map(\.name) ?? [])")
            client.removeAllPushNotifications(forDevicePushToken: deviceToken) { [self] error in
                if let error { story.fail(error) }
                client.requestPushNotificationEnabledChannels(forDevicePushToken: deviceToken) { [story] left, error in
                    if let error { story.fail(error) }
                    if left?.isEmpty == false { story.fail("the device is still registered") }
                    story.end("registered a device, published a notification, removed the device")
                }
            }
        }
    }

    func pubnubClient(_: PubNub, didReceive message: PNMessage) {
        guard let parts = message.message as? [String: Any], let notification = parts["pn_apns"] else {
            story.fail("a message without a notification: \(message.message)")
        }
        story.tell(.delegate, "subscribers receive: \(parts["pn_other"] ?? "nothing")")
        story.tell(.delegate, "the gateway of the device is handed: \(notification)")
        disable()
    }

    func pubnubClientDidRemovePushNotifications(_: PubNub) { story.tell(.delegate, "the device was removed") }
    func pubnubClient(_: PubNub, didFailMessageSend message: PNMessage, withError error: PNError) { story.fail(error) }
}

let story = Narrator("APNSDemo", ways: [.delegate, .closure, .observer])
let options = Options(story, values: ["--device-token"])
let madeUp = Data((0..<32).map { _ in UInt8.random(in: 0...255) })
let app = APNSDemo(story, await Service.configuration(for: story))
app.didRegisterForRemoteNotifications(withDeviceToken: options.data("--device-token") ?? madeUp)
await story.untilItEnds()
