import Dispatch
import Foundation
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("README, Client configuration")
struct PNConfigurationTests {
    @Test("Has the documented defaults")
    func defaults() {
        let configuration = PNConfiguration.default()
        #expect(configuration.origin == "pubsub.pubnub.com")
        #expect(configuration.publishKey == "demo")
        #expect(configuration.subscriptionKey == "demo")
        #expect(configuration.secretKey == nil)
        #expect(configuration.cipherKey == nil)
        #expect(configuration.authorizationKey == nil)
        #expect(configuration.nonSubscriptionRequestTimeout == 15)
        #expect(configuration.subscriptionRequestTimeout == 310)
        #expect(configuration.presenceHeartbeatTimeout == 0)
        #expect(configuration.presenceHeartbeatInterval == 0)
        #expect(configuration.shouldAutoReconnectClient)
        #expect(configuration.shouldKeepTimeTokenOnChannelsListChange)
        #expect(configuration.shouldResubscribeOnConnectionRestore)
        #expect(configuration.shouldRestoreSubscriptionFromLastTimeToken)
        #expect(configuration.shouldUseSecureConnection)
        #expect(configuration.shouldAcceptCompressedResponse)
        #expect(configuration.subscribeVersion == .v2)
        #expect(configuration.callbackQueue.label == DispatchQueue.main.label)
        #expect(configuration.certificateAuthorityFile == nil)
        #expect(!configuration.shouldUseRandomInitializationVector)
        #expect(!configuration.shouldSuspendWithProcess)
        #expect(!configuration.shouldFillGapsFromHistory)
        #expect(configuration.shouldPostNotifications)
        #expect(configuration.shouldSendTextAsJSON)
    }

    @Test("Permissions to reduce security are disabled by default, unlike in 3.7.8")
    func secureDefaults() {
        #expect(!PNConfiguration.default().shouldReduceSecurityLevelOnError)
        #expect(!PNConfiguration.default().canIgnoreSecureConnectionRequirement)
        #expect(!kPNShouldReduceSecurityLevelOnError)
        #expect(!kPNCanIgnoreSecureConnectionRequirement)
    }

