import Foundation
import PubNub
import Testing

/// README "APNS Methods": the class-level forms.
extension SharedForms {
    @Test func push() {
        let given = Given.shared()
        let calls = EndedCalls(of: PubNub.sharedInstance())
        let channel = given.channel
        let channels = given.channels
        let token = given.token
        PubNub.disablePushNotifications(on: channel, withDevicePushToken: token)
        PubNub.disablePushNotifications(on: channel, withDevicePushToken: token, andCompletionHandling: { _, _ in })
        PubNub.disablePushNotifications(onChannels: channels, withDevicePushToken: token)
        PubNub.disablePushNotifications(
            onChannels: channels,
            withDevicePushToken: token,
            andCompletionHandling: { _, _ in }
        )
        PubNub.enablePushNotifications(on: channel, withDevicePushToken: token)
        PubNub.enablePushNotifications(on: channel, withDevicePushToken: token, andCompletionHandling: { _, _ in })
        PubNub.enablePushNotifications(onChannels: channels, withDevicePushToken: token)
        PubNub.enablePushNotifications(
            onChannels: channels,
            withDevicePushToken: token,
            andCompletionHandling: { _, _ in }
        )
        PubNub.removeAllPushNotifications(forDevicePushToken: token, withCompletionHandling: { _ in })
        PubNub.requestPushNotificationEnabledChannels(forDevicePushToken: token, withCompletionHandling: { _, _ in })
        #expect(calls.count == 10)
    }
}
