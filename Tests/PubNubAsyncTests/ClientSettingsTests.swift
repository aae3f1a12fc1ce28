import Foundation
import PubNub
import PubNubAsync
import PubNubCore
import PubNubTestSupport
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
        configuration.presenceTimeout = .seconds(60)
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

    @Test("The presence timeout is rounded up to whole seconds, and is at most 300 s")
    func presenceTimeout() {
        var configuration = PubNubClientConfiguration(publishKey: "pub", subscribeKey: "sub", userID: "me")
        let rows: [(Duration, Int32)] = [
            (.zero, 0), (.milliseconds(1), 1), (.seconds(20), 20), (.milliseconds(20_001), 21), (.seconds(301), 300),
            (.seconds(-5), 0), (.milliseconds(-500), 0), (.seconds(Int64.max), 300),
        ]
        for (timeout, seconds) in rows {
            configuration.presenceTimeout = timeout
            #expect(configuration.settings.heartbeat.timeout == seconds, "\(timeout)")
        }
    }

    @Test("An origin may have a scheme, which decides about TLS", arguments: [false, true])
    func scheme(isSecure: Bool) async throws {
        let service = ScriptedService(adjust: {
            $0.origin = isSecure ? "https://test.example" : "http://test.example:8080"
            $0.isSecure = !isSecure
        })
        _ = try await service.client.time()
        let base = isSecure ? "https://test.example/time/" : "http://test.example:8080/time/"
        #expect(service.transport.requests.allSatisfy { $0.url.hasPrefix(base) })
        await service.client.shutdown(deadline: .zero)
    }

    @Test(
        "With an origin that cannot be used, every call, subscription and run is an error that names it",
        arguments: [
            "http://host/path", "ftp://host", "ho st", "host:port", "host:0", "host:65536", "a:1:2", "[::1", "::1",
            "http://",
        ]
    )
    func unusableOrigin(origin: String) async throws {
        let service = ScriptedService(adjust: { $0.origin = origin })
        let client = service.client
        let calls: [() async throws -> Void] = [
            { _ = try await client.time() }, { try await client.publish(1, to: "a") },
            { for try await _ in client.subscribe(to: ["a"]) {} }, { try await client.run() },
        ]
        let host = origin.replacing("http://", with: "")
        for call in calls {
            let error = await #expect(throws: PubNubError.self) { try await call() }
            #expect(error?.code == .invalidConfiguration && error?.reason.contains("The origin ") == true)
            #expect(host.isEmpty || error?.reason.contains(host) == true, "\(error?.reason ?? "")")
        }
        #expect(service.transport.requests.isEmpty)
        await client.shutdown(deadline: .zero)
    }

    @Test("A configuration without keys is an error of the first call")
    func missingKeys() async throws {
        let service = ScriptedService(adjust: {
            $0.publishKey = ""
            $0.subscribeKey = ""
        })
        let error = await #expect(throws: PubNubError.self) { try await service.client.time() }
        #expect(error?.code == .invalidConfiguration && error?.reason.contains("key") == true)
        await service.client.shutdown(deadline: .zero)
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
