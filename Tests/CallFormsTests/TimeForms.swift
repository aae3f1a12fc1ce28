import Foundation
import PubNub
import Testing

/// Every instance call form of 3.7.8 for time compiles, and does no harm on a client that is not connected.
@Suite struct TimeForms {
    private let given = Given()

    @Test func current() {
        let client = given.client
        client.requestServerTimeToken()
        client.requestServerTimeToken(completionBlock: { _, _ in })
        #expect(!client.isConnected())
    }
}
