import Foundation
import PubNub
import Testing

/// README "PAM Methods": the class-level forms for giving access rights one at a time.
extension SharedForms {
    @available(*, deprecated, message: "Compiles what is deprecated")
    @Test func grantingReading() {
        let given = Given.shared()
        let calls = EndedCalls(of: PubNub.sharedInstance())
        let channel = given.channel
        let channels = given.channels
        let text = given.text
        let keys = given.keys
        PubNub.grantReadAccessRightForApplication(atPeriod: 10)
        PubNub.grantReadAccessRightForApplication(atPeriod: 10, andCompletionHandling: { _, _ in })
        PubNub.grantReadAccessRight(for: channel, forPeriod: 10)
        PubNub.grantReadAccessRight(for: channel, forPeriod: 10, client: text)
        PubNub.grantReadAccessRight(for: channel, forPeriod: 10, client: text, withCompletionHandling: { _, _ in })
        PubNub.grantReadAccessRight(for: channel, forPeriod: 10, clients: keys)
        PubNub.grantReadAccessRight(for: channel, forPeriod: 10, clients: keys, withCompletionHandling: { _, _ in })
        PubNub.grantReadAccessRight(for: channel, forPeriod: 10, withCompletionHandling: { _, _ in })
        PubNub.grantReadAccessRight(forChannels: channels, forPeriod: 10)
        PubNub.grantReadAccessRight(forChannels: channels, forPeriod: 10, withCompletionHandling: { _, _ in })
        #expect(calls.count == 10)
    }

    @available(*, deprecated, message: "Compiles what is deprecated")
    @Test func grantingWriting() {
        let given = Given.shared()
        let calls = EndedCalls(of: PubNub.sharedInstance())
        let channel = given.channel
        let channels = given.channels
        let text = given.text
        let keys = given.keys
        PubNub.grantWriteAccessRightForApplication(atPeriod: 10)
        PubNub.grantWriteAccessRightForApplication(atPeriod: 10, andCompletionHandling: { _, _ in })
        PubNub.grantWriteAccessRight(for: channel, forPeriod: 10)
        PubNub.grantWriteAccessRight(for: channel, forPeriod: 10, client: text)
        PubNub.grantWriteAccessRight(for: channel, forPeriod: 10, client: text, withCompletionHandling: { _, _ in })
        PubNub.grantWriteAccessRight(for: channel, forPeriod: 10, clients: keys)
        PubNub.grantWriteAccessRight(for: channel, forPeriod: 10, clients: keys, withCompletionHandling: { _, _ in })
        PubNub.grantWriteAccessRight(for: channel, forPeriod: 10, withCompletionHandling: { _, _ in })
        PubNub.grantWriteAccessRight(forChannels: channels, forPeriod: 10)
        PubNub.grantWriteAccessRight(forChannels: channels, forPeriod: 10, withCompletionHandling: { _, _ in })
        #expect(calls.count == 10)
    }

    @available(*, deprecated, message: "Compiles what is deprecated")
    @Test func grantingEverything() {
        let given = Given.shared()
        let calls = EndedCalls(of: PubNub.sharedInstance())
        let channel = given.channel
        let channels = given.channels
        let text = given.text
        let keys = given.keys
        PubNub.grantAllAccessRightsForApplication(atPeriod: 10)
        PubNub.grantAllAccessRightsForApplication(atPeriod: 10, andCompletionHandling: { _, _ in })
        PubNub.grantAllAccessRights(for: channel, forPeriod: 10)
        PubNub.grantAllAccessRights(for: channel, forPeriod: 10, client: text)
        PubNub.grantAllAccessRights(for: channel, forPeriod: 10, client: text, withCompletionHandling: { _, _ in })
        PubNub.grantAllAccessRights(for: channel, forPeriod: 10, clients: keys)
        PubNub.grantAllAccessRights(for: channel, forPeriod: 10, clients: keys, withCompletionHandling: { _, _ in })
        PubNub.grantAllAccessRights(for: channel, forPeriod: 10, withCompletionHandling: { _, _ in })
        PubNub.grantAllAccessRights(forChannels: channels, forPeriod: 10)
        PubNub.grantAllAccessRights(forChannels: channels, forPeriod: 10, withCompletionHandling: { _, _ in })
        #expect(calls.count == 10)
    }
}
