import Foundation
import PubNub
import Testing

/// Every instance call form of 3.7.8 for cipher compiles, and does no harm on a client that is not connected.
@Suite struct CipherForms {
    private let given = Given()

    @Test func current() {
        let client = given.client
        let anything = given.anything
        var error: PNError?
        _ = client.aesDecrypt(anything)
        _ = client.aesDecrypt(anything, error: &error)
        _ = client.aesEncrypt(anything)
        _ = client.aesEncrypt(anything, error: &error)
        #expect(!client.isConnected())
    }
}
