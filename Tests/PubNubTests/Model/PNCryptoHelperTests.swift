import Testing

@testable import PubNub

@Suite("README, Encryption Notes: the helper")
struct PNCryptoHelperTests {
    private func configuration(_ cipherKey: String?) -> PNConfiguration {
        let configuration = PNConfiguration.default()
        configuration.cipherKey = cipherKey
        return configuration
    }

    @Test("Text survives a round trip, with a fixed and with a random vector")
    func roundTrip() throws {
        let configuration = configuration("enigma")
        let helper = PNCryptoHelper(configuration: configuration)
        #expect(helper.ready)
        let fixed = try #require(helper.encryptedString(from: #""yay!""#))
        #expect(fixed == "Wi24KS4pcTzvyuGOHubiXg==")
        #expect(helper.decryptedString(from: fixed) == #""yay!""#)
        configuration.shouldUseRandomInitializationVector = true
        #expect(helper.update(with: configuration))
        let random = try #require(helper.encryptedString(from: #""yay!""#))
        #expect(random != fixed)
        #expect(helper.decryptedString(from: random) == #""yay!""#)
    }

    @Test("The helper is not ready without a cipher key: 125", arguments: [nil, ""])
    func noKey(key: String?) {
        var error: PNError?
        let helper = PNCryptoHelper(configuration: configuration(key), error: &error)
        #expect(!helper.ready)
        #expect(error?.code == kPNCryptoEmptyCipherKeyError)
        error = nil
        #expect(helper.encryptedString(from: "x", error: &error) == nil)
        #expect(error?.code == kPNCryptoEmptyCipherKeyError)
    }

    @Test("A helper that was made without a configuration is ready once it has a cipher key")
    func madeWithoutConfiguration() {
        let helper = PNCryptoHelper()
        var error: PNError?
        #expect(!helper.ready)
        #expect(helper.encryptedString(from: "x", error: &error) == nil)
        #expect(error?.code == kPNCryptoEmptyCipherKeyError)
        #expect(helper.update(with: configuration("enigma")))
        #expect(helper.encryptedString(from: #""yay!""#) == "Wi24KS4pcTzvyuGOHubiXg==")
    }

    @Test("Reports data that cannot be decrypted")
    func damaged() {
        let helper = PNCryptoHelper(configuration: configuration("enigma"))
        var error: PNError?
        #expect(helper.decryptedString(from: "AAAA", error: &error) == nil)
        #expect(error?.code == kPNCryptoAligmentInputDataError)
        #expect(helper.decryptedString(from: "AAAA") == nil)
    }
}
