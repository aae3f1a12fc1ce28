import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub

/// README "Subscribing and Unsubscribing from Channels and Channel Groups"; Documentation/WireProtocol.md, "Subscribe" and "The
/// subscribe loop".
@Suite struct SubscribeTests {
    private let scripted = ScriptedClient.connected()

    /// One first request for the full list, then the long poll, then the success.
    @Test func channelsAreSubscribedInOrder() throws {
        let channels = PNChannel.channels(withNames: ["b", "a č"])
        let outcomes = Notes<(PNSubscriptionProcessState, [any PNChannelProtocol]?, PNError?)>()
        scripted.client.subscribe(on: channels, withCompletionHandling: { outcomes.add(($0, $1, $2)) })
        #expect(scripted.requested == ["/v2/subscribe/sub/b,a%20%C4%8D/0?tt=0&uuid=me"])
        #expect(scripted.reported == [])
        scripted.join(100)
        #expect(scripted.requested == ["/v2/subscribe/sub/b,a%20%C4%8D/0?tt=100&tr=1&uuid=me"])
        #expect(scripted.reported == ["didSubscribe b,a č"])
        #expect(outcomes.values.count == 1)
        let outcome = try #require(outcomes.values.first)
        #expect(outcome.0 == .subscribedState)
        #expect(outcome.1?.map { $0 as AnyObject === channels[0] || $0 as AnyObject === channels[1] } == [true, true])
        #expect(outcome.2 == nil)
    }

    /// "because shouldObservePresence is true, also automatically subscribes to iosdev-pnpres"; both callbacks follow in
    /// sequence, subscribe first.
    @Test func aPresenceFlagAlsoSubscribesToPresence() {
        scripted.client.subscribe(on: [PNChannel.separate(named: "iosdev", observesPresence: true)])
        scripted.join()
        #expect(scripted.requested.first == "/v2/subscribe/sub/iosdev,iosdev-pnpres/0?tt=0&uuid=me")
        #expect(scripted.reported == ["didSubscribe iosdev", "didEnablePresence iosdev"])
        #expect(scripted.client.isPresenceObservationEnabled(for: PNChannel(name: "iosdev")))
    }

    /// shouldObservePresence of a channel or group object enables presence if set, and disables it if cleared.
    @Test func aClearedPresenceFlagEndsPresence() {
        scripted.client.subscribe(on: [PNChannel(name: "a", observesPresence: true)])
        scripted.join()
        scripted.forget()
        scripted.client.subscribe(on: [PNChannel(name: "a", observesPresence: false)])
        scripted.settle()
        scripted.join()
        #expect(scripted.requested.first == "/v2/subscribe/sub/a/0?tt=0&uuid=me")
        #expect(scripted.reported == ["didSubscribe a", "didDisablePresence a"])
    }

    /// In 3.7.8 both calls set shouldObservePresence of the object. Apps subscribe to the same objects after each connection.
    @Test("Presence observation that the app began or ended counts for later subscriptions of an object with a setting")
    func observationOfObject() {
        let channel = PNChannel.separate(named: "a", observesPresence: false)
        scripted.client.subscribe(on: [channel])
        scripted.join()
        scripted.client.enablePresenceObservation(for: [channel])
        scripted.settle()
        scripted.join()
        scripted.forget()
        scripted.client.subscribe(on: [channel])
        #expect(scripted.requested == [])
        #expect(scripted.client.isPresenceObservationEnabled(for: channel))
        scripted.client.disablePresenceObservation(for: [channel])
        scripted.settle()
        scripted.join()
        scripted.client.subscribe(on: [channel])
        #expect(!scripted.client.isPresenceObservationEnabled(for: channel))
    }

    @Test("A subscription reports the presence events that it begins, and not those that are received already")
    func observedPresenceIsNotReportedAgain() {
        let channels = ["a", "b"].map { PNChannel.separate(named: $0, observesPresence: true) }
        scripted.client.subscribe(on: [channels[0]])
        scripted.join()
        scripted.forget()
        scripted.client.subscribe(on: [channels[0]])
        #expect(scripted.requested == [])
        #expect(scripted.reported == ["didSubscribe a"])
        scripted.client.subscribe(on: channels)
        scripted.settle()
        scripted.join()
        #expect(scripted.reported == ["didSubscribe a,b", "didEnablePresence b"])
    }

