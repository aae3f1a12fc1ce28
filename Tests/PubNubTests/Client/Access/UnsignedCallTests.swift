import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubCodec

/// Calls of the access manager are signed (README "PAM Methods"). Without a signature they are not sent.
@Suite struct UnsignedCallTests {
    /// A failure of the crypto library is reported by delegate, observer, closure and notification.
    @Test(arguments: FourWaysOperation.rights)
    func aCallThatCannotBeSignedFailsAndIsNotSent(_ operation: FourWaysOperation) {
        let scripted = ScriptedClient.connected(.scripted(secretKey: "secret"))
        let settings = Requests.settings
        scripted.client.engine.change { state in
            state.builder = RequestBuilder(settings) { _, _ throws(DigestError) in throw .unavailable }
        }
        let ways = FourWays(scripted.client)
        operation.call(scripted.client, ways)
        scripted.settle()
        #expect(ways.all == operation.failure.lines(code: kPNCryptoUnavailableFeatureError))
        #expect(scripted.requested == [])
        #expect(scripted.waiting == [])
    }
}
