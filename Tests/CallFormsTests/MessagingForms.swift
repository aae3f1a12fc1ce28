import Foundation
import PubNub
import Testing

/// Every instance call form of 3.7.8 for messaging compiles, and does no harm on a client that is not connected.
@Suite struct MessagingForms {
    private let given = Given()

    @Test func current() {
        let client = given.client
        let channel = given.channel
        let dictionary = given.dictionary
        let anything = given.anything
        let message = given.message
        client.send(message)
        _ = client.sendMessage(
            anything,
            applePushNotification: dictionary,
            googleCloudNotification: dictionary,
            to: channel
        )
        _ = client.sendMessage(
            anything,
            applePushNotification: dictionary,
            googleCloudNotification: dictionary,
            to: channel,
            compressed: true
        )
        _ = client.sendMessage(
            anything,
            applePushNotification: dictionary,
            googleCloudNotification: dictionary,
            to: channel,
            compressed: true,
            storeInHistory: true
        )
        _ = client.sendMessage(
            anything,
            applePushNotification: dictionary,
            googleCloudNotification: dictionary,
            to: channel,
            compressed: true,
            storeInHistory: true,
            withCompletionBlock: { _, _ in }
        )
        _ = client.sendMessage(
            anything,
            applePushNotification: dictionary,
            googleCloudNotification: dictionary,
            to: channel,
            compressed: true,
            withCompletionBlock: { _, _ in }
        )
        _ = client.sendMessage(
            anything,
            applePushNotification: dictionary,
            googleCloudNotification: dictionary,
            to: channel,
            storeInHistory: true
        )
        _ = client.sendMessage(
            anything,
            applePushNotification: dictionary,
            googleCloudNotification: dictionary,
            to: channel,
            storeInHistory: true,
            withCompletionBlock: { _, _ in }
        )
        _ = client.sendMessage(
            anything,
            applePushNotification: dictionary,
            googleCloudNotification: dictionary,
            to: channel,
            withCompletionBlock: { _, _ in }
        )
        _ = client.sendMessage(anything, applePushNotification: dictionary, to: channel)
        _ = client.sendMessage(anything, applePushNotification: dictionary, to: channel, compressed: true)
        _ = client.sendMessage(
            anything,
            applePushNotification: dictionary,
            to: channel,
            compressed: true,
            storeInHistory: true
        )
        _ = client.sendMessage(
            anything,
            applePushNotification: dictionary,
            to: channel,
            compressed: true,
            storeInHistory: true,
            withCompletionBlock: { _, _ in }
        )
        _ = client.sendMessage(
            anything,
            applePushNotification: dictionary,
            to: channel,
            compressed: true,
            withCompletionBlock: { _, _ in }
        )
        _ = client.sendMessage(anything, applePushNotification: dictionary, to: channel, storeInHistory: true)
        _ = client.sendMessage(
            anything,
            applePushNotification: dictionary,
            to: channel,
            storeInHistory: true,
            withCompletionBlock: { _, _ in }
        )
        _ = client.sendMessage(
            anything,
            applePushNotification: dictionary,
            to: channel,
            withCompletionBlock: { _, _ in }
        )
        client.send(message, compressed: true)
        client.send(message, compressed: true, storeInHistory: true)
        client.send(message, compressed: true, storeInHistory: true, withCompletionBlock: { _, _ in })
        client.send(message, compressed: true, withCompletionBlock: { _, _ in })
        _ = client.sendMessage(anything, googleCloudNotification: dictionary, to: channel)
        _ = client.sendMessage(anything, googleCloudNotification: dictionary, to: channel, compressed: true)
        _ = client.sendMessage(
            anything,
            googleCloudNotification: dictionary,
            to: channel,
            compressed: true,
            storeInHistory: true
        )
        _ = client.sendMessage(
            anything,
            googleCloudNotification: dictionary,
            to: channel,
            compressed: true,
            storeInHistory: true,
            withCompletionBlock: { _, _ in }
        )
        _ = client.sendMessage(
            anything,
            googleCloudNotification: dictionary,
            to: channel,
            compressed: true,
            withCompletionBlock: { _, _ in }
        )
        _ = client.sendMessage(anything, googleCloudNotification: dictionary, to: channel, storeInHistory: true)
        _ = client.sendMessage(
            anything,
            googleCloudNotification: dictionary,
            to: channel,
            storeInHistory: true,
            withCompletionBlock: { _, _ in }
        )
        _ = client.sendMessage(
            anything,
            googleCloudNotification: dictionary,
            to: channel,
            withCompletionBlock: { _, _ in }
        )
        client.send(message, storeInHistory: true)
        client.send(message, storeInHistory: true, withCompletionBlock: { _, _ in })
        _ = client.sendMessage(anything, to: channel)
        _ = client.sendMessage(anything, to: channel, compressed: true)
        _ = client.sendMessage(anything, to: channel, compressed: true, storeInHistory: true)
        _ = client.sendMessage(
            anything,
            to: channel,
            compressed: true,
            storeInHistory: true,
            withCompletionBlock: { _, _ in }
        )
        _ = client.sendMessage(anything, to: channel, compressed: true, withCompletionBlock: { _, _ in })
        _ = client.sendMessage(anything, to: channel, storeInHistory: true)
        _ = client.sendMessage(anything, to: channel, storeInHistory: true, withCompletionBlock: { _, _ in })
        _ = client.sendMessage(anything, to: channel, withCompletionBlock: { _, _ in })
        client.send(message, withCompletionBlock: { _, _ in })
        #expect(!client.isConnected())
    }
}
