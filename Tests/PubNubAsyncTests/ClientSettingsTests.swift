import Foundation
import PubNub
import PubNubAsync
import Testing

@Suite("The settings of a client for structured concurrency")
struct ClientSettingsTests {
    @Test("Each setting of the configuration reaches the engine")
    func everySetting() throws {
        var configuration = PubNubClientConfiguration(publishKey: "pub", subscribeKey: "sub", userID: "me")
        configuration.origin = "example.test:8080"
        configuration.isSecure = false
        configuration.certificateAuthorityFile = "/ca.pem"
        configuration.proxy = try HTTPProxy(host: "proxy.test", port: 3128, username: "ann", password: "secret")
        configuration.secretKey = "sec"
        configuration.cipherKey = "enigma"
        configuration.token = "token"
        configuration.requestTimeout = .milliseconds(1_500)
        configuration.subscribeTimeout = .seconds(20)
        configuration.presenceTimeout = 60
        configuration.publishesInFlight = 8
        configuration.outbox = OutboxSettings(maximumMessages: 5, file: URL(fileURLWithPath: "/outbox"))
        configuration.fillsGapsFromHistory = true
        let settings = configuration.settings
        #expect(settings.publishKey == "pub" && settings.subscribeKey == "sub" && settings.userID == "me")
        #expect(settings.origin == "example.test:8080" && !settings.usesSecureConnection)
        #expect(settings.certificateAuthorityFile == "/ca.pem" && settings.proxy == configuration.proxy)
        #expect(settings.secretKey == "sec" && settings.cipherKey == "enigma" && settings.authorizationKey == "token")
        #expect(settings.nonSubscriptionRequestTimeout == 1.5 && settings.subscriptionRequestTimeout == 20)
        #expect(settings.heartbeat.timeout == 60 && settings.publishesInFlight == 8)
        #expect(settings.outbox == configuration.outbox && settings.fillsGapsFromHistory)
    }

    @Test("The scheme of the origin decides about TLS, and publishes in flight are 1 to 32")
    func bounds() {
        var configuration = PubNubClientConfiguration(publishKey: "pub", subscribeKey: "sub", userID: "me")
        configuration.origin = "http://example.test"
        configuration.publishesInFlight = 0
        #expect(configuration.settings.origin == "example.test" && !configuration.settings.usesSecureConnection)
        #expect(configuration.settings.publishesInFlight == 1)
        configuration.origin = "https://example.test/"
        configuration.isSecure = false
        configuration.publishesInFlight = 100
        #expect(configuration.settings.origin == "example.test" && configuration.settings.usesSecureConnection)
        #expect(configuration.settings.publishesInFlight == 32)
    }

    @Test("The engine signs every request, runs calls in parallel, reconnects and never gives up TLS")
    func fixed() {
        let configuration = PubNubClientConfiguration(publishKey: "pub", subscribeKey: "sub", userID: "me")
        let settings = configuration.settings
        #expect(settings.signsRequests && settings.runsCallsInParallel)
        #expect(settings.reconnectsAutomatically && settings.resubscribesOnRestore)
        #expect(settings.restoresFromLastTimeToken && settings.keepsTimeTokenOnListChange)
        #expect(!settings.reducesSecurityOnError && !settings.ignoresSecurityRequirement)
        #expect(settings.nonSubscriptionRequestTimeout == 15 && settings.subscriptionRequestTimeout == 310)
    }
}
