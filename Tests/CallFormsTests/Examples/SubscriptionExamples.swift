import Foundation
import PubNub
import Testing

/// README "Channels representation", "Channel groups representation" and "Subscribing and Unsubscribing from Channels
/// and Channel Groups": the examples, on a client that is not connected and therefore refuses them.
@Suite struct SubscriptionExamples {
    private let given = Given()

    @Test func names() {
        let channels = PNChannel.channels(withNames: ["iosdev", "andoirddev", "wpdev", "ubuntudev"])
        #expect(channels.map(\.name) == ["iosdev", "andoirddev", "wpdev", "ubuntudev"])
        let group = PNChannelGroup(name: "development", inNamespace: "news-feed")
        #expect(group.groupName == "development")
        #expect(group.nspace == "news-feed")
    }

    @Test func subscribing() {
        let pubNub = given.client
        let heard = Heard()
        let calls = EndedCalls(of: pubNub)
        pubNub.subscribe(on: [PNChannel.channel(withName: "iosdev", shouldObservePresence: true)])
        pubNub.subscribe(on: [PNChannel.channels(withName: "iosdev", shouldObservePresence: true)]) {
            state,
            channels,
            error in
            switch state {
            case .notSubscribedState: heard.hear("refused: \(error?.code ?? 0), \(error?.associatedObject != nil)")
            case .subscribedState: heard.hear("subscribed to \(channels?.count ?? 0)")
            default: heard.hear("another state")
            }
        }
        #expect(calls.count == 2)
        #expect(heard.words == ["refused: 108, true"])
    }

    @Test func subscribingWithState() {
        let pubNub = given.client
        let heard = Heard()
        let calls = EndedCalls(of: pubNub)
        let person: [String: Any] = ["firstName": "John", "lastName": "Appleseed", "age": 240]
        pubNub.subscribe(
            on: [PNChannel.channels(withName: "iosdev", shouldObservePresence: true)],
            withClientState: ["iosdev": person],
            andCompletionHandling: { state, _, error in
                heard.hear(state == .subscribedState ? "subscribed" : "refused: \(error?.code ?? 0)")
            }
        )
        let group = PNChannelGroup(name: "development", inNamespace: "news-feed")
        pubNub.addChannels(PNChannel.channels(withNames: ["Objective-C", "Java"]), to: group)
        pubNub.subscribe(on: [group], withClientState: [group.name: person]) { state, _, error in
            heard.hear(state == .subscribedState ? "subscribed" : "refused: \(error?.code ?? 0)")
        }
        #expect(calls.count == 3)
        #expect(heard.words == ["refused: 108", "refused: 108"])
    }

    @Test func unsubscribing() {
        let pubNub = given.client
        let heard = Heard()
        let calls = EndedCalls(of: pubNub)
        pubNub.unsubscribe(
            from: PNChannel.channels(withNames: ["iosdev", "andoirddev", "wpdev", "ubuntudev"]),
            withCompletionHandling: { channels, error in
                if let error {
                    heard.hear("refused: \(error.code)")
                } else {
                    heard.hear("left \(channels?.count ?? 0)")
                }
            }
        )
        #expect(calls.count == 1)
        #expect(heard.words == ["refused: 108"])
    }
}
