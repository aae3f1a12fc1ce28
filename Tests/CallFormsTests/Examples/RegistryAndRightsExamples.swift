import Foundation
import PubNub
import Testing

/// README "Channel registry", "PAM Methods" and "Logging": the examples, on a client that is not connected and
/// therefore refuses them.
@Suite struct RegistryAndRightsExamples {
    private let given = Given()

    @Test func groups() {
        let heard = Heard()
        let calls = EndedCalls(of: given.client)
        given.client.requestChannelGroups { namespace, groups, error in
            heard.hear(error.map { "\(namespace ?? "everywhere"): \($0.code)" } ?? "\(groups?.count ?? 0) groups")
        }
        #expect(calls.count == 1)
        #expect(heard.words == ["everywhere: 108"])
    }

    @Test func channelsOfAGroup() {
        let heard = Heard()
        let calls = EndedCalls(of: given.client)
        let group = PNChannelGroup(name: "users", inNamespace: "admin")
        given.client.requestChannels(for: PNChannelGroup(name: "users"))
        given.client.requestChannels(for: group) { group, error in
            let group = group ?? error?.associatedObject as? PNChannelGroup
            heard.hear("\(group?.groupName ?? "-"): \(error?.code ?? 0)")
        }
        #expect(calls.count == 2)
        #expect(heard.words == ["users: 108"])
    }

    @Test func addingChannels() {
        let heard = Heard()
        let calls = EndedCalls(of: given.client)
        given.client.addChannels(
            PNChannel.channels(withNames: ["Bob", "Jay"]),
            to: PNChannelGroup(name: "users")
        ) { _, channels, error in
            let change = error?.associatedObject as? PNChannelGroupChange
            heard.hear("\(channels?.count ?? 0) asked for, refused: \(change?.channels.count ?? 0)")
        }
        #expect(calls.count == 1)
        #expect(heard.words == ["2 asked for, refused: 2"])
    }

    @Test func rights() {
        let configuration = PNConfiguration(
            forOrigin: "pubsub.pubnub.com",
            publishKey: "demo",
            subscribeKey: "demo",
            secretKey: "my-secret-key"
        )
        configuration.callbackQueue = given.configuration.callbackQueue
        let app = ExampleDelegate()
        let pubNub = PubNub.client(with: configuration, andDelegate: app)
        let heard = Heard()
        let calls = EndedCalls(of: pubNub)
        let channel: PNChannel = PNChannel.channel(withName: "iosdev")
        pubNub.changeAccessRights(
            forClients: ["spectator", "visitor"],
            object: channel,
            to: .readAccessRight,
            onPeriod: 10
        ) { _, error in
            let options = error?.associatedObject as? PNAccessRightOptions
            heard.hear("\(options?.rights == .readAccessRight): \(error?.code ?? 0)")
        }
        pubNub.changeAccessRights(for: [channel], to: .writeAccessRight, onPeriod: 10)
        #expect(calls.count == 2)
        #expect(heard.words == ["true: 108"])
        #expect(app.said == ["rights not changed: 108", "rights not changed: 108"])
    }

    @Test func log() {
        PNLogger.logGeneralMessageFrom(self) { "Hello world!!!" }
        PNLog(.generalLevel, self, "%@ world!!!", "Hello")
        #expect(PNLogLevel.generalLevel.rawValue == 1)
    }
}
