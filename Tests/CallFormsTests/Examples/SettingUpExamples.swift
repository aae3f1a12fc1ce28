import Foundation
import PubNub
import Testing

/// README "iPadDemoApp.x", "Set config and connect", "Client configuration", "Determining Connection State",
/// "Encryption Notes", "Connecting and Disconnecting from the PubNub Network": the examples.
@Suite struct SettingUpExamples {
    private let given = Given()

    @Test func dates() {
        let now = Date()
        let fromDate = PNDate(date: now)
        let fromToken = PNDate(token: NSNumber(value: 1_234_567))
        #expect(abs(fromDate.date.timeIntervalSince(now)) < 1)
        #expect(fromToken.date == Date(timeIntervalSince1970: 1_234_567))
    }

    @Test func firstSteps() {
        let app = ExampleDelegate()
        let configuration = PNConfiguration(
            forOrigin: "pubsub.pubnub.com",
            publishKey: "demo",
            subscribeKey: "demo",
            secretKey: "mySecret"
        )
        configuration.callbackQueue = given.configuration.callbackQueue
        let pubNub = PubNub.client(with: configuration, andDelegate: app)
        let calls = EndedCalls(of: pubNub)
        // The example connects here; this one is to stay off the network, so that both calls are refused.
        let channel: PNChannel = PNChannel.channel(withName: "examples", shouldObservePresence: true)
        pubNub.subscribe(on: [channel])
        pubNub.sendMessage("hello from Linux!", to: channel)
        #expect(calls.count == 2)
        #expect(app.said == ["subscription failed: 108", "not sent: 108"])
    }

    @Test func delegateLater() {
        let app = ExampleDelegate()
        let pubNub = PubNub.client(with: given.configuration)
        let calls = EndedCalls(of: pubNub)
        pubNub.setDelegate(app)
        pubNub.requestServerTimeToken()
        #expect(calls.count == 1)
        #expect(app.said == ["no time: 108"])
    }

    @Test func settings() {
        let configuration = PNConfiguration.default()
        configuration.shouldAutoReconnectClient = true
        configuration.shouldKeepTimeTokenOnChannelsListChange = true
        configuration.shouldResubscribeOnConnectionRestore = true
        configuration.shouldRestoreSubscriptionFromLastTimeToken = true
        configuration.shouldUseSecureConnection = true
        configuration.shouldReduceSecurityLevelOnError = false
        configuration.canIgnoreSecureConnectionRequirement = false
        configuration.shouldAcceptCompressedResponse = true
        configuration.callbackQueue = given.configuration.callbackQueue
        given.client.setConfiguration(configuration)
        #expect(given.client.configuration().origin == configuration.origin)
        given.client.setClientIdentifier("moonlight", shouldCatchup: true)
        #expect(given.client.clientIdentifier() == "moonlight")
    }

    @Test func connectionState() {
        let pubNub = given.client
        let heard = Heard()
        pubNub.observationCenter.addClientConnectionStateObserver("example") { origin, isConnected, error in
            if let error {
                heard.hear("\(origin ?? "-"): \(error.code)")
            } else if isConnected {
                heard.hear("ready to go")
            } else {
                heard.hear("disconnected on request")
            }
        }
        let calls = EndedCalls(of: pubNub)
        let keyless = PNConfiguration(publishKey: nil, subscribeKey: nil, secretKey: nil)
        keyless.callbackQueue = given.configuration.callbackQueue
        pubNub.setConfiguration(keyless)
        #expect(calls.count == 1)
        #expect(heard.words == [])
        if pubNub.isConnected() { Issue.record("nobody listens there") }
    }

    @Test func cipherKey() {
        given.configuration.cipherKey = "myCipherKey"
        given.client.setConfiguration(given.configuration)
        let secret = given.client.aesEncrypt("a secret")
        #expect(given.client.aesDecrypt(secret as Any) as? String == "a secret")
    }

    @Test func connectingWithClosures() async {
        let pubNub = given.client
        pubNub.setConfiguration(given.configuration)
        pubNub.setClientIdentifier("test_user")
        let outcome = await withCheckedContinuation { outcome in
            pubNub.connect { origin in
                outcome.resume(returning: "connected to \(origin ?? "-")")
            } errorBlock: { error in
                if let error {
                    outcome.resume(
                        returning: "\(error.code), \(error.localizedFailureReason == nil ? "" : "explained")"
                    )
                } else {
                    outcome.resume(returning: "no network yet")
                }
            }
        }
        #expect(outcome == "\(kPNClientConnectionFailedOnInternetFailureError), explained")
        pubNub.disconnect()
    }
}
