import Foundation
import PubNub
import Testing

/// README "Presence State Data": the class-level forms.
extension SharedForms {
    @Test func state() {
        let given = Given.shared()
        let calls = EndedCalls(of: PubNub.sharedInstance())
        let object = given.object
        let text = given.text
        let dictionary = given.dictionary
        PubNub.requestClientState(text, forObject: object)
        PubNub.requestClientState(text, forObject: object, withCompletionHandling: { _, _ in })
        PubNub.updateClientState(text, state: dictionary, forObject: object)
        PubNub.updateClientState(text, state: dictionary, forObject: object, withCompletionHandling: { _, _ in })
        #expect(calls.count == 4)
    }

    @available(*, deprecated, message: "Compiles what is deprecated")
    @Test func stateDeprecated() {
        let given = Given.shared()
        let calls = EndedCalls(of: PubNub.sharedInstance())
        let channel = given.channel
        let text = given.text
        let dictionary = given.dictionary
        PubNub.requestClientState(text, for: channel)
        PubNub.requestClientState(text, for: channel, withCompletionHandling: { _, _ in })
        PubNub.updateClientState(text, state: dictionary, for: channel)
        PubNub.updateClientState(text, state: dictionary, for: channel, withCompletionHandling: { _, _ in })
        PubNub.updateClientMetadata(text, metadata: dictionary)
        #expect(calls.count == 5)
    }
}
