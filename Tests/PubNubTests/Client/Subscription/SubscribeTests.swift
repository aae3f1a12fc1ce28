import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub

/// README "Subscribing and Unsubscribing from Channels and Channel Groups": subscribing; wire reference 3.3 and 7.5.
@Suite struct SubscribeTests {
    private let scripted = ScriptedClient.connected()

    /// "one request for the full list with tt=0", then the long poll, and success once that was sent.
    @Test func channelsAreSubscribedInOrder() throws {
        let channels = PNChannel.channels(withNames: ["b", "a č"])
        let outcomes = Notes<(PNSubscriptionProcessState, [any PNChannelProtocol]?, PNError?)>()
        scripted.client.subscribe(on: channels, withCompletionHandling: { outcomes.add(($0, $1, $2)) })
        #expect(scripted.requested == ["/v2/subscribe/sub/b,a%20%C4%8D/0?tt=0&uuid=me"])
        #expect(scripted.told == [])
        scripted.join(100)
        #expect(scripted.requested == ["/v2/subscribe/sub/b,a%20%C4%8D/0?tt=100&tr=1&uuid=me"])
        #expect(scripted.told == ["didSubscribe b,a č"])
        #expect(outcomes.values.count == 1)
        let outcome = try #require(outcomes.values.first)
        #expect(outcome.0 == .subscribedState)
        #expect(outcome.1?.map { $0 as AnyObject === channels[0] || $0 as AnyObject === channels[1] } == [true, true])
        #expect(outcome.2 == nil)
    }

    /// "because shouldObservePresence is true, also automatically subscribes to iosdev-pnpres"; both callbacks follow in
    /// sequence, subscribe first.
    @Test func aPresenceFlagSubscribesToPresenceToo() {
        scripted.client.subscribe(on: [PNChannel.channel(withName: "iosdev", shouldObservePresence: true)])
        scripted.join()
        #expect(scripted.requested.first == "/v2/subscribe/sub/iosdev,iosdev-pnpres/0?tt=0&uuid=me")
        #expect(scripted.told == ["didSubscribe iosdev", "didEnablePresence iosdev"])
        #expect(scripted.client.isPresenceObservationEnabled(for: PNChannel(name: "iosdev")))
    }

    /// "a channel/group object created with shouldObservePresence set (or cleared) turns presence on (off)".
    @Test func aClearedPresenceFlagEndsPresence() {
        scripted.client.subscribe(on: [PNChannel.channel(withName: "a", shouldObservePresence: true)])
        scripted.join()
        scripted.forget()
        scripted.client.subscribe(on: [PNChannel.channel(withName: "a", shouldObservePresence: false)])
        scripted.settle()
        scripted.join()
        #expect(scripted.requested.first == "/v2/subscribe/sub/a/0?tt=0&uuid=me")
        #expect(scripted.told == ["didSubscribe a", "didDisablePresence a"])
    }

    /// An object that says nothing about presence leaves it as it is.
    @Test func noPresenceFlagLeavesPresenceAlone() {
        scripted.client.subscribe(on: [PNChannel.channel(withName: "a", shouldObservePresence: true)])
        scripted.join()
        scripted.forget()
        scripted.client.subscribe(on: PNChannel.channels(withNames: ["a"]))
        #expect(scripted.requested == [])
        #expect(scripted.told == ["didSubscribe a"])
        #expect(scripted.client.isPresenceObservationEnabled(for: PNChannel(name: "a")))
    }

    /// "a client subscribed to only x-pnpres": presence events without messages (wire reference 3.3).
    @Test func aPresenceChannelMayBeNamedItself() {
        let presence: any PNChannelProtocol = PNChannel(name: "a-pnpres")
        let channel: any PNChannelProtocol = PNChannel(name: "a")
        scripted.client.subscribe(on: [presence])
        scripted.join()
        #expect(scripted.requested.first == "/v2/subscribe/sub/a-pnpres/0?tt=0&uuid=me")
        #expect(scripted.told == ["didSubscribe a-pnpres", "didEnablePresence a-pnpres"])
        #expect(scripted.client.isSubscribed(on: presence))
        #expect(!scripted.client.isSubscribed(on: channel))
        #expect(scripted.client.isPresenceObservationEnabled(for: channel))
        #expect(scripted.client.subscribedObjectsList().isEmpty, "its messages are not received")
    }

