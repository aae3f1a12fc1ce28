import Foundation
import PubNub
import Testing

/// README "Client configuration" and "Logging": an application sets its own defaults, which 3.7.8 had in headers to edit.
/// They belong to the process, so that each test runs in one of its own.
@Suite struct DefaultForms {
    @Test("Defaults that are set before use apply to new configurations, the shared client and the constants")
    func ownDefaults() async {
        await #expect(processExitsWith: .success) {
            var defaults = PNDefaultConfiguration()
            defaults.originHost = "own.example"
            defaults.publishKey = "own-publish-key"
            defaults.subscriptionKey = "own-subscribe-key"
            defaults.secretKey = "own-secret"
            defaults.cipherKey = "own-cipher"
            defaults.authorizationKey = "own-auth"
            defaults.nonSubscriptionRequestTimeout = 7
            defaults.subscriptionRequestTimeout = 70
            defaults.presenceHeartbeatTimeout = 60
            defaults.presenceHeartbeatInterval = 20
            defaults.shouldAutoReconnectClient = false
            defaults.shouldKeepTimeTokenOnChannelsListChange = false
            defaults.shouldResubscribeOnConnectionRestore = false
            defaults.shouldRestoreSubscriptionFromLastTimeToken = false
            defaults.secureConnectionRequired = false
            defaults.shouldAcceptCompressedResponse = false
            defaults.shouldReduceSecurityLevelOnError = true
            defaults.canIgnoreSecureConnectionRequirement = true
            #expect(!"\(defaults)".contains("own-secret") && !String(reflecting: defaults).contains("own-cipher"))
            #expect(PNDefaultConfiguration.use(defaults))

            let configuration = PNConfiguration.default()
            #expect(configuration.origin == "own.example" && kPNOriginHost == "own.example")
            #expect(configuration.publishKey == "own-publish-key" && kPNPublishKey == "own-publish-key")
            #expect(configuration.subscriptionKey == "own-subscribe-key" && kPNSubscriptionKey == "own-subscribe-key")
            #expect(configuration.secretKey == "own-secret" && configuration.cipherKey == "own-cipher")
            #expect(configuration.authorizationKey == "own-auth")
            let plain = PNConfiguration(publishKey: "p", subscribeKey: "s", secretKey: nil)
            #expect(plain.origin == "own.example" && plain.secretKey == nil)
            let other = PNConfiguration(forOrigin: "o", publishKey: "p", subscribeKey: "s", secretKey: nil)
            for made in [plain, other] {
                // An app that sets its cipher key as a default must not publish clear text.
                #expect(made.cipherKey == "own-cipher" && made.authorizationKey == "own-auth")
            }
            let unencrypted = PNConfiguration(
                forOrigin: "o",
                publishKey: "p",
                subscribeKey: "s",
                secretKey: nil,
                cipherKey: nil,
                authorizationKey: nil
            )
            #expect(unencrypted.cipherKey == nil && unencrypted.authorizationKey == nil)
            for made in [configuration, plain] {
                #expect(made.nonSubscriptionRequestTimeout == 7 && made.subscriptionRequestTimeout == 70)
                #expect(made.presenceHeartbeatTimeout == 60 && made.presenceHeartbeatInterval == 20)
                #expect(!made.shouldAutoReconnectClient && !made.shouldKeepTimeTokenOnChannelsListChange)
                #expect(!made.shouldResubscribeOnConnectionRestore && !made.shouldRestoreSubscriptionFromLastTimeToken)
                #expect(!made.shouldUseSecureConnection && !made.shouldAcceptCompressedResponse)
                #expect(made.shouldReduceSecurityLevelOnError && made.canIgnoreSecureConnectionRequirement)
            }
            #expect(PubNub.sharedInstance().configuration().origin == "own.example")
        }
    }

    @Test("Defaults that are set after the first use, or a second time, are refused, and those in use stay")
    func refusedDefaults() async {
        await #expect(processExitsWith: .success) {
            #expect(PNConfiguration.default().origin == "pubsub.pubnub.com")
            var defaults = PNDefaultConfiguration()
            defaults.originHost = "late.example"
            #expect(!PNDefaultConfiguration.use(defaults))
            #expect(PNConfiguration.default().origin == "pubsub.pubnub.com")
        }
        await #expect(processExitsWith: .success) {
            var defaults = PNDefaultConfiguration()
            defaults.originHost = "first.example"
            #expect(PNDefaultConfiguration.use(defaults))
            defaults.originHost = "second.example"
            #expect(!PNDefaultConfiguration.use(defaults))
            #expect(kPNOriginHost == "first.example")
        }
    }

    @Test("Of many threads that set defaults at the same time one succeeds, and all read its values")
    func racingDefaults() async {
        await #expect(processExitsWith: .success) {
            let outcomes = await withTaskGroup(of: (Int, Bool, String).self) { group in
                for number in 0..<32 {
                    group.addTask {
                        var defaults = PNDefaultConfiguration()
                        defaults.originHost = "host-\(number).example"
                        let isSet = PNDefaultConfiguration.use(defaults)
                        return (number, isSet, kPNOriginHost)
                    }
                }
                return await group.reduce(into: [(Int, Bool, String)]()) { $0.append($1) }
            }
            let winners = outcomes.filter(\.1)
            #expect(winners.count == 1)
            #expect(outcomes.allSatisfy { $0.2 == winners.first?.2 })
        }
    }

    @Test("The logger starts with the settings that the application set, which the macros of 3.7.8 then report")
    func ownLogDefaults() async {
        await #expect(processExitsWith: .success) {
            var defaults = PNLogDefaults()
            defaults.isLoggingEnabled = true
            defaults.storesHTTPPackets = true
            defaults.levels = [.generalLevel, .connectionLayerHTTPLoggingLevel]
            #expect(PNLogDefaults.use(defaults))
            #expect(PNLOG_LOGGING_ENABLED == 1 && PNLOG_STORE_LOG_TO_FILE == 0)
            #expect(PNLOG_CONNECTION_LAYER_RAW_HTTP_RESPONSE_LOGGING_ENABLED == 1)
            #expect(PNLOG_CONNECTION_LAYER_RAW_HTTP_RESPONSE_STORING_ENABLED == 1)
            #expect(PNLOG_GENERAL_LOGGING_ENABLED == 1 && PNLOG_DELEGATE_LOGGING_ENABLED == 0)
            #expect(PNLogger.isLoggerEnabled() && PNLogger.isDumpingHTTPResponse() && !PNLogger.isDumpingToFile())
            let heard = Heard()
            PNLogger.logDelegateMessageFrom(nil) {
                heard.hear("delegate"); return nil
            }
            PNLogger.logGeneralMessageFrom(nil) {
                heard.hear("general"); return nil
            }
            #expect(heard.words == ["general"])
            #expect(!PNLogDefaults.use(PNLogDefaults()))
            #expect(PNLOG_LOGGING_ENABLED == 1)
        }
        await #expect(processExitsWith: .success) {
            #expect(!PNLogger.isLoggerEnabled())
            var defaults = PNLogDefaults()
            defaults.isLoggingEnabled = true
            #expect(!PNLogDefaults.use(defaults))
            #expect(!PNLogger.isLoggerEnabled() && PNLOG_LOGGING_ENABLED == 0)
        }
    }
}
