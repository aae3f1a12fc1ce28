import Foundation
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// README items 10 and 11: the TLS levels are disabled by default, and each step is reported.
@Suite struct TLSStepsTests {
    private static let untrusted = TransportFailure.tls(reason: "self-signed certificate")

    @Test func byDefaultTheClientDoesNotConnect() {
        let scripted = ScriptedClient()
        scripted.client.connect()
        scripted.fail(Path.time, Self.untrusted)
        #expect(scripted.reported == ["willConnect", "connectionDidFail 104"])
        #expect(scripted.transport.requests.allSatisfy { $0.trust == .verified && $0.url.hasPrefix("https:") })
    }

    @Test func continuesWithReducedSecurityAndReportsIt() {
        let scripted = ScriptedClient { $0.shouldReduceSecurityLevelOnError = true }
        scripted.client.connect()
        scripted.fail(Path.time, Self.untrusted)
        #expect(scripted.reported == ["willConnect", "error 104"])
        #expect(scripted.transport.waiting.map(\.trust) == [.chainUnverified])
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.reported == ["didConnect"])
        #expect(scripted.client.isConnected())
    }

    @Test func plainHTTPComesLast() {
        let scripted = ScriptedClient { configuration in
            configuration.shouldReduceSecurityLevelOnError = true
            configuration.canIgnoreSecureConnectionRequirement = true
        }
        scripted.client.connect()
        scripted.fail(Path.time, Self.untrusted)
        scripted.fail(Path.time, Self.untrusted)
        #expect(scripted.reported == ["willConnect", "error 104", "error 104"])
        #expect(scripted.transport.waiting.map { $0.url.hasPrefix("http://origin.test/") } == [true])
    }

    /// Without a reduced level, the client never uses plain HTTP.
    @Test func plainHTTPNeedsTheStepBefore() {
        let scripted = ScriptedClient { $0.canIgnoreSecureConnectionRequirement = true }
        scripted.client.connect()
        scripted.fail(Path.time, Self.untrusted)
        #expect(scripted.reported == ["willConnect", "connectionDidFail 104"])
    }

    @Test("A switch that has no effect without the other one is logged once as a warning")
    func switchWithoutEffect() {
        let warnings = Locked<[String]>([])
        let warning = WarnOnce { text in warnings.withLock { $0.append(text) } }
        let configuration = PNConfiguration.scripted()
        configuration.settings.warnOfSwitches(warning)
        configuration.canIgnoreSecureConnectionRequirement = true
        configuration.shouldReduceSecurityLevelOnError = true
        configuration.settings.warnOfSwitches(warning)
        #expect(warnings.withLock { $0.isEmpty })
        configuration.shouldReduceSecurityLevelOnError = false
        configuration.settings.warnOfSwitches(warning)
        configuration.settings.warnOfSwitches(warning)
        let logged = warnings.withLock { $0 }
        #expect(logged.count == 1)
        #expect(logged.first?.hasPrefix("canIgnoreSecureConnectionRequirement has no effect") == true)
    }

    /// The next connect starts with the first TLS level.
    @Test func theNextConnectIsSecureAgain() {
        let scripted = ScriptedClient { $0.shouldReduceSecurityLevelOnError = true }
        scripted.client.connect()
        scripted.fail(Path.time, Self.untrusted)
        scripted.reply(Path.time, "[15000000000000000]")
        scripted.client.disconnect()
        scripted.client.connect()
        #expect(scripted.transport.waiting.map(\.trust) == [.verified])
    }
}