    /// An object without the flag leaves presence unchanged.
    @Test func noPresenceFlagLeavesPresenceAlone() {
        scripted.client.subscribe(on: [PNChannel(name: "a", observesPresence: true)])
        scripted.join()
        scripted.forget()
        scripted.client.subscribe(on: PNChannel.channels(withNames: ["a"]))
        #expect(scripted.requested == [])
        #expect(scripted.reported == ["didSubscribe a"])
        #expect(scripted.client.isPresenceObservationEnabled(for: PNChannel(name: "a")))
    }

    /// A subscription to x-pnpres only delivers presence events without messages.
    @Test func aPresenceChannelMayBeNamedItself() {
        let presence: any PNChannelProtocol = PNChannel(name: "a-pnpres")
        let channel: any PNChannelProtocol = PNChannel(name: "a")
        scripted.client.subscribe(on: [presence])
        scripted.join()
        #expect(scripted.requested.first == "/v2/subscribe/sub/a-pnpres/0?tt=0&uuid=me")
        #expect(scripted.reported == ["didSubscribe a-pnpres", "didEnablePresence a-pnpres"])
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
        #expect(scripted.reported == ["didSubscribe news:g,plain,a", "didEnablePresence news:g"])
        #expect(scripted.client.isSubscribed(on: group))
    }

    /// A subscription to groups only has a comma as the channel list.
    @Test func groupsAloneLeaveTheChannelsEmpty() {
        scripted.client.subscribe(on: [PNChannelGroup(name: "g")])
        #expect(scripted.requested == ["/v2/subscribe/sub/,/0?tt=0&uuid=me&channel-group=g"])
    }

    /// A wildcard such as a.* is part of the channel list.
    @Test func wildcardsAreNames() {
        scripted.client.subscribe(on: PNChannel.channels(withNames: ["news.*"]))
        #expect(scripted.requested == ["/v2/subscribe/sub/news.%2A/0?tt=0&uuid=me"])
    }

