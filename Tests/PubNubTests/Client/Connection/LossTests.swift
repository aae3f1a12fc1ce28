import Foundation
import PubNubMachines
import PubNubTestSupport
import Testing

@testable import PubNub

/// What a client does when its connection is gone: wire reference 7.6; README "didDisconnectFromOrigin:withError:" and
/// "willDisconnectWithError:".
@Suite struct LossTests {
    /// "willDisconnectWithError (103) → requests in flight fail (107) → didDisconnectFromOrigin:withError: (103)", with two
    /// ConnectionDidFail notifications and without the one of a regular disconnect.
    @Test func theOrderOfALoss() {
        let scripted = ScriptedClient.subscribed("a")
        let posted = NotificationNotes(of: scripted.client)
        let states = Notes<String>()
        scripted.client.observationCenter.addClientConnectionStateObserver("test") { _, isConnected, error in
            states.add("\(isConnected) \(error?.code ?? 0)")
        }
        scripted.client.requestServerTimeToken()
        scripted.fail(Path.subscribe, .unreachable)
        #expect(
            scripted.told == ["willDisconnect 103", "timeTokenReceiveDidFail 107", "didDisconnectWithError 103"]
        )
        #expect(
            posted.words == [
                "ConnectionDidFailWithError 103", "DidFailTimeTokenReceive 107", "ConnectionDidFailWithError 103",
            ]
        )
        #expect(states.values == ["false 103", "false 103"])
        #expect(!scripted.client.isConnected())
        #expect(scripted.waiting == [])
        #expect(scripted.client.subscribedChannels().map(\.name) == ["a"], "what was subscribed is remembered")
    }

    /// Wire reference 7.6, "TLS: 104".
    @Test func aLossOfTrustIsError104() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.fail(Path.subscribe, .tls(reason: "certificate expired"))
        #expect(scripted.told == ["willDisconnect 104", "didDisconnectWithError 104"])
    }

    /// A call that finds nobody shows the loss as well as the long poll does.
    @Test func aCallThatFindsNobodyShowsTheLoss() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.requestServerTimeToken()
        scripted.fail(Path.time, .unreachable)
        #expect(
            scripted.told == ["timeTokenReceiveDidFail 107", "willDisconnect 103", "didDisconnectWithError 103"]
        )
    }

    /// Wire reference 7.6, "temporary: reconnect up to 3 times, requests kept; then connection failure".
    @Test func aBrokenPollIsTriedThreeTimesInSilence() {
        let scripted = ScriptedClient.subscribed("a")
        for _ in 0..<3 {
            scripted.fail(Path.subscribe, .reset)
            #expect(scripted.told == [])
            scripted.wait(.seconds(3))
            #expect(scripted.waiting == ["/v2/subscribe/sub/a/0?tt=100&tr=1&uuid=me"])
        }
        scripted.fail(Path.subscribe, .reset)
        #expect(scripted.told == ["willDisconnect 103", "didDisconnectWithError 103"])
    }

    /// "After experiencing network connectivity loss, if network access is restored, should the client reconnect"
    /// (README, autoReconnectClient): the tries grow apart, and nobody is told of them.
    @Test func theTriesGrowApart() throws {
        let scripted = ScriptedClient.subscribed("a")
        scripted.fail(Path.subscribe, .unreachable)
        scripted.forget()
        for seconds in [0.1, 1, 2, 4, 8, 16, 30, 30] {
            let left = try #require(scripted.timers.running[.reconnect])
            #expect((seconds * 0.75...seconds * 1.25).contains(left / .seconds(1)))
            scripted.wait(left)
            #expect(scripted.requested == ["/time/0?uuid=me"])
            scripted.fail(Path.time, .unreachable)
        }
        #expect(scripted.told == [])
    }

    /// Wire reference 7.4, step 4: "connect automatically once reachable".
    @Test func aClientThatCouldNotConnectConnectsLater() {
        let scripted = ScriptedClient()
        scripted.client.connect()
        scripted.fail(Path.time, .unreachable)
        #expect(scripted.told == ["willConnect", "connectionDidFail 102"])
        scripted.wait(.seconds(2))
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.told == ["willConnect", "didConnect"])
        #expect(scripted.client.isConnected())
    }

    /// README, autoReconnectClient: "or stay disconnected?"
    @Test func aClientThatMayNotReconnectStaysDisconnected() {
        let scripted = ScriptedClient.subscribed("a") { $0.shouldAutoReconnectClient = false }
        scripted.fail(Path.subscribe, .unreachable)
        scripted.forget()
        scripted.wait(.seconds(600))
        #expect(scripted.told == [])
        #expect(scripted.requested == [])
        #expect(scripted.timers.running.isEmpty)

        scripted.connect()
        #expect(scripted.told == ["willConnect", "didConnect", "willRestore a"])
    }

    @Test func aClientThatMayNotReconnectDoesNotTryAfterAFailedConnectEither() {
        let scripted = ScriptedClient { $0.shouldAutoReconnectClient = false }
        scripted.client.connect()
        scripted.fail(Path.time, .unreachable)
        #expect(scripted.told == ["willConnect", "connectionDidFail 102"])
        #expect(scripted.timers.running.isEmpty)
    }
}
