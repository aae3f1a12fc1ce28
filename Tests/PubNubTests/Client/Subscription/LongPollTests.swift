import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub

/// "Timeout after which the library will report subscription-related request execution failure" (README item 2, 310 s),
/// and what else may happen to a long poll: wire reference 2.4 and 7.5.
@Suite struct LongPollTests {
    private static let refused =
        #"{"message":"Invalid Subscribe Key","error":true,"service":"Access Manager","status":400}"#
    private static let poll = "/v2/subscribe/sub/a/0?tt=100&tr=1&uuid=me"

    @Test func aSilentPollIsRenewedAfter310Seconds() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.wait(.milliseconds(309_999))
        #expect(scripted.requested == [])
        scripted.wait(.milliseconds(1))
        #expect(scripted.requested == [Self.poll])
        #expect(scripted.waiting == [Self.poll])
        #expect(scripted.told == [])
    }

    @Test(arguments: [nil, 30.0])
    func subscribingFailsWith110WhenNothingIsSaid(_ configured: Double?) {
        let scripted = ScriptedClient.connected { configuration in
            if let configured { configuration.subscriptionRequestTimeout = configured }
        }
        let states = Notes<UInt>()
        scripted.client.subscribe(
            on: [PNChannel(name: "a")],
            withCompletionHandling: { state, _, _ in
                states.add(state.rawValue)
            }
        )
        let limit = Int(configured ?? 310)
        scripted.wait(.milliseconds(limit * 1000 - 1))
        #expect(scripted.told == [])
        scripted.wait(.milliseconds(1))
        #expect(scripted.told == ["subscriptionDidFail 110"])
        #expect(states.values == [PNSubscriptionProcessState.notSubscribedState.rawValue])
        #expect(scripted.waiting == [])
    }

    /// "empty reply: next poll with the returned token".
    @Test func anEmptyAnswerIsFollowedByTheNextPoll() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.reply(Path.subscribe, Page.empty(150))
        #expect(scripted.requested == ["/v2/subscribe/sub/a/0?tt=150&tr=1&uuid=me"])
    }

    /// "malformed JSON (143): up to 3 retries, then failure 143"; the poll goes on, and what comes still arrives.
    @Test(arguments: ["<html>", "", #"{"t":{"t":"1""#, "[[]]", "42"])
    func anAnswerThatCannotBeReadIsTriedAgain(_ body: String) {
        let scripted = ScriptedClient.subscribed("a")
        for _ in 0..<3 {
            scripted.reply(Path.subscribe, body)
            #expect(scripted.told == [])
            scripted.wait(.seconds(40))
        }
        scripted.reply(Path.subscribe, body)
        #expect(scripted.told == ["subscriptionDidFail 143"])
        scripted.wait(.seconds(40))
        scripted.reply(Path.subscribe, body)
        #expect(scripted.told == [], "it is told once")
        scripted.wait(.seconds(40))
        scripted.reply(Path.subscribe, Page.of(200, [Page.message("1", on: "a")]))
        #expect(scripted.delegate.messages.count == 1)
        #expect(scripted.client.subscribedChannels().map(\.name) == ["a"])
    }

    /// Wire reference 2.4: 5xx is tried three times; then the service counts as gone.
    @Test func aServiceInTroubleIsTriedAgainThenGivenUp() {
        let scripted = ScriptedClient.subscribed("a")
        for _ in 0..<3 {
            scripted.reply(Path.subscribe, status: 503, "{}")
            scripted.wait(.seconds(3))
        }
        #expect(scripted.told == [])
        scripted.reply(Path.subscribe, status: 503, "{}")
        #expect(scripted.told == ["willDisconnect -1", "didDisconnectWithError -1"])
        scripted.wait(.milliseconds(200))
        #expect(scripted.waiting == ["/time/0?uuid=me"], "and looked for again")
    }

    /// "4xx: failure, no retry", but what is subscribed is not given up.
    @Test func aRefusedPollIsToldOnceAndGoesOn() {
        let scripted = ScriptedClient.subscribed("a")
        for _ in 0..<3 {
            scripted.reply(Path.subscribe, status: 400, Self.refused)
            scripted.wait(.seconds(40))
        }
        #expect(scripted.told == ["subscriptionDidFail 113"])
        scripted.reply(Path.subscribe, Page.of(200, [Page.message("1", on: "a")]))
        #expect(scripted.delegate.messages.count == 1)
    }

    /// "122: failing names removed": the others go on from where they were.
    @Test func whatIsForbiddenIsDroppedTheRestGoesOn() throws {
        let scripted = ScriptedClient.subscribed("a", "b", "c")
        scripted.reply(
            Path.subscribe,
            status: 403,
            #"{"status":403,"service":"Access Manager","error":true,"message":"Forbidden","payload":{"channels":["b"]}}"#
        )
        #expect(scripted.told == ["subscriptionDidFail 122"])
        #expect(scripted.waiting == ["/v2/subscribe/sub/a,c/0?tt=100&tr=1&uuid=me"])
        #expect(scripted.client.subscribedChannels().map(\.name) == ["a", "c"])
    }

    @Test func allThatIsForbiddenEndsThePoll() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.reply(Path.subscribe, status: 403, #"{"status":403,"error":true,"message":"Forbidden"}"#)
        #expect(scripted.told == ["subscriptionDidFail 122"])
        #expect(scripted.waiting == [])
        #expect(scripted.client.subscribedChannels().isEmpty)
    }
}