    @Test func groupsTravelInTheQuery() {
        let group = PNChannelGroup(name: "g", inNamespace: "news", shouldObservePresence: true)
        scripted.client.subscribe(on: [group, PNChannelGroup(name: "plain"), PNChannel(name: "a")])
        scripted.join()
        #expect(
            scripted.requested.first
                == "/v2/subscribe/sub/a/0?tt=0&uuid=me&channel-group=news%3Ag,news%3Ag-pnpres,plain"
        )
        #expect(scripted.told == ["didSubscribe news:g,plain,a", "didEnablePresence news:g"])
        #expect(scripted.client.isSubscribed(on: group))
    }

    /// Wire reference 1.4: "empty channel list: literal ,".
    @Test func groupsAloneLeaveTheChannelsEmpty() {
        scripted.client.subscribe(on: [PNChannelGroup(name: "g")])
        #expect(scripted.requested == ["/v2/subscribe/sub/,/0?tt=0&uuid=me&channel-group=g"])
    }

    /// Wire reference 3.3: "wildcard: plain channel a.* in the list".
    @Test func wildcardsAreNames() {
        scripted.client.subscribe(on: PNChannel.channels(withNames: ["news.*"]))
        #expect(scripted.requested == ["/v2/subscribe/sub/news.%2A/0?tt=0&uuid=me"])
    }

    /// README "Set state at subscribe time"; the state is in the first request only.
    @Test func stateTravelsWithTheSubscription() {
        let channel = PNChannel(name: "zz")
        scripted.client.subscribe(on: [channel], withClientState: [channel.name: ["appEvent": "started", "n": 1]])
        scripted.join()
        #expect(
            scripted.requested == [
                "/v2/subscribe/sub/zz/0?tt=0&uuid=me"
                    + "&state=%7B%22zz%22%3A%7B%22appEvent%22%3A%22started%22%2C%22n%22%3A1%7D%7D",
                "/v2/subscribe/sub/zz/0?tt=100&tr=1&uuid=me",
            ]
        )
        #expect(scripted.told == ["didSubscribe zz"])
    }

    /// README: "subscribeOn:@[group] withClientState:@{group.name: …}".
    @Test func stateOfAGroupGoesByItsName() {
        let group = PNChannelGroup(name: "wwdc", inNamespace: "events")
        scripted.client.subscribe(on: [group], withClientState: [group.name: ["event": "started"]])
        #expect(
            scripted.requested == [
                "/v2/subscribe/sub/,/0?tt=0&uuid=me"
                    + "&state=%7B%22events%3Awwdc%22%3A%7B%22event%22%3A%22started%22%7D%7D&channel-group=events%3Awwdc"
            ]
        )
    }

    /// "names already subscribed are dropped; nothing new ⇒ immediate success report".
    @Test func whatIsSubscribedAlreadySucceedsAtOnce() {
        scripted.subscribe(["a", "b"])
        let states = Notes<UInt>()
        scripted.client.subscribe(
            on: PNChannel.channels(withNames: ["b"]),
            withCompletionHandling: { state, _, _ in
                states.add(state.rawValue)
            }
        )
        #expect(scripted.told == ["didSubscribe b"])
        #expect(scripted.requested == [])
        #expect(states.values == [PNSubscriptionProcessState.subscribedState.rawValue])
    }

    /// "if a different client state was passed: state stored, long poll renewed, then success".
    @Test func newStateRenewsTheSubscription() {
        scripted.subscribe(["a"])
        scripted.client.subscribe(on: [PNChannel(name: "a")], withClientState: ["a": ["k": "v"]])
        scripted.settle()
        scripted.join(500)
        #expect(
            scripted.requested == [
                "/v2/subscribe/sub/a/0?tt=0&uuid=me&state=%7B%22a%22%3A%7B%22k%22%3A%22v%22%7D%7D",
                "/v2/subscribe/sub/a/0?tt=100&tr=1&uuid=me",
            ]
        )
        #expect(scripted.told == ["didSubscribe a"])
    }

    @Test func thisClientKnowsWhatItIsSubscribedTo() {
        let group = PNChannelGroup(name: "g")
        scripted.client.subscribe(on: [PNChannel(name: "b"), group, PNChannel(name: "a")])
        #expect(!scripted.client.isSubscribed(on: group), "not before the service answered is the list complete")
        scripted.join()
        #expect(scripted.client.subscribedObjectsList().map(\.name) == ["b", "g", "a"])
        #expect(scripted.client.subscribedChannels().last is PNChannel)
        #expect(scripted.client.isSubscribed(on: group))
        #expect(!scripted.client.isSubscribed(on: PNChannel(name: "g")))
    }

    /// Several calls made at once are carried out one after another, none is lost.
    @Test func callsInARowAreCarriedOutOneAfterAnother() {
        for name in ["a", "b", "c"] { scripted.client.subscribe(on: PNChannel.channels(withNames: [name])) }
        for _ in 0..<3 { scripted.join() }
        #expect(scripted.told == ["didSubscribe a", "didSubscribe b", "didSubscribe c"])
        #expect(scripted.waiting == ["/v2/subscribe/sub/a,b,c/0?tt=100&tr=1&uuid=me"])
    }
}
