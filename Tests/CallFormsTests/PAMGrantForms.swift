import Foundation
import PubNub
import Testing

/// README "PAM Methods": every instance call form of 3.7.8 for giving access rights one at a time
/// compiles, and reaches the client, which refuses it for want of a secret key.
@Suite struct PAMGrantForms {
    private let given = Given()

    @available(*, deprecated, message: "Compiles what is deprecated")
    @Test func reading() {
        let client = given.client
        let calls = EndedCalls(of: client)
        let channel = given.channel
        let channels = given.channels
        let text = given.text
        let keys = given.keys
        client.grantReadAccessRightForApplication(atPeriod: 10)
        client.grantReadAccessRightForApplication(atPeriod: 10, andCompletionHandling: { _, _ in })
        client.grantReadAccessRight(for: channel, forPeriod: 10)
        client.grantReadAccessRight(for: channel, forPeriod: 10, client: text)
        client.grantReadAccessRight(for: channel, forPeriod: 10, client: text, withCompletionHandling: { _, _ in })
        client.grantReadAccessRight(for: channel, forPeriod: 10, clients: keys)
        client.grantReadAccessRight(for: channel, forPeriod: 10, clients: keys, withCompletionHandling: { _, _ in })
        client.grantReadAccessRight(for: channel, forPeriod: 10, withCompletionHandling: { _, _ in })
        client.grantReadAccessRight(forChannels: channels, forPeriod: 10)
        client.grantReadAccessRight(forChannels: channels, forPeriod: 10, withCompletionHandling: { _, _ in })
        #expect(calls.count == 10)
    }

    @available(*, deprecated, message: "Compiles what is deprecated")
    @Test func writing() {
        let client = given.client
        let calls = EndedCalls(of: client)
        let channel = given.channel
        let channels = given.channels
        let text = given.text
        let keys = given.keys
        client.grantWriteAccessRightForApplication(atPeriod: 10)
        client.grantWriteAccessRightForApplication(atPeriod: 10, andCompletionHandling: { _, _ in })
        client.grantWriteAccessRight(for: channel, forPeriod: 10)
        client.grantWriteAccessRight(for: channel, forPeriod: 10, client: text)
        client.grantWriteAccessRight(for: channel, forPeriod: 10, client: text, withCompletionHandling: { _, _ in })
        client.grantWriteAccessRight(for: channel, forPeriod: 10, clients: keys)
        client.grantWriteAccessRight(for: channel, forPeriod: 10, clients: keys, withCompletionHandling: { _, _ in })
        client.grantWriteAccessRight(for: channel, forPeriod: 10, withCompletionHandling: { _, _ in })
        client.grantWriteAccessRight(forChannels: channels, forPeriod: 10)
        client.grantWriteAccessRight(forChannels: channels, forPeriod: 10, withCompletionHandling: { _, _ in })
        #expect(calls.count == 10)
    }

    @available(*, deprecated, message: "Compiles what is deprecated")
    @Test func everything() {
        let client = given.client
        let calls = EndedCalls(of: client)
        let channel = given.channel
        let channels = given.channels
        let text = given.text
        let keys = given.keys
        client.grantAllAccessRightsForApplication(atPeriod: 10)
        client.grantAllAccessRightsForApplication(atPeriod: 10, andCompletionHandling: { _, _ in })
        client.grantAllAccessRights(for: channel, forPeriod: 10)
        client.grantAllAccessRights(for: channel, forPeriod: 10, client: text)
        client.grantAllAccessRights(for: channel, forPeriod: 10, client: text, withCompletionHandling: { _, _ in })
        client.grantAllAccessRights(for: channel, forPeriod: 10, clients: keys)
        client.grantAllAccessRights(for: channel, forPeriod: 10, clients: keys, withCompletionHandling: { _, _ in })
        client.grantAllAccessRights(for: channel, forPeriod: 10, withCompletionHandling: { _, _ in })
        client.grantAllAccessRights(forChannels: channels, forPeriod: 10)
        client.grantAllAccessRights(forChannels: channels, forPeriod: 10, withCompletionHandling: { _, _ in })
        #expect(calls.count == 10)
    }
}
