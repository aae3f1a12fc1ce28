import Foundation
import PubNub
import Testing

/// Every instance call form of 3.7.8 for push compiles, and does no harm on a client that is not connected.
@Suite struct PushForms {
    private let given = Given()

    @Test func current() {
        let client = given.client
        let channels = given.channels
        let channel = given.channel
        let token = given.token
        client.disablePushNotifications(on: channel, withDevicePushToken: token)
        client.disablePushNotifications(on: channel, withDevicePushToken: token, andCompletionHandling: { _, _ in })
        client.disablePushNotifications(onChannels: channels, withDevicePushToken: token)
        client.disablePushNotifications(
            onChannels: channels,
            withDevicePushToken: token,
            andCompletionHandling: { _, _ in }
        )
        client.enablePushNotifications(on: channel, withDevicePushToken: token)
        client.enablePushNotifications(on: channel, withDevicePushToken: token, andCompletionHandling: { _, _ in })
        client.enablePushNotifications(onChannels: channels, withDevicePushToken: token)
        client.enablePushNotifications(
            onChannels: channels,
            withDevicePushToken: token,
            andCompletionHandling: { _, _ in }
        )
        client.removeAllPushNotifications(forDevicePushToken: token, withCompletionHandling: { _ in })
        client.requestPushNotificationEnabledChannels(forDevicePushToken: token, withCompletionHandling: { _, _ in })
        #expect(!client.isConnected())
    }
}
