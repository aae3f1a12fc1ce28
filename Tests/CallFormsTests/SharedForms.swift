import Foundation
import PubNub
import Testing

/// Every class-level call form of 3.7.8 compiles and reaches the shared client, which ends each call because it is not
/// connected.
///
/// The client belongs to the whole process, so these run one after another, and no other test of the process uses it. Most
/// of them are generated from the suites of the instance-level forms.
@Suite(.serialized) struct SharedForms {
    @Test func settings() {
        let given = Given.shared()
        let shared = PubNub.sharedInstance()
        PubNub.setClientIdentifier(given.text)
        #expect(PubNub.clientIdentifier() == given.text)
        PubNub.setClientIdentifier("another", shouldCatchup: true)
        #expect(shared.clientIdentifier() == "another")
        given.configuration.authorizationKey = "changed"
        PubNub.setConfiguration(given.configuration)
        #expect(PubNub.configuration().authorizationKey == "changed")
        given.configuration.authorizationKey = "changed again"
        PubNub.setup(with: given.configuration, andDelegate: given.delegate)
        #expect(shared.configuration().authorizationKey == "changed again")
    }

    @Test func connecting() async {
        let given = Given.shared()
        PubNub.setDelegate(given.delegate)
        PubNub.connect()
        // Either the first attempt still runs, or it has failed and this one fails as well.
        let code = await withCheckedContinuation { answer in
            PubNub.connect(successBlock: { _ in answer.resume(returning: 0) }) {
                answer.resume(returning: $0?.code ?? 0)
            }
        }
        #expect(
            [kPNClientTriedConnectWhileConnectedError, kPNClientConnectionFailedOnInternetFailureError].contains(code)
        )
        PubNub.disconnect()
        #expect(!PubNub.sharedInstance().isConnected())
    }

    @Test func factories() {
        let given = Given()
        let clients = [
            PubNub.client(with: given.configuration),
            PubNub.client(with: given.configuration, andDelegate: given.delegate),
            PubNub.connectingClient(with: given.configuration),
            PubNub.connectingClient(with: given.configuration, andDelegate: given.delegate),
            PubNub.connectingClient(with: given.configuration, andSuccessBlock: { _ in }, errorBlock: { _ in }),
            PubNub.connectingClient(
                with: given.configuration,
                delegate: given.delegate,
                andSuccessBlock: { _ in },
                errorBlock: { _ in }
            ),
        ]
        #expect(!clients.contains { $0 === PubNub.sharedInstance() })
        #expect(Set(clients.map(ObjectIdentifier.init)).count == clients.count)
    }

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

    @available(*, deprecated, message: "Compiles what is deprecated")
    @Test func stateEverywhere() {
        let given = Given.shared()
        let calls = EndedCalls(of: PubNub.sharedInstance())
        PubNub.updateClientMetadata(given.text, metadata: given.dictionary)
        #expect(calls.count == 1)
    }
}
