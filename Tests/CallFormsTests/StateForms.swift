import Foundation
import PubNub
import Testing

/// Every instance call form of 3.7.8 for state compiles, and does no harm on a client that is not connected.
@Suite struct StateForms {
    private let given = Given()

    @Test func current() {
        let client = given.client
        let object = given.object
        let dictionary = given.dictionary
        let text = given.text
        client.requestClientState(text, forObject: object)
        client.requestClientState(text, forObject: object, withCompletionHandling: { _, _ in })
        client.updateClientState(text, state: dictionary, forObject: object)
        client.updateClientState(text, state: dictionary, forObject: object, withCompletionHandling: { _, _ in })
        #expect(!client.isConnected())
    }

    @available(*, deprecated, message: "Compiles what is deprecated")
    @Test func deprecated() {
        let client = given.client
        let channel = given.channel
        let dictionary = given.dictionary
        let text = given.text
        client.requestClientState(text, for: channel)
        client.requestClientState(text, for: channel, withCompletionHandling: { _, _ in })
        client.updateClientState(text, state: dictionary, for: channel)
        client.updateClientState(text, state: dictionary, for: channel, withCompletionHandling: { _, _ in })
        #expect(!client.isConnected())
    }
}