    /// README "Set state at subscribe time"; only the first request contains the state.
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
        #expect(scripted.reported == ["didSubscribe zz"])
    }

    @available(*, deprecated, message: "Calls what is deprecated")
    @Test("The deprecated form with one channel takes its state with and without the name of the channel")
    func stateOfOneChannel() {
        let channel = PNChannel(name: "zz")
        let expected = "/v2/subscribe/sub/zz/0?tt=0&uuid=me&state=%7B%22zz%22%3A%7B%22k%22%3A%22v%22%7D%7D"
        scripted.client.subscribe(on: channel, withClientState: ["k": "v"])
        #expect(scripted.requested == [expected])
        let other = ScriptedClient.connected()
        other.client.subscribe(on: channel, withClientState: ["zz": ["k": "v"]])
        #expect(other.requested == [expected])
    }

    @Test("A list with one channel takes a state without the name of the channel as well")
    func stateOfAListOfOne() {
        let state: [String: Any] = ["k": "v", "m": NSNull()]
        scripted.client.subscribe(on: [PNChannel(name: "zz")], withClientState: state)
        let expected = "/v2/subscribe/sub/zz/0?tt=0&uuid=me&state=%7B%22zz%22%3A%7B%22k%22%3A%22v%22%7D%7D"
        #expect(scripted.requested == [expected])
        scripted.join()
        #expect(scripted.reported == ["didSubscribe zz"])
        let other = ScriptedClient.connected()
        other.client.subscribe(on: [PNChannelGroup(name: "g", inNamespace: "n")], withClientState: ["k": "v"])
        #expect(other.requested.map { $0.contains("state=%7B%22n%3Ag%22%3A%7B%22k%22%3A%22v%22%7D%7D") } == [true])
    }

    @Test("The state of another name that comes with one channel is not that of the channel")
    func stateOfAnotherName() {
        scripted.client.subscribe(on: [PNChannel(name: "zz")], withClientState: ["other": ["k": "v"]])
        #expect(scripted.requested == ["/v2/subscribe/sub/zz/0?tt=0&uuid=me"])
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

    /// Names that are already subscribed are dropped; without a new name the call succeeds immediately.
    @Test func subscribedNamesSucceedImmediately() {
        scripted.subscribe(["a", "b"])
        let states = Notes<UInt>()
        scripted.client.subscribe(
            on: PNChannel.channels(withNames: ["b"]),
            withCompletionHandling: { state, _, _ in
                states.add(state.rawValue)
            }
        )
        #expect(scripted.reported == ["didSubscribe b"])
        #expect(scripted.requested == [])
        #expect(states.values == [PNSubscriptionProcessState.subscribedState.rawValue])
    }

    /// A different state is stored and sent with a new long poll; then the call succeeds.
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
        #expect(scripted.reported == ["didSubscribe a"])
    }

    /// 3.7.8 sent a changed state with the present timetoken, without a question to the delegate.
    @Test("A state that a subscribed channel has is not sent again; a changed one is sent, and no message is skipped")
    func knownState() {
        func subscribe(_ fields: [String: Any]) {
            scripted.client.subscribe(on: [PNChannel(name: "a")], withClientState: ["a": fields])
            scripted.settle()
        }
        subscribe(["k": "v"])
        scripted.join(100)
        scripted.forget()
        var answers = RecordingDelegate.Answers()
        answers.keepTimeToken = false
        scripted.delegate.answer(answers)
        subscribe(["k": "v"])
        subscribe(["m": NSNull()])
        #expect(scripted.requested == [])
        #expect(scripted.reported == ["didSubscribe a", "didSubscribe a"])
        subscribe(["k": "w"])
        scripted.join(500)
        #expect(scripted.delegate.questions == [])
        #expect(
            scripted.requested == [
                "/v2/subscribe/sub/a/0?tt=0&uuid=me&state=%7B%22a%22%3A%7B%22k%22%3A%22w%22%7D%7D",
                "/v2/subscribe/sub/a/0?tt=100&tr=1&uuid=me",
            ]
        )
        #expect(scripted.reported == ["didSubscribe a"])
    }

    @Test("A state that the service did not receive, because the subscription failed, is sent with the next one")
    func unsentState() {
        let announcement = "/v2/subscribe/sub/a/0?tt=0&uuid=me&state=%7B%22a%22%3A%7B%22k%22%3A%22v%22%7D%7D"
        func subscribe() {
            scripted.client.subscribe(on: [PNChannel(name: "a")], withClientState: ["a": ["k": "v"]])
            scripted.settle()
        }
        scripted.subscribe(["a"])
        subscribe()
        scripted.reply(Path.subscribe, status: 400, #"{"message":"Invalid Subscribe Key","error":true,"status":400}"#)
        #expect(scripted.requested.first == announcement)
        #expect(scripted.reported == ["subscriptionDidFail 113"])
        subscribe()
        #expect(scripted.requested == [announcement])
        scripted.join(500)
        subscribe()
        #expect(scripted.requested == ["/v2/subscribe/sub/a/0?tt=100&tr=1&uuid=me"])
        #expect(scripted.reported == ["didSubscribe a", "didSubscribe a"])
    }

    @Test func theClientListsItsSubscriptions() {
        let group = PNChannelGroup(name: "g")
        scripted.client.subscribe(on: [PNChannel(name: "b"), group, PNChannel(name: "a")])
        #expect(!scripted.client.isSubscribed(on: group), "not before the service answered is the list complete")
        scripted.join()
        #expect(scripted.client.subscribedObjectsList().map(\.name) == ["b", "g", "a"])
        #expect(scripted.client.subscribedChannels().last is PNChannel)
        #expect(scripted.client.isSubscribed(on: group))
        #expect(!scripted.client.isSubscribed(on: PNChannel(name: "g")))
    }

    /// Concurrent calls run one after another, and none is lost.
    @Test func callsInARowAreCarriedOutOneAfterAnother() {
        for name in ["a", "b", "c"] { scripted.client.subscribe(on: PNChannel.channels(withNames: [name])) }
        for _ in 0..<3 { scripted.join() }
        #expect(scripted.reported == ["didSubscribe a", "didSubscribe b", "didSubscribe c"])
        #expect(scripted.waiting == ["/v2/subscribe/sub/a,b,c/0?tt=100&tr=1&uuid=me"])
    }
}
