import Foundation
import PubNub
import Testing

/// Every instance call form of 3.7.8 for client compiles, and does no harm on a client that is not connected.
@Suite struct ClientForms {
    private let given = Given()

    @Test func current() {
        let client = given.client
        let text = given.text
        let configuration = given.configuration
        let delegate = given.delegate
        _ = client.clientIdentifier()
        _ = client.configuration()
        client.connect()
        client.connect(successBlock: { _ in }, errorBlock: { _ in })
        client.disconnect()
        _ = client.isConnected()
        client.setClientIdentifier(text)
        client.setClientIdentifier(text, shouldCatchup: true)
        client.setConfiguration(configuration)
        client.setDelegate(delegate)
        client.setup(with: configuration, andDelegate: delegate)
        #expect(!client.isConnected())
    }
}
