import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// README "PubNub client methods": the class-level calls of an app that never names a client, against a service. Each test
/// runs in its own process, because the shared client belongs to the whole process.
@Suite struct SharedCallsTests {
    @Test("An app connects, subscribes, sends, receives, leaves and resets by class-level calls only")
    func aDay() async {
        await #expect(processExitsWith: .success) {
            try await withOrigin { _, address in
                let events = IntegrationInbox<IntegrationEvent>()
                let delegate = RecordingDelegate(events)
                let channel = PNChannel(name: "shared")
                PubNub.setup(with: IntegrationClient.configuration(address), andDelegate: delegate)
                PubNub.connect()
                _ = try await events.next("didConnect", \.origin)
                PubNub.subscribe(on: [channel])
                #expect(try await events.next("didSubscribe", \.subscribedNames) == ["shared"])
                #expect(PubNub.isSubscribed(on: channel))
                PubNub.sendMessage("hello", to: channel)
                #expect(try await events.next("message", \.message).message as? String == "hello")
                PubNub.disconnect()
                _ = try await events.next("didDisconnect", \.isDisconnected)
                #expect(!PubNub.isSubscribed(on: channel))
                PubNub.connect()
                _ = try await events.next("didConnect", \.origin)
                PubNub.resetClient()
                _ = try await events.next("didDisconnect", \.isDisconnected)
                withExtendedLifetime(delegate) {}
            }
        }
    }

    @Test("Resetting ends open calls: a call that waits for the connection fails with 108")
    func resetUnderWay() async {
        await #expect(processExitsWith: .success) {
            // This server never responds, so that the call waits for the connection.
            let silent = try RawServer {
                _ = $0.readRequest(); _ = $0.readRequest()
            }
            let events = IntegrationInbox<IntegrationEvent>()
            let delegate = RecordingDelegate(events)
            let configuration = PNConfiguration.scripted(origin: "127.0.0.1:\(silent.port)")
            configuration.shouldUseSecureConnection = false
            configuration.callbackQueue = DispatchQueue(label: "test.callbacks")
            PubNub.setup(with: configuration, andDelegate: delegate)
            PubNub.connect()
            let answers = IntegrationInbox<Int>()
            PubNub.requestServerTimeToken { _, error in answers.put(error?.code ?? 0) }
            PubNub.resetClient()
            #expect(try await answers.next("the end of the call") { $0 } == 108)
            #expect(!PubNub.sharedInstance().isConnected())
            withExtendedLifetime(delegate) {}
        }
    }

    @Test("Resetting while the client reports another event still reports its end")
    func resetWhileTelling() async {
        await #expect(processExitsWith: .success) {
            try await withOrigin { _, address in
                let events = IntegrationInbox<IntegrationEvent>()
                let delegate = RecordingDelegate(events)
                PubNub.setup(with: IntegrationClient.configuration(address), andDelegate: delegate)
                PubNub.connect()
                _ = try await events.next("didConnect", \.origin)
                PubNub.sharedInstance().engine.apply { $0.batch.run { PubNub.resetClient() } }
                _ = try await events.next("didDisconnect", \.isDisconnected)
                withExtendedLifetime(delegate) {}
            }
        }
    }
}
