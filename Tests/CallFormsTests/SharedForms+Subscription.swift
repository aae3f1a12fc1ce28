import Foundation
import PubNub
import Testing

/// README "Subscribing and Unsubscribing from Channels and Channel Groups": the class-level forms.
extension SharedForms {
    @Test func subscribing() {
        let given = Given.shared()
        let calls = EndedCalls(of: PubNub.sharedInstance())
        let objects = given.objects
        let object = given.object
        let dictionary = given.dictionary
        _ = PubNub.isSubscribed(on: object)
        PubNub.subscribe(on: objects)
        PubNub.subscribe(on: objects, withClientState: dictionary)
        PubNub.subscribe(on: objects, withClientState: dictionary, andCompletionHandling: { _, _, _ in })
        PubNub.subscribe(on: objects, withCompletionHandling: { _, _, _ in })
        PubNub.unsubscribe(from: objects)
        PubNub.unsubscribe(from: objects, withCompletionHandling: { _, _ in })
        #expect(calls.count == 6)
    }

    @available(*, deprecated, message: "Compiles what is deprecated")
    @Test func subscribingDeprecated() {
        let given = Given.shared()
        let calls = EndedCalls(of: PubNub.sharedInstance())
        let channel = given.channel
        let channels = given.channels
        let dictionary = given.dictionary
        _ = PubNub.isSubscribed(on: channel)
        PubNub.subscribe(on: channel)
        PubNub.subscribe(on: channel, withClientState: dictionary)
        PubNub.subscribe(on: channel, withClientState: dictionary, andCompletionHandling: { _, _, _ in })
        PubNub.subscribe(on: channel, withCompletionHandling: { _, _, _ in })
        PubNub.subscribe(onChannels: channels)
        PubNub.subscribe(onChannels: channels, withClientState: dictionary)
        PubNub.subscribe(onChannels: channels, withClientState: dictionary, andCompletionHandling: { _, _, _ in })
        PubNub.subscribe(onChannels: channels, withCompletionHandling: { _, _, _ in })
        _ = PubNub.subscribedChannels()
        _ = PubNub.subscribedObjectsList()
        PubNub.unsubscribe(from: channel)
        PubNub.unsubscribe(from: channel, withCompletionHandling: { _, _ in })
        PubNub.unsubscribe(fromChannels: channels)
        PubNub.unsubscribe(fromChannels: channels, withCompletionHandling: { _, _ in })
        #expect(calls.count == 12)
    }
}
