import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// README "methods which allow you to unsubscribe from channels"; Documentation/WireProtocol.md, "Leave and heartbeat requests" and
/// "The subscribe loop".
@Suite struct UnsubscribeTests {
    private static let left = #"{"status":200,"action":"leave","message":"OK","service":"Presence"}"#

    /// A leave for the removed names, then a first request for the rest and a long poll with catch-up.
    @Test func otherChannelsContinue() {
        let scripted = ScriptedClient.subscribed("a", "b", "c")
        let outcomes = Notes<([String]?, Int?)>()
        scripted.client.unsubscribe(
            from: PNChannel.channels(withNames: ["a", "c"]),
            withCompletionHandling: { outcomes.add(($0?.map(\.name), $1?.code)) }
        )
        #expect(scripted.requested == ["\(Path.leave("a,c"))?uuid=me"])
        scripted.reply(Path.leave("a,c"), Self.left)
        scripted.join(500)
        #expect(
            scripted.requested == [
                "/v2/subscribe/sub/b/0?tt=0&uuid=me", "/v2/subscribe/sub/b/0?tt=100&tr=1&uuid=me",
            ]
        )
        #expect(scripted.reported == ["didUnsubscribe a,c"])
        #expect(outcomes.values.map(\.0) == [["a", "c"]])
        #expect(outcomes.values.map(\.1) == [nil])
        #expect(scripted.client.subscribedChannels().map(\.name) == ["b"])
    }

    @Test func theLastOneEndsThePoll() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.unsubscribe(from: [PNChannel(name: "a")])
        scripted.reply(Path.leave("a"), Self.left)
        #expect(scripted.reported == ["didUnsubscribe a"])
        #expect(scripted.waiting == [])
        #expect(scripted.timers.running.isEmpty)
        #expect(scripted.client.isConnected())
    }

    @Test func groupsAreLeftByTheirNames() {
        let scripted = ScriptedClient.connected()
        let group = PNChannelGroup(name: "g", inNamespace: "n")
        scripted.client.subscribe(on: [group])
        scripted.join()
        scripted.forget()
        scripted.client.unsubscribe(from: [group])
        #expect(scripted.requested == ["\(Path.leave(","))?uuid=me&channel-group=n%3Ag"])
        scripted.reply(Path.leave(","), Self.left)
        #expect(scripted.reported == ["didUnsubscribe n:g"])
    }

    /// Unsubscribing from other objects succeeds immediately without a request.
    @Test func unsubscribingFromOtherObjectsSucceedsImmediately() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.unsubscribe(from: PNChannel.channels(withNames: ["z"]), withCompletionHandling: nil)
        #expect(scripted.reported == ["didUnsubscribe z"])
        #expect(scripted.requested == [])
    }

    /// Unsubscribing from a channel also ends its presence, whose name is not in the leave.
    @Test func presenceGoesWithTheChannel() {
        let scripted = ScriptedClient.connected()
        scripted.client.subscribe(
            on: [PNChannel(name: "a", observesPresence: true), PNChannel(name: "b")]
        )
        scripted.join()
        scripted.forget()
        scripted.client.unsubscribe(from: [PNChannel(name: "a")])
        scripted.reply(Path.leave("a"), Self.left)
        #expect(scripted.requested == ["\(Path.leave("a"))?uuid=me", "/v2/subscribe/sub/b/0?tt=0&uuid=me"])
    }

    /// Ending the observation of presence sends no leave, because the client was not present there.
    @Test func aPresenceChannelIsLeftInSilence() {
        let scripted = ScriptedClient.connected()
        scripted.client.subscribe(on: PNChannel.channels(withNames: ["a", "b-pnpres"]))
        scripted.join()
        scripted.forget()
        scripted.client.unsubscribe(from: PNChannel.channels(withNames: ["b-pnpres"]), withCompletionHandling: nil)
        scripted.settle()
        scripted.join()
        #expect(scripted.requested.first == "/v2/subscribe/sub/a/0?tt=0&uuid=me")
        #expect(scripted.reported == ["didUnsubscribe b-pnpres"])
    }

    /// "'error.associatedObject' contains array of PNChannel instances from which PubNub client was unable to unsubscribe."
    @Test func aLeaveThatIsRefusedKeepsTheSubscription() {
        let scripted = ScriptedClient.subscribed("a")
        let outcomes = Notes<([String]?, Int?)>()
        scripted.client.unsubscribe(
            from: PNChannel.channels(withNames: ["a"]),
            withCompletionHandling: { outcomes.add(($0?.map(\.name), $1?.code)) }
        )
        scripted.reply(
            Path.leave("a"),
            status: 400,
            #"{"message":"Invalid Subscribe Key","error":true,"service":"Access Manager","status":400}"#
        )
        #expect(scripted.reported == ["unsubscriptionDidFail 113"])
        #expect(outcomes.values.map(\.0) == [["a"]])
        #expect(outcomes.values.map(\.1) == [113])
        #expect(scripted.client.subscribedChannels().map(\.name) == ["a"])
        #expect(scripted.waiting == ["/v2/subscribe/sub/a/0?tt=100&tr=1&uuid=me"])
    }

    @Test("What is unsubscribed after a loss is left and not restored, and nothing of the rest is missed")
    func unsubscribingAfterALoss() {
        let scripted = ScriptedClient.subscribed("a", "b", "c")
        scripted.fail(Path.subscribe, .unreachable)
        scripted.forget()
        let outcomes = Notes<([String]?, Int?)>()
        scripted.client.unsubscribe(
            from: PNChannel.channels(withNames: ["b"]),
            withCompletionHandling: { outcomes.add(($0?.map(\.name), $1?.code)) }
        )
        #expect(scripted.reported == ["didUnsubscribe b"])
        #expect(outcomes.values.map(\.0) == [["b"]])
        #expect(outcomes.values.map(\.1) == [nil])
        #expect(scripted.client.subscribedChannels().map(\.name) == ["a", "c"])
        #expect(scripted.requested == [], "there is no connection")
        scripted.wait(.milliseconds(200))
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.requested == ["/time/0?uuid=me", "\(Path.leave("b"))?uuid=me"])
        #expect(scripted.reported == ["willConnect", "didConnect"])
        scripted.reply(Path.leave("b"), Self.left)
        scripted.join(500)
        #expect(scripted.reported == ["willRestore a,c", "didRestore a,c"])
        #expect(scripted.waiting == ["/v2/subscribe/sub/a,c/0?tt=100&tr=1&uuid=me"])
    }

    @Test("After a loss everything can be unsubscribed, and a subscription made on return is not left")
    func unsubscribingFromEverythingAfterALoss() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.fail(Path.subscribe, .unreachable)
        scripted.client.unsubscribe(from: PNChannel.channels(withNames: ["a"]), withCompletionHandling: nil)
        scripted.wait(.milliseconds(200))
        scripted.reply(Path.time, "[15000000000000000]")
        scripted.client.subscribe(on: PNChannel.channels(withNames: ["a"]))
        scripted.forget()
        #expect(scripted.waiting == ["\(Path.leave("a"))?uuid=me"], "the subscription waits for the leave")
        scripted.reply(Path.leave("a"), Self.left)
        scripted.join(500)
        #expect(scripted.reported == ["didSubscribe a"])
        #expect(scripted.waiting == ["/v2/subscribe/sub/a/0?tt=500&tr=1&uuid=me"])
    }

    @Test("The observation of presence can be ended after a loss")
    func endingPresenceAfterALoss() {
        let scripted = ScriptedClient.connected()
        scripted.client.subscribe(on: [PNChannel.separate(named: "a", observesPresence: true)])
        scripted.join()
        scripted.fail(Path.subscribe, .unreachable)
        scripted.forget()
        scripted.client.disablePresenceObservation(for: [PNChannel(name: "a")])
        #expect(scripted.reported == ["didDisablePresence a"])
        scripted.wait(.milliseconds(200))
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.requested.last == "/v2/subscribe/sub/a/0?tt=0&uuid=me", "nothing to leave")
    }
}
