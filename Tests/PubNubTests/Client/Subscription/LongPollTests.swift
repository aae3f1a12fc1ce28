import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub

/// "Timeout after which the library will report subscription-related request execution failure" (README item 2, 310 s),
/// and other ends of a long poll (Documentation/WireProtocol.md, "Errors and retries" and "The subscribe loop").
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
        #expect(scripted.reported == [])
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
        #expect(scripted.reported == [])
        scripted.wait(.milliseconds(1))
        #expect(scripted.reported == ["subscriptionDidFail 110"])
        #expect(states.values == [PNSubscriptionProcessState.notSubscribedState.rawValue])
        #expect(scripted.waiting == [])
    }

    /// After an empty response the client polls with the returned timetoken.
    @Test func pollsAgainAfterAnEmptyResponse() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.reply(Path.subscribe, Page.empty(150))
        #expect(scripted.requested == ["/v2/subscribe/sub/a/0?tt=150&tr=1&uuid=me"])
    }

    /// Malformed JSON: three repetitions, then failure 143; polling continues, and later messages are delivered.
    @Test(arguments: ["<html>", "", #"{"t":{"t":"1""#, "[[]]", "42"])
    func repeatsThePollAfterAMalformedResponse(_ body: String) {
        let scripted = ScriptedClient.subscribed("a")
        for _ in 0..<3 {
            scripted.reply(Path.subscribe, body)
            #expect(scripted.reported == [])
            scripted.wait(.seconds(40))
        }
        scripted.reply(Path.subscribe, body)
        #expect(scripted.reported == ["subscriptionDidFail 143"])
        scripted.wait(.seconds(40))
        scripted.reply(Path.subscribe, body)
        #expect(scripted.reported == [], "it is reported once")
        scripted.wait(.seconds(40))
        scripted.reply(Path.subscribe, Page.of(200, [Page.message("1", on: "a")]))
        #expect(scripted.delegate.messages.count == 1)
        #expect(scripted.client.subscribedChannels().map(\.name) == ["a"])
    }

    /// Status 5xx: three repetitions, then the connection counts as lost.
    @Test func repeatsThePollAfterServerErrorsThenReportsALoss() {
        let scripted = ScriptedClient.subscribed("a")
        for _ in 0..<3 {
            scripted.reply(Path.subscribe, status: 503, "{}")
            scripted.wait(.seconds(3))
        }
        #expect(scripted.reported == [])
        scripted.reply(Path.subscribe, status: 503, "{}")
        #expect(scripted.reported == ["willDisconnect -1", "didDisconnectWithError -1"])
        scripted.wait(.milliseconds(200))
        #expect(scripted.waiting == ["/time/0?uuid=me"], "and looked for again")
    }

    /// Status 4xx: a failure without repetition; the subscription continues.
    @Test func reportsARefusedPollOnceAndContinues() {
        let scripted = ScriptedClient.subscribed("a")
        for _ in 0..<3 {
            scripted.reply(Path.subscribe, status: 400, Self.refused)
            scripted.wait(.seconds(40))
        }
        #expect(scripted.reported == ["subscriptionDidFail 113"])
        scripted.reply(Path.subscribe, Page.of(200, [Page.message("1", on: "a")]))
        #expect(scripted.delegate.messages.count == 1)
    }

    /// Error 122 removes the listed names; the others continue from their position.
    @Test func dropsForbiddenNamesAndContinuesWithOthers() throws {
        let scripted = ScriptedClient.subscribed("a", "b", "c")
        scripted.reply(
            Path.subscribe,
            status: 403,
            #"{"status":403,"service":"Access Manager","error":true,"message":"Forbidden","payload":{"channels":["b"]}}"#
        )
        #expect(scripted.reported == ["subscriptionDidFail 122"])
        #expect(scripted.waiting == ["/v2/subscribe/sub/a,c/0?tt=100&tr=1&uuid=me"])
        #expect(scripted.client.subscribedChannels().map(\.name) == ["a", "c"])
    }

    @Test func allThatIsForbiddenEndsThePoll() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.reply(Path.subscribe, status: 403, #"{"status":403,"error":true,"message":"Forbidden"}"#)
        #expect(scripted.reported == ["subscriptionDidFail 122"])
        #expect(scripted.waiting == [])
        #expect(scripted.client.subscribedChannels().isEmpty)
    }
}
