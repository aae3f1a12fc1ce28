import Foundation
import PubNubMachines
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// README "willSuspendWithBlock" and "shouldRunClientInBackground"; Documentation/WireProtocol.md, "Suspension and identifier".
@Suite struct SuspensionTests {
    /// A client whose delegate works before a suspension until the test ends the work.
    private func working(_ scripted: ScriptedClient) -> LastWork {
        let work = LastWork()
        var answers = RecordingDelegate.Answers()
        answers.lastWork = { _, done in work.begin(done) }
        scripted.delegate.answer(answers)
        scripted.client.suspend()
        scripted.settle()
        return work
    }

    /// The delegate works, the client is suspended and its connections close; no leave is sent.
    @Test func theOrderOfASuspension() {
        let scripted = ScriptedClient.subscribed("a") { $0.presenceHeartbeatTimeout = 60 }
        let posted = NotificationNotes(of: scripted.client)
        scripted.client.requestServerTimeToken()
        scripted.client.suspend()
        #expect(scripted.reported == ["willSuspend", "timeTokenReceiveDidFail 109"])
        #expect(posted.words == ["DidFailTimeTokenReceive 109"])
        #expect(scripted.requested == ["/time/0?uuid=me"])
        #expect(scripted.waiting == [])
        #expect(scripted.timers.running.isEmpty, "no heartbeat, no timeout")
        #expect(!scripted.client.isConnected())
        #expect(scripted.client.subscribedChannels().map(\.name) == ["a"])
        scripted.wait(.seconds(600))
        #expect(scripted.reported == [])
        #expect(scripted.requested == [])
    }