    @Test("Every initializer sets the properties that it names")
    func initializers() {
        let full = PNConfiguration(
            forOrigin: "origin:8080",
            publishKey: "p",
            subscribeKey: "s",
            secretKey: "sec",
            cipherKey: "c",
            authorizationKey: "a"
        )
        #expect(full.origin == "origin:8080")
        #expect([full.publishKey, full.subscriptionKey] == ["p", "s"])
        #expect([full.secretKey, full.cipherKey, full.authorizationKey] == ["sec", "c", "a"])
        let short = PNConfiguration(publishKey: "p", subscribeKey: "s", secretKey: nil, authorizationKey: "a")
        #expect(short.origin == kPNOriginHost)
        #expect(short.authorizationKey == "a")
        #expect(PNConfiguration(publishKey: "p", subscribeKey: "s", secretKey: "x").secretKey == "x")
        #expect(
            PNConfiguration(forOrigin: nil, publishKey: "p", subscribeKey: "s", secretKey: nil).origin == kPNOriginHost
        )
        let plain = PNConfiguration(origin: "o", publishKey: "p", subscribeKey: nil, secretKey: nil, cipherKey: "c")
        #expect(plain.cipherKey == "c")
        #expect(plain.subscriptionKey == "")
    }

    @Test("An updated configuration has all other settings of the old one, which is unchanged")
    func update() {
        let old = PNConfiguration.default()
        old.presenceHeartbeatTimeout = 60
        old.shouldSuspendWithProcess = true
        old.shouldFillGapsFromHistory = true
        old.shouldPostNotifications = false
        old.shouldSendTextAsJSON = false
        let new = old.updatedConfiguration(
            withOrigin: "o",
            publishKey: "p",
            subscribeKey: "s",
            secretKey: "x",
            cipherKey: nil,
            authorizationKey: "a"
        )
        #expect(new.presenceHeartbeatTimeout == 60)
        #expect(new.shouldSuspendWithProcess)
        #expect(new.shouldFillGapsFromHistory)
        #expect(!new.shouldPostNotifications)
        #expect(!new.shouldSendTextAsJSON)
        #expect(new.origin == "o")
        #expect(new.secretKey == "x")
        #expect(old.origin == kPNOriginHost)
    }

    @Test("Settings are a copy: later changes do not affect it")
    func snapshot() {
        let configuration = PNConfiguration.default()
        let settings = configuration.settings
        configuration.cipherKey = "c"
        configuration.callbackQueue = DispatchQueue(label: "test")
        #expect(settings.cipherKey == nil)
        #expect(settings.callbackQueue.label == DispatchQueue.main.label)
        #expect(configuration.settings != settings)
        #expect(configuration != PNConfiguration(settings: settings))
        #expect(PNConfiguration(settings: settings) == .default())
        #expect(PNConfiguration.default().isEqual(PNConfiguration.default()))
        #expect(!PNConfiguration.default().isEqual(nil))
    }

    @Test("A configuration is valid with a publish or a subscribe key")
    func validity() {
        func isValid(_ publish: String?, _ subscribe: String?) -> Bool {
            PNConfiguration(publishKey: publish, subscribeKey: subscribe, secretKey: nil).settings.fault == nil
        }
        #expect(isValid("p", "s"))
        #expect(isValid("p", nil))
        #expect(isValid(nil, "s"))
        #expect(!isValid(nil, nil))
        #expect(!isValid("", ""))
    }

    @Test("A change of each setting has the documented effect")
    func reconnection() {
        let base = PNConfiguration.default().settings
        func changed(_ change: (PNConfiguration) -> Void) -> ClientSettings {
            let configuration = PNConfiguration(settings: base)
            change(configuration)
            return configuration.settings
        }
        #expect(base.requiresReconnect(to: changed { $0.shouldUseSecureConnection = false }))
        #expect(base.requiresReconnect(to: changed { $0.authorizationKey = "a" }))
        #expect(base.requiresReconnect(to: changed { $0.presenceHeartbeatTimeout = 20 }))
        #expect(base.requiresReconnect(to: changed { $0.certificateAuthorityFile = "/ca" }))
        var other = base
        other.origin = "elsewhere"
        #expect(base.requiresReconnect(to: other))
        #expect(!base.requiresReconnect(to: changed { $0.cipherKey = "c" }))
        #expect(!base.requiresReconnect(to: changed { $0.nonSubscriptionRequestTimeout = 1 }))
        #expect(!base.requiresReconnect(to: changed { $0.shouldAutoReconnectClient = false }))
        #expect(!base.requiresReconnect(to: changed { $0.shouldSuspendWithProcess = true }))
        #expect(!base.requiresReconnect(to: changed { $0.shouldFillGapsFromHistory = true }))
        #expect(!base.requiresReconnect(to: changed { $0.shouldPostNotifications = false }))
        #expect(!base.requiresReconnect(to: changed { $0.shouldSendTextAsJSON = false }))
        #expect(base.requiresNewCipher(for: changed { $0.cipherKey = "c" }))
        #expect(!base.requiresNewCipher(for: changed { $0.authorizationKey = "a" }))
    }

    struct Heartbeat: Sendable {
        let timeout: Int32
        let interval: Int32?
        let expected: [Int32]
    }

    @Test(
        "Adjusts the heartbeat settings",
        arguments: [
            Heartbeat(timeout: 0, interval: nil, expected: [0, 0]),
            Heartbeat(timeout: -5, interval: nil, expected: [0, 0]),
            Heartbeat(timeout: 60, interval: nil, expected: [60, 57]),
            Heartbeat(timeout: 400, interval: nil, expected: [300, 297]),
            Heartbeat(timeout: 4, interval: nil, expected: [4, 2]),
            Heartbeat(timeout: 60, interval: 30, expected: [60, 30]),
            Heartbeat(timeout: 60, interval: 60, expected: [60, 57]),
            Heartbeat(timeout: 60, interval: 90, expected: [60, 57]),
            Heartbeat(timeout: 300, interval: 300, expected: [300, 297]),
            Heartbeat(timeout: 60, interval: 1, expected: [60, 2]),
            Heartbeat(timeout: 60, interval: 0, expected: [60, 57]),
            Heartbeat(timeout: 60, interval: -1, expected: [60, 57]),
        ]
    )
    func heartbeat(row: Heartbeat) {
        for isTimeoutFirst in [true, false] {
            let configuration = PNConfiguration.default()
            if isTimeoutFirst { configuration.presenceHeartbeatTimeout = row.timeout }
            if let interval = row.interval { configuration.presenceHeartbeatInterval = interval }
            if !isTimeoutFirst { configuration.presenceHeartbeatTimeout = row.timeout }
            let found = [configuration.presenceHeartbeatTimeout, configuration.presenceHeartbeatInterval]
            #expect(found == row.expected)
        }
    }

    @Test("The older name of the heartbeat timeout sets the same value")
    func expirationTimeout() {
        let configuration = PNConfiguration.default()
        (configuration as any Expiring).presenceExpirationTimeout = 45.9
        #expect(configuration.presenceHeartbeatTimeout == 45)
        #expect((configuration as any Expiring).presenceExpirationTimeout == 45)
        (configuration as any Expiring).presenceExpirationTimeout = .nan
        #expect(configuration.presenceHeartbeatTimeout == 0)
    }

    @Test("No description shows a secret")
    func secrets() {
        let configuration = PNConfiguration(
            forOrigin: "o",
            publishKey: "p",
            subscribeKey: "s",
            secretKey: "my-secret",
            cipherKey: "my-cipher",
            authorizationKey: "my-auth"
        )
        let text = "\(configuration) \(configuration.settings) \(String(reflecting: configuration.settings))"
        for secret in ["my-secret", "my-cipher", "my-auth"] {
            #expect(!text.contains(secret))
        }
        #expect(text.contains("https://o"))
    }
}

/// The deprecated property, called without a warning.
private protocol Expiring: AnyObject {
    var presenceExpirationTimeout: TimeInterval { get set }
}

extension PNConfiguration: Expiring {}
