import Foundation
import PubNub
import Testing

/// README "PAM Methods": every instance call form of 3.7.8 for revoking and auditing access rights
/// compiles, and reaches the client, which refuses it for want of a secret key.
@Suite struct PAMRevokeForms {
    private let given = Given()

    @available(*, deprecated, message: "Compiles what is deprecated")
    @Test func revoking() {
        let client = given.client
        let calls = EndedCalls(of: client)
        let channel = given.channel
        let channels = given.channels
        let text = given.text
        let keys = given.keys
        client.revokeAccessRightsForApplication()
        client.revokeAccessRightsForApplication(completionHandling: { _, _ in })
        client.revokeAccessRights(for: channel)
        client.revokeAccessRights(for: channel, client: text)
        client.revokeAccessRights(for: channel, client: text, withCompletionHandling: { _, _ in })
        client.revokeAccessRights(for: channel, clients: keys)
        client.revokeAccessRights(for: channel, clients: keys, withCompletionHandling: { _, _ in })
        client.revokeAccessRights(for: channel, withCompletionHandling: { _, _ in })
        client.revokeAccessRights(forChannels: channels)
        client.revokeAccessRights(forChannels: channels, withCompletionHandling: { _, _ in })
        #expect(calls.count == 10)
    }

    @available(*, deprecated, message: "Compiles what is deprecated")
    @Test func auditing() {
        let client = given.client
        let calls = EndedCalls(of: client)
        let channel = given.channel
        let channels = given.channels
        let text = given.text
        let keys = given.keys
        client.auditAccessRights(for: channel)
        client.auditAccessRights(for: channel, client: text)
        client.auditAccessRights(for: channel, client: text, withCompletionHandling: { _, _ in })
        client.auditAccessRights(for: channel, clients: keys)
        client.auditAccessRights(for: channel, clients: keys, withCompletionHandling: { _, _ in })
        client.auditAccessRights(for: channel, withCompletionHandling: { _, _ in })
        client.auditAccessRights(forChannels: channels)
        client.auditAccessRights(forChannels: channels, withCompletionHandling: { _, _ in })
        #expect(calls.count == 8)
    }
}