    /// The subscription is restored, didConnectToOrigin follows, and heartbeats restart; the client sends a time request first,
    /// because HTTP has no other sign of a connection.
    @Test func theOrderOfAResumption() {
        let scripted = ScriptedClient.subscribed("a") { $0.presenceHeartbeatTimeout = 60 }
        scripted.client.suspend()
        scripted.forget()
        let posted = NotificationNotes(of: scripted.client)
        let states = Notes<String>()
        scripted.client.observationCenter.addClientConnectionStateObserver("test") { _, isConnected, _ in
            states.add("\(isConnected)")
        }
        scripted.client.observationCenter.addClientChannelSubscriptionStateObserver("test") { state, objects, _ in
            states.add("\(state.rawValue) \(objects?.map(\.name) ?? [])")
        }
        scripted.client.resume()
        #expect(scripted.reported == ["willConnect"])
        scripted.connect()
        #expect(scripted.reported == ["didConnect", "willRestore a"])
        #expect(scripted.requested == ["/time/0?uuid=me", "/v2/subscribe/sub/a/0?tt=0&uuid=me&heartbeat=60"])
        scripted.join(500)
        #expect(scripted.reported == ["didRestore a"])
        #expect(scripted.requested == ["/v2/subscribe/sub/a/0?tt=100&tr=1&uuid=me&heartbeat=60"])
        #expect(scripted.timers.running[.heartbeat] == .seconds(57))
        #expect(
            posted.words == [
                "WillConnectToOrigin", "DidConnectToOrigin", "SubscriptionWillRestore", "SubscriptionDidRestore",
            ]
        )
        let restore: [PNSubscriptionProcessState] = [.willRestoreState, .restoredState]
        #expect(states.values == ["true"] + restore.map { "\($0.rawValue) [\"a\"]" })
    }

    @Test func receivesMessagesSentDuringASuspension() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.suspend()
        scripted.settle()
        scripted.client.resume()
        scripted.connect()
        scripted.join(500)
        scripted.reply(Path.subscribe, Page.of(500, [Page.message(#""x""#, on: "a", at: 200)]))
        #expect(scripted.delegate.messages.map(\.message) as? [String] == ["x"])
        #expect(!scripted.reported.contains { $0.hasPrefix("didLose") })
    }

    /// The service stores 100 messages of a channel; if it returns that many, earlier ones may be lost.
    @Test func reportsAGapForDiscardedMessages() {
        let scripted = ScriptedClient.subscribed("a")
        let gaps = Notes<String>()
        scripted.client.observationCenter.addMessagesGapObserver("test") { start, end in
            gaps.add("\(start?.timeToken ?? 0) \(end?.timeToken ?? 0)")
        }
        scripted.client.suspend()
        scripted.settle()
        scripted.client.resume()
        scripted.connect()
        scripted.join(500)
        let kept = (0..<100).map { Page.message("\($0)", on: "a", at: 300 + UInt64($0)) }
        scripted.reply(Path.subscribe, Page.of(500, kept))
        #expect(gaps.values == ["100 300"])
        #expect(scripted.delegate.messages.count == 100)
    }

    /// If shouldRunClientInBackground allows it, the client is not suspended.
    @Test func theDelegateMayKeepTheClientRunning() {
        let scripted = ScriptedClient.subscribed("a")
        var answers = RecordingDelegate.Answers()
        answers.runInBackground = true
        scripted.delegate.answer(answers)
        scripted.client.suspend()
        #expect(scripted.reported == [])
        #expect(scripted.client.isConnected())
        #expect(scripted.waiting.count == 1)
        #expect(scripted.timers.running[.suspension] == nil)
        scripted.client.resume()
        #expect(scripted.reported == [])
    }

    @Test func withoutADelegateTheClientIsSuspended() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.setDelegate(nil)
        scripted.client.suspend()
        scripted.settle()
        #expect(!scripted.client.isConnected())
        #expect(scripted.waiting == [])
    }

    /// A delegate without the method does not object, like an app whose property list does not request background execution.
    @Test func aDelegateWithoutAnOpinionDoesNotObject() {
        final class Silent: PNDelegate {}
        let silent = Silent()
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.setDelegate(silent)
        scripted.client.suspend()
        scripted.settle()
        #expect(!scripted.client.isConnected())
        withExtendedLifetime(silent) {}
    }

    /// README: "perform some actions using PubNub client before it will be suspended", as in its example.
    @Test func theDelegateMaySendALastMessage() {
        let scripted = ScriptedClient.subscribed("a")
        var answers = RecordingDelegate.Answers()
        answers.lastWork = { client, done in
            client.sendMessage("bye", to: PNChannel(name: "a")) { state, _ in
                if state != .sending { done() }
            }
        }
        scripted.delegate.answer(answers)
        scripted.client.suspend()
        #expect(scripted.reported == ["willSuspend", "willSend"])
        #expect(scripted.client.isConnected())
        scripted.accept()
        #expect(scripted.reported == ["didSend"])
        #expect(!scripted.client.isConnected())
        #expect(scripted.timers.running.isEmpty)
    }

    /// The work is limited: the client is suspended ten seconds after the call, and later calls fail with 109.
    @Test func workThatTakesTooLongIsCutOff() {
        let scripted = ScriptedClient.subscribed("a")
        let work = working(scripted)
        scripted.client.requestServerTimeToken()
        scripted.wait(.milliseconds(9999))
        #expect(scripted.client.isConnected())
        scripted.wait(.milliseconds(1))
        #expect(scripted.reported == ["willSuspend", "timeTokenReceiveDidFail 109"])
        #expect(!scripted.client.isConnected())
        work.finish()
        #expect(scripted.reported == [])
        #expect(scripted.timers.running.isEmpty)
    }

    /// A delegate that cannot be asked because its queue is suspended does not delay the suspension for ever.
    @Test func aDelegateWithoutAReplyDoesNotObject() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.queue.suspend()
        scripted.client.suspend()
        scripted.timers.advance(by: .seconds(10))
        #expect(!scripted.client.isConnected())
        scripted.queue.resume()
        #expect(scripted.reported == [])
    }

    @Test func suspendingTwiceIsSuspendingOnce() {
        let scripted = ScriptedClient.subscribed("a")
        let work = working(scripted)
        scripted.client.suspend()
        #expect(scripted.reported == ["willSuspend"])
        work.finish()
        scripted.client.suspend()
        #expect(scripted.reported == [])
        scripted.client.resume()
        scripted.connect()
        #expect(scripted.reported == ["willConnect", "didConnect", "willRestore a"])
    }

    @Test func resumingWhileTheDelegateWorksCallsTheSuspensionOff() {
        let scripted = ScriptedClient.subscribed("a")
        let work = working(scripted)
        #expect(work.isBegun)
        scripted.client.resume()
        work.finish()
        scripted.wait(.seconds(10))
        #expect(scripted.reported == ["willSuspend"])
        #expect(scripted.client.isConnected())
        #expect(scripted.requested == [])
        #expect(scripted.waiting == ["/v2/subscribe/sub/a/0?tt=100&tr=1&uuid=me"])
    }

    @Test func resumingAnActiveClientDoesNothing() {
        for scripted in [ScriptedClient(), .subscribed("a")] {
            scripted.forget()
            scripted.client.resume()
            #expect(scripted.reported == [])
            #expect(scripted.requested == [])
        }
    }

    @Test func aClientThatNeverConnectedStaysAsItIs() {
        let scripted = ScriptedClient()
        scripted.client.suspend()
        #expect(scripted.reported == [])
        scripted.client.requestServerTimeToken()
        #expect(scripted.reported == ["timeTokenReceiveDidFail 108"])
    }

    @Test func disconnectingEndsASuspension() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.suspend()
        scripted.forget()
        scripted.client.disconnect()
        #expect(scripted.reported == ["didDisconnect"])
        #expect(scripted.client.subscribedChannels().isEmpty)
        scripted.client.resume()
        #expect(scripted.reported == [])
        #expect(scripted.requested == [])
    }

    @Test func disconnectingWhileTheDelegateWorks() {
        let scripted = ScriptedClient.subscribed("a")
        let work = working(scripted)
        scripted.client.disconnect()
        work.finish()
        #expect(scripted.reported == ["willSuspend", "didDisconnect"])
        scripted.client.requestServerTimeToken()
        #expect(scripted.reported == ["timeTokenReceiveDidFail 108"])
        #expect(scripted.timers.running.isEmpty)
    }

    @Test func connectingEndsASuspension() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.suspend()
        scripted.forget()
        let connected = Notes<String>()
        scripted.client.connect(successBlock: { connected.add($0 ?? "") })
        scripted.connect()
        scripted.join(500)
        #expect(scripted.reported == ["willConnect", "didConnect", "willRestore a", "didRestore a"])
        #expect(connected.values == ["origin.test"])
    }

    /// A resumption without a network is a failed connection, which the client retries.
    @Test func aResumptionWithoutANetwork() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.suspend()
        scripted.forget()
        scripted.client.resume()
        scripted.fail(Path.time, .unreachable)
        #expect(scripted.reported == ["willConnect", "connectionDidFail 102"])
        scripted.wait(.seconds(2))
        scripted.connect()
        scripted.join(500)
        #expect(scripted.reported == ["willConnect", "didConnect", "willRestore a", "didRestore a"])
        #expect(scripted.waiting == ["/v2/subscribe/sub/a/0?tt=100&tr=1&uuid=me"])
    }

    /// A client that had lost its connection repeats no event, and asks again whether it may reconnect.
    @Test func aResumptionAfterALoss() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.fail(Path.subscribe, .unreachable)
        scripted.client.suspend()
        scripted.forget()
        scripted.wait(.seconds(600))
        #expect(scripted.requested == [])
        scripted.client.resume()
        #expect(scripted.reported == [])
        scripted.wait(.seconds(2))
        scripted.connect()
        #expect(scripted.reported == ["willConnect", "didConnect", "willRestore a"])
    }

    /// Waiting changes end with 109; those in flight are undone.
    @Test func changesOfTheSubscriptionFail() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.subscribe(on: PNChannel.channels(withNames: ["b"]))
        scripted.client.subscribe(on: PNChannel.channels(withNames: ["c"]))
        scripted.settle()
        scripted.client.suspend()
        #expect(scripted.reported == ["willSuspend", "subscriptionDidFail 109", "subscriptionDidFail 109"])
        #expect(scripted.client.subscribedChannels().map(\.name) == ["a"])
    }

    /// Changes during a suspension take effect at the resumption; no leave is sent for the old identifier.
    @Test func settingsAndIdentifierMayChangeDuringASuspension() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.suspend()
        scripted.forget()
        scripted.client.setClientIdentifier("you")
        let configuration = scripted.client.configuration()
        configuration.authorizationKey = "key"
        scripted.client.setConfiguration(configuration)
        #expect(scripted.reported == [])
        #expect(scripted.requested == [])
        scripted.client.resume()
        scripted.connect()
        #expect(
            scripted.requested == ["/time/0?auth=key&uuid=you", "/v2/subscribe/sub/a/0?tt=0&uuid=you&auth=key"]
        )
    }

    /// README "Block callbacks": each call to connect ends.
    @Test func aConnectBeforeASuspensionEndsWithTheConnectionAfterIt() {
        let scripted = ScriptedClient()
        let said = Notes<String>()
        scripted.client.connect(successBlock: { _ in said.add("first") }, errorBlock: { _ in said.add("first failed") })
        scripted.client.suspend()
        scripted.settle()
        scripted.client.connect(
            successBlock: { _ in said.add("second") },
            errorBlock: { _ in said.add("second failed") }
        )
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(said.values == ["first", "second"])
        scripted.client.disconnect()
        scripted.connect()
        #expect(said.values == ["first", "second"], "once")
    }
}
