import Foundation
import PubNub
import Testing

/// README "PAM Methods": the class-level forms for revoking access rights, and asking for those of channels.
extension SharedForms {
    @available(*, deprecated, message: "Compiles what is deprecated")
    @Test func revoking() {
        let given = Given.shared()
        let calls = EndedCalls(of: PubNub.sharedInstance())
        let channel = given.channel
        let channels = given.channels
        let text = given.text
        let keys = given.keys
        PubNub.revokeAccessRightsForApplication()
        PubNub.revokeAccessRightsForApplication(completionHandling: { _, _ in })
        PubNub.revokeAccessRights(for: channel)
        PubNub.revokeAccessRights(for: channel, client: text)
        PubNub.revokeAccessRights(for: channel, client: text, withCompletionHandling: { _, _ in })
        PubNub.revokeAccessRights(for: channel, clients: keys)
        PubNub.revokeAccessRights(for: channel, clients: keys, withCompletionHandling: { _, _ in })
        PubNub.revokeAccessRights(for: channel, withCompletionHandling: { _, _ in })
        PubNub.revokeAccessRights(forChannels: channels)
        PubNub.revokeAccessRights(forChannels: channels, withCompletionHandling: { _, _ in })
        #expect(calls.count == 10)
    }

    @available(*, deprecated, message: "Compiles what is deprecated")
    @Test func auditing() {
        let given = Given.shared()
        let calls = EndedCalls(of: PubNub.sharedInstance())
        let channel = given.channel
        let channels = given.channels
        let text = given.text
        let keys = given.keys
        PubNub.auditAccessRights(for: channel)
        PubNub.auditAccessRights(for: channel, client: text)
        PubNub.auditAccessRights(for: channel, client: text, withCompletionHandling: { _, _ in })
        PubNub.auditAccessRights(for: channel, clients: keys)
        PubNub.auditAccessRights(for: channel, clients: keys, withCompletionHandling: { _, _ in })
        PubNub.auditAccessRights(for: channel, withCompletionHandling: { _, _ in })
        PubNub.auditAccessRights(forChannels: channels)
        PubNub.auditAccessRights(forChannels: channels, withCompletionHandling: { _, _ in })
        #expect(calls.count == 8)
    }
}
