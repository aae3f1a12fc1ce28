import Foundation
import PubNub
import Testing

/// Every instance call form of 3.7.8 for subscription compiles, and does no harm on a client that is not connected.
@Suite struct SubscriptionForms {
    private let given = Given()

    @Test func current() {
        let client = given.client
        let objects = given.objects
        let object = given.object
        let dictionary = given.dictionary
        _ = client.isSubscribed(on: object)
        client.subscribe(on: objects)
        client.subscribe(on: objects, withClientState: dictionary)
        client.subscribe(on: objects, withClientState: dictionary, andCompletionHandling: { _, _, _ in })
        client.subscribe(on: objects, withCompletionHandling: { _, _, _ in })
        _ = client.subscribedObjectsList()
        client.unsubscribe(from: objects)
        client.unsubscribe(from: objects, withCompletionHandling: { _, _ in })
        #expect(!client.isConnected())
    }

    @available(*, deprecated, message: "Compiles what is deprecated")
    @Test func deprecated() {
        let client = given.client
        let channels = given.channels
        let channel = given.channel
        let dictionary = given.dictionary
        _ = client.isSubscribed(on: channel)
        client.subscribe(on: channel)
        client.subscribe(on: channel, withClientState: dictionary)
        client.subscribe(on: channel, withClientState: dictionary, andCompletionHandling: { _, _, _ in })
        client.subscribe(on: channel, withCompletionHandling: { _, _, _ in })
        client.subscribe(onChannels: channels)
        client.subscribe(onChannels: channels, withClientState: dictionary)
        client.subscribe(onChannels: channels, withClientState: dictionary, andCompletionHandling: { _, _, _ in })
        client.subscribe(onChannels: channels, withCompletionHandling: { _, _, _ in })
        _ = client.subscribedChannels()
        client.unsubscribe(from: channel)
        client.unsubscribe(from: channel, withCompletionHandling: { _, _ in })
        client.unsubscribe(fromChannels: channels)
        client.unsubscribe(fromChannels: channels, withCompletionHandling: { _, _ in })
        #expect(!client.isConnected())
    }
}
