import Foundation
import PubNubMachines
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// "Disconnecting is as simple as calling [pubNub disconnect]. The client will close the connection and clean up memory."
/// (README). The client sends no leave, and calls in flight fail (Documentation/WireProtocol.md, "Connecting").
@Suite struct DisconnectTests {
    @Test func disconnectingEndsThePollWithoutALeave() {
        let scripted = ScriptedClient.subscribed("a")
        #expect(scripted.waiting == ["/v2/subscribe/sub/a/0?tt=100&tr=1&uuid=me"])
        scripted.client.disconnect()
        #expect(scripted.reported == ["didDisconnect"])
        #expect(scripted.requested == [])
        #expect(scripted.waiting == [])
        #expect(!scripted.client.isConnected())
        #expect(scripted.client.subscribedChannels().isEmpty, "subscriptions are forgotten")
    }

    @Test func callsUnderWayFailFirst() {
        let scripted = ScriptedClient.connected { $0.shouldRunCallsInParallel = true }
        let codes = Notes<Int?>()
        scripted.client.requestServerTimeToken { _, error in codes.add(error?.code) }
        scripted.client.subscribe(
            on: PNChannel.channels(withNames: ["a"]),
            withCompletionHandling: { _, _, error in
                codes.add(error?.code)
            }
        )
        scripted.client.disconnect()
        #expect(scripted.reported == ["timeTokenReceiveDidFail 108", "subscriptionDidFail 108", "didDisconnect"])
        #expect(codes.values == [108, 108])
    }

    @Test func callsThatWaitForAConnectionFail() {
        let scripted = ScriptedClient { $0.shouldRunCallsInParallel = true }
        let codes = Notes<Int?>()
        scripted.client.connect(successBlock: { _ in codes.add(0) }, errorBlock: { codes.add($0?.code) })
        scripted.client.disconnect()
        #expect(scripted.reported == ["willConnect", "didDisconnect"])
        #expect(codes.values == [108])
        #expect(scripted.waiting == [])
        scripted.connect()
        #expect(codes.values == [108], "a later connection is not the one that was waited for")
    }

    @Test func aClientThatStoppedReconnectingForgetsItsSubscriptions() {
        let scripted = ScriptedClient.subscribed("a") { $0.shouldAutoReconnectClient = false }
        scripted.fail(Path.subscribe, .unreachable)
        scripted.client.disconnect()
        scripted.forget()
        #expect(scripted.client.subscribedChannels().isEmpty)
        scripted.connect()
        #expect(scripted.reported == ["willConnect", "didConnect"], "nothing is restored")
    }

    @Test func disconnectingADisconnectedClientDoesNothing() {
        let scripted = ScriptedClient()
        scripted.client.disconnect()
        #expect(scripted.reported == [])
        #expect(scripted.requested == [])
    }

    /// "Values remain bound to the client while it subscribed at specific channel" (README, Presence State Data).
    @Test func aNewSubscriptionHasNoEarlierState() {
        let scripted = ScriptedClient.connected()
        let a = PNChannel.channel(withName: "a")
        scripted.client.subscribe(on: [a], withClientState: ["a": ["k": 1]])
        scripted.settle()
        #expect(scripted.waiting.first?.contains("state=") == true)
        scripted.join()
        scripted.client.disconnect()
        scripted.connect()
        scripted.forget()
        scripted.client.subscribe(on: [a])
        #expect(scripted.requested.map { $0.contains("state=") } == [false])
    }

    @Test func aClientConnectsAgainAfterwardsWithAnEmptyList() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.disconnect()
        scripted.forget()
        scripted.connect()
        #expect(scripted.reported == ["willConnect", "didConnect"])
        #expect(scripted.requested == ["/time/0?uuid=me"])
    }

    /// Disconnecting stops the attempts to reconnect.
    @Test func disconnectingEndsTheTriesToReconnect() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.fail(Path.subscribe, .unreachable)
        #expect(scripted.timers.running[.reconnect] != nil)
        scripted.forget()
        scripted.client.disconnect()
        #expect(scripted.reported == ["didDisconnect"])
        #expect(scripted.timers.running.isEmpty)
    }
}
