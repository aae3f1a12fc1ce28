import Foundation
import PubNubMachines
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// The loss of the connection: README "didDisconnectFromOrigin:withError:" and "willDisconnectWithError:";
/// Documentation/WireProtocol.md, "Losing the network".
@Suite struct LossTests {
    /// The order is: willDisconnectWithError (103), failures of requests in flight (107), didDisconnectFromOrigin:withError:
    /// (103), with two ConnectionDidFail notifications and without the notification of a regular disconnect.
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
            scripted.reported == ["willDisconnect 103", "timeTokenReceiveDidFail 107", "didDisconnectWithError 103"]
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

    @Test("The errors of a loss, and of a connection that fails, are about the origin")
    func errorsAreAboutTheOrigin() {
        let lost = ScriptedClient.subscribed("a")
        lost.fail(Path.subscribe, .unreachable)
        let failed = ScriptedClient()
        failed.client.connect()
        failed.fail(Path.time, .unreachable)
        let waiting = ScriptedClient()
        waiting.client.connect()
        waiting.fail(Path.time, .nameNotResolved)
        let connected = ScriptedClient.connected()
        connected.client.connect()
        connected.settle()
        let errors = [lost, failed, waiting, connected].map(\.delegate.errors)
        #expect(errors.map { $0.map(\.code) } == [[103, 103], [102], [102], [101]])
        #expect(errors.joined().allSatisfy { $0.associatedObject as? String == "origin.test" })
    }

    /// A TLS failure is error 104.
    @Test func aLossOfTrustIsError104() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.fail(Path.subscribe, .tls(reason: "certificate expired"))
        #expect(scripted.reported == ["willDisconnect 104", "didDisconnectWithError 104"])
    }

    /// A call that cannot connect reveals the loss as the long poll does.
    @Test func aCallThatCannotConnectRevealsTheLoss() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.requestServerTimeToken()
        scripted.fail(Path.time, .unreachable)
        #expect(
            scripted.reported == ["timeTokenReceiveDidFail 107", "willDisconnect 103", "didDisconnectWithError 103"]
        )
    }

    /// Temporary failures: the client repeats the poll up to three times, then the connection counts as lost.
    @Test func repeatsABrokenPollThreeTimesWithoutAnEvent() {
        let scripted = ScriptedClient.subscribed("a")
        for _ in 0..<3 {
            scripted.fail(Path.subscribe, .reset)
            #expect(scripted.reported == [])
            scripted.wait(.seconds(3))
            #expect(scripted.waiting == ["/v2/subscribe/sub/a/0?tt=100&tr=1&uuid=me"])
        }
        scripted.fail(Path.subscribe, .reset)
        #expect(scripted.reported == ["willDisconnect 103", "didDisconnectWithError 103"])
    }

    /// "After experiencing network connectivity loss, if network access is restored, should the client reconnect"
    /// (README, autoReconnectClient): the client retries after growing delays, without an event.
    @Test func delaysBetweenAttemptsGrow() throws {
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
        #expect(scripted.reported == [])
    }

    @Test("A call to connect during a silent attempt to reconnect connects, and its success closure runs")
    func connectingDuringASilentAttempt() throws {
        let scripted = ScriptedClient.subscribed("a")
        scripted.fail(Path.subscribe, .unreachable)
        scripted.wait(try #require(scripted.timers.running[.reconnect]))
        #expect(scripted.waiting == ["/time/0?uuid=me"])
        scripted.forget()
        let codes = Notes<Int?>()
        scripted.client.connect(successBlock: { _ in codes.add(200) }, errorBlock: { codes.add($0?.code) })
        scripted.settle()
        #expect(scripted.waiting == ["/time/0?uuid=me"], "in place of the silent attempt")
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(codes.values == [200])
        #expect(scripted.reported == ["willConnect", "didConnect", "willRestore a"])
    }

    /// The client connects automatically once the origin is reachable.
    @Test func aClientThatCouldNotConnectConnectsLater() {
        let scripted = ScriptedClient()
        scripted.client.connect()
        scripted.fail(Path.time, .unreachable)
        #expect(scripted.reported == ["willConnect", "connectionDidFail 102"])
        scripted.wait(.seconds(2))
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.reported == ["willConnect", "didConnect"])
        #expect(scripted.client.isConnected())
    }

    /// README, autoReconnectClient: "or stay disconnected?"
    @Test func aClientThatMayNotReconnectStaysDisconnected() {
        let scripted = ScriptedClient.subscribed("a") { $0.shouldAutoReconnectClient = false }
        scripted.fail(Path.subscribe, .unreachable)
        scripted.forget()
        scripted.wait(.seconds(600))
        #expect(scripted.reported == [])
        #expect(scripted.requested == [])
        #expect(scripted.timers.running.isEmpty)

        scripted.connect()
        #expect(scripted.reported == ["willConnect", "didConnect", "willRestore a"])
    }

    @Test func aClientThatMayNotReconnectDoesNotTryAfterAFailedConnectEither() {
        let scripted = ScriptedClient { $0.shouldAutoReconnectClient = false }
        scripted.client.connect()
        scripted.fail(Path.time, .unreachable)
        #expect(scripted.reported == ["willConnect", "connectionDidFail 102"])
        #expect(scripted.timers.running.isEmpty)
    }
}
