import Foundation
import PubNub
import Testing

/// README "Encrypt / Decrypt Methods": the class-level forms.
extension SharedForms {
    @Test func cipher() {
        let given = Given.shared()
        given.configuration.cipherKey = "enigma"
        PubNub.setConfiguration(given.configuration)
        var error: PNError?
        let encrypted = PubNub.aesEncrypt(given.anything)
        #expect(encrypted != nil)
        #expect(PubNub.aesEncrypt(given.anything, error: &error) != nil)
        #expect(PubNub.aesDecrypt(encrypted as Any) as? [String: String] == given.anything as? [String: String])
        #expect(PubNub.aesDecrypt(encrypted as Any, error: &error) != nil)
        #expect(error == nil)
        #expect(PubNub.aesDecrypt("no cipher text", error: &error) == nil)
        #expect(error?.code == kPNCryptoAligmentInputDataError)
    }
}
