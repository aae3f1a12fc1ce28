import Foundation
import PubNub
import Testing

/// README "Publishing Messages": the class-level forms.
extension SharedForms {
    @Test func plainMessages() {
        let given = Given.shared()
        let calls = EndedCalls(of: PubNub.sharedInstance())
        let channel = given.channel
        let anything = given.anything
        let message = given.message
        PubNub.send(message)
        PubNub.send(message, compressed: true)
        PubNub.send(message, compressed: true, storeInHistory: true)
        PubNub.send(message, compressed: true, storeInHistory: true, withCompletionBlock: { _, _ in })
        PubNub.send(message, compressed: true, withCompletionBlock: { _, _ in })
        PubNub.send(message, storeInHistory: true)
        PubNub.send(message, storeInHistory: true, withCompletionBlock: { _, _ in })
        _ = PubNub.sendMessage(anything, to: channel)
        _ = PubNub.sendMessage(anything, to: channel, compressed: true)
        _ = PubNub.sendMessage(anything, to: channel, compressed: true, storeInHistory: true)
        _ = PubNub.sendMessage(
            anything,
            to: channel,
            compressed: true,
            storeInHistory: true,
            withCompletionBlock: { _, _ in }
        )
        _ = PubNub.sendMessage(anything, to: channel, compressed: true, withCompletionBlock: { _, _ in })
        _ = PubNub.sendMessage(anything, to: channel, storeInHistory: true)
        _ = PubNub.sendMessage(anything, to: channel, storeInHistory: true, withCompletionBlock: { _, _ in })
        _ = PubNub.sendMessage(anything, to: channel, withCompletionBlock: { _, _ in })
        PubNub.send(message, withCompletionBlock: { _, _ in })
        #expect(calls.count == 16)
    }

    @Test func messagesWithNotifications() {
        let given = Given.shared()
        let calls = EndedCalls(of: PubNub.sharedInstance())
        let channel = given.channel
        let dictionary = given.dictionary
        let anything = given.anything
        _ = PubNub.sendMessage(
            anything,
            applePushNotification: dictionary,
            googleCloudNotification: dictionary,
            to: channel
        )
        _ = PubNub.sendMessage(
            anything,
            applePushNotification: dictionary,
            googleCloudNotification: dictionary,
            to: channel,
            compressed: true
        )
        _ = PubNub.sendMessage(
            anything,
            applePushNotification: dictionary,
            googleCloudNotification: dictionary,
            to: channel,
            compressed: true,
            storeInHistory: true
        )
        _ = PubNub.sendMessage(
            anything,
            applePushNotification: dictionary,
            googleCloudNotification: dictionary,
            to: channel,
            compressed: true,
            storeInHistory: true,
            withCompletionBlock: { _, _ in }
        )
        _ = PubNub.sendMessage(
            anything,
            applePushNotification: dictionary,
            googleCloudNotification: dictionary,
            to: channel,
            compressed: true,
            withCompletionBlock: { _, _ in }
        )
        _ = PubNub.sendMessage(
            anything,
            applePushNotification: dictionary,
            googleCloudNotification: dictionary,
            to: channel,
            storeInHistory: true
        )
        _ = PubNub.sendMessage(
            anything,
            applePushNotification: dictionary,
            googleCloudNotification: dictionary,
            to: channel,
            storeInHistory: true,
            withCompletionBlock: { _, _ in }
        )
        _ = PubNub.sendMessage(
            anything,
            applePushNotification: dictionary,
            googleCloudNotification: dictionary,
            to: channel,
            withCompletionBlock: { _, _ in }
        )
        _ = PubNub.sendMessage(anything, applePushNotification: dictionary, to: channel)
        _ = PubNub.sendMessage(anything, applePushNotification: dictionary, to: channel, compressed: true)
        _ = PubNub.sendMessage(
            anything,
            applePushNotification: dictionary,
            to: channel,
            compressed: true,
            storeInHistory: true
        )
        _ = PubNub.sendMessage(
            anything,
            applePushNotification: dictionary,
            to: channel,
            compressed: true,
            storeInHistory: true,
            withCompletionBlock: { _, _ in }
        )
        _ = PubNub.sendMessage(
            anything,
            applePushNotification: dictionary,
            to: channel,
            compressed: true,
            withCompletionBlock: { _, _ in }
        )
        _ = PubNub.sendMessage(anything, applePushNotification: dictionary, to: channel, storeInHistory: true)
        _ = PubNub.sendMessage(
            anything,
            applePushNotification: dictionary,
            to: channel,
            storeInHistory: true,
            withCompletionBlock: { _, _ in }
        )
        _ = PubNub.sendMessage(
            anything,
            applePushNotification: dictionary,
            to: channel,
            withCompletionBlock: { _, _ in }
        )
        _ = PubNub.sendMessage(anything, googleCloudNotification: dictionary, to: channel)
        _ = PubNub.sendMessage(anything, googleCloudNotification: dictionary, to: channel, compressed: true)
        _ = PubNub.sendMessage(
            anything,
            googleCloudNotification: dictionary,
            to: channel,
            compressed: true,
            storeInHistory: true
        )
        _ = PubNub.sendMessage(
            anything,
            googleCloudNotification: dictionary,
            to: channel,
            compressed: true,
            storeInHistory: true,
            withCompletionBlock: { _, _ in }
        )
        _ = PubNub.sendMessage(
            anything,
            googleCloudNotification: dictionary,
            to: channel,
            compressed: true,
            withCompletionBlock: { _, _ in }
        )
        _ = PubNub.sendMessage(anything, googleCloudNotification: dictionary, to: channel, storeInHistory: true)
        _ = PubNub.sendMessage(
            anything,
            googleCloudNotification: dictionary,
            to: channel,
            storeInHistory: true,
            withCompletionBlock: { _, _ in }
        )
        _ = PubNub.sendMessage(
            anything,
            googleCloudNotification: dictionary,
            to: channel,
            withCompletionBlock: { _, _ in }
        )
        #expect(calls.count == 24)
    }
}
