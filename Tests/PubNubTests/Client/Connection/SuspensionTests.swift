import Foundation
import PubNubMachines
import PubNubTestSupport
import Testing

@testable import PubNub

/// README "willSuspendWithBlock" and "shouldRunClientInBackground"; wire reference 7.8.
@Suite struct SuspensionTests {
    /// A client whose delegate works before a suspension until it is told to stop.
    private func working(_ scripted: ScriptedClient) -> LastWork {
        let work = LastWork()
        var answers = RecordingDelegate.Answers()
        answers.lastWork = { _, done in work.begin(done) }
        scripted.delegate.answer(answers)
        scripted.client.suspend()
        scripted.settle()
        return work
    }

    /// "willSuspendWithBlock → state suspended → sockets closed", and no leave: the others are told nothing.
    @Test func theOrderOfASuspension() {
        let scripted = ScriptedClient.subscribed("a") { $0.presenceHeartbeatTimeout = 60 }
        let posted = NotificationNotes(of: scripted.client)
        scripted.client.requestServerTimeToken()
        scripted.client.suspend()
        #expect(scripted.told == ["willSuspend", "timeTokenReceiveDidFail 109"])
        #expect(posted.words == ["DidFailTimeTokenReceive 109"])
        #expect(scripted.requested == ["/time/0?uuid=me"])
        #expect(scripted.waiting == [])
        #expect(scripted.timers.running.isEmpty, "no heartbeat, no timeout")
        #expect(!scripted.client.isConnected())
        #expect(scripted.client.subscribedChannels().map(\.name) == ["a"])
        scripted.wait(.seconds(600))
        #expect(scripted.told == [])
        #expect(scripted.requested == [])
    }

    /// "willRestoreSubscriptionOn / didRestoreSubscriptionOn → didConnectToOrigin again → heartbeat restarted"; the origin is
    /// asked first, as HTTP has no connection that could tell.
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
        #expect(scripted.told == ["willConnect"])
        scripted.connect()
        #expect(scripted.told == ["didConnect", "willRestore a"])
        #expect(scripted.requested == ["/time/0?uuid=me", "/v2/subscribe/sub/a/0?tt=0&uuid=me&heartbeat=60"])
        scripted.join(500)
        #expect(scripted.told == ["didRestore a"])
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

    @Test func whatWasSentMeanwhileIsReceived() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.suspend()
        scripted.settle()
        scripted.client.resume()
        scripted.connect()
        scripted.join(500)
        scripted.reply(Path.subscribe, Page.of(500, [Page.message(#""x""#, on: "a", at: 200)]))
        #expect(scripted.delegate.messages.map(\.message) as? [String] == ["x"])
        #expect(!scripted.told.contains { $0.hasPrefix("didLose") })
    }

    /// The service keeps a hundred messages of a channel; where that many come, others may have gone.
    @Test func whatTheServiceNoLongerHadIsToldAsAGap() {
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

    /// "shouldRunClientInBackground: background allowed ⇒ no suspension".
    @Test func theDelegateMayKeepTheClientRunning() {
        let scripted = ScriptedClient.subscribed("a")
        var answers = RecordingDelegate.Answers()
        answers.runInBackground = true
        scripted.delegate.answer(answers)
        scripted.client.suspend()
        #expect(scripted.told == [])
        #expect(scripted.client.isConnected())
        #expect(scripted.waiting.count == 1)
        #expect(scripted.timers.running[.suspension] == nil)
        scripted.client.resume()
        #expect(scripted.told == [])
    }

    @Test func withoutADelegateTheClientIsSuspended() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.setDelegate(nil)
        scripted.client.suspend()
        scripted.settle()
        #expect(!scripted.client.isConnected())
        #expect(scripted.waiting == [])
    }

    /// A delegate without the method has no opinion, as an app whose property list does not ask for the background.
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
        #expect(scripted.told == ["willSuspend", "willSend"])
        #expect(scripted.client.isConnected())
        scripted.accept()
        #expect(scripted.told == ["didSend"])
        #expect(!scripted.client.isConnected())
        #expect(scripted.timers.running.isEmpty)
    }

    /// The work is bounded: ten seconds after the call it is cut off, and fails with 109.
    @Test func workThatTakesTooLongIsCutOff() {
        let scripted = ScriptedClient.subscribed("a")
        let work = working(scripted)
        scripted.client.requestServerTimeToken()
        scripted.wait(.milliseconds(9999))
        #expect(scripted.client.isConnected())
        scripted.wait(.milliseconds(1))
        #expect(scripted.told == ["willSuspend", "timeTokenReceiveDidFail 109"])
        #expect(!scripted.client.isConnected())
        work.finish()
        #expect(scripted.told == [])
        #expect(scripted.timers.running.isEmpty)
    }

    /// A delegate that cannot be asked, because its queue stands still, does not hold the suspension up for ever.
    @Test func aDelegateThatDoesNotAnswerDoesNotObject() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.queue.suspend()
        scripted.client.suspend()
        scripted.timers.advance(by: .seconds(10))
        #expect(!scripted.client.isConnected())
        scripted.queue.resume()
        #expect(scripted.told == [])
    }

    @Test func suspendingTwiceIsSuspendingOnce() {
        let scripted = ScriptedClient.subscribed("a")
        let work = working(scripted)
        scripted.client.suspend()
        #expect(scripted.told == ["willSuspend"])
        work.finish()
        scripted.client.suspend()
        #expect(scripted.told == [])
        scripted.client.resume()
        scripted.connect()
        #expect(scripted.told == ["willConnect", "didConnect", "willRestore a"])
    }

    @Test func resumingWhileTheDelegateWorksCallsTheSuspensionOff() {
        let scripted = ScriptedClient.subscribed("a")
        let work = working(scripted)
        #expect(work.isBegun)
        scripted.client.resume()
        work.finish()
        scripted.wait(.seconds(10))
        #expect(scripted.told == ["willSuspend"])
        #expect(scripted.client.isConnected())
        #expect(scripted.requested == [])
        #expect(scripted.waiting == ["/v2/subscribe/sub/a/0?tt=100&tr=1&uuid=me"])
    }

    @Test func resumingWhatIsNotSuspendedDoesNothing() {
        for scripted in [ScriptedClient(), .subscribed("a")] {
            scripted.forget()
            scripted.client.resume()
            #expect(scripted.told == [])
            #expect(scripted.requested == [])
        }
    }

    @Test func aClientThatNeverConnectedStaysAsItIs() {
        let scripted = ScriptedClient()
        scripted.client.suspend()
        #expect(scripted.told == [])
        scripted.client.requestServerTimeToken()
        #expect(scripted.told == ["timeTokenReceiveDidFail 108"])
    }

    @Test func disconnectingEndsASuspension() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.suspend()
        scripted.forget()
        scripted.client.disconnect()
        #expect(scripted.told == ["didDisconnect"])
        #expect(scripted.client.subscribedChannels().isEmpty)
        scripted.client.resume()
        #expect(scripted.told == [])
        #expect(scripted.requested == [])
    }

    @Test func disconnectingWhileTheDelegateWorks() {
        let scripted = ScriptedClient.subscribed("a")
        let work = working(scripted)
        scripted.client.disconnect()
        work.finish()
        #expect(scripted.told == ["willSuspend", "didDisconnect"])
        scripted.client.requestServerTimeToken()
        #expect(scripted.told == ["timeTokenReceiveDidFail 108"])
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
        #expect(scripted.told == ["willConnect", "didConnect", "willRestore a", "didRestore a"])
        #expect(connected.values == ["origin.test"])
    }

    /// A resumption that finds no network is a connection that failed, and is tried again.
    @Test func aResumptionWithoutANetwork() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.suspend()
        scripted.forget()
        scripted.client.resume()
        scripted.fail(Path.time, .unreachable)
        #expect(scripted.told == ["willConnect", "connectionDidFail 102"])
        scripted.wait(.seconds(2))
        scripted.connect()
        scripted.join(500)
        #expect(scripted.told == ["willConnect", "didConnect", "willRestore a", "didRestore a"])
        #expect(scripted.waiting == ["/v2/subscribe/sub/a/0?tt=100&tr=1&uuid=me"])
    }

    /// A client that had lost its connection tells nobody anew, and asks again whether it may reconnect.
    @Test func aResumptionAfterALoss() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.fail(Path.subscribe, .unreachable)
        scripted.client.suspend()
        scripted.forget()
        scripted.wait(.seconds(600))
        #expect(scripted.requested == [])
        scripted.client.resume()
        #expect(scripted.told == [])
        scripted.wait(.seconds(2))
        scripted.connect()
        #expect(scripted.told == ["willConnect", "didConnect", "willRestore a"])
    }

    /// Changes that wait for their turn end with 109; those under way are undone.
    @Test func changesOfTheSubscriptionFail() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.subscribe(on: PNChannel.channels(withNames: ["b"]))
        scripted.client.subscribe(on: PNChannel.channels(withNames: ["c"]))
        scripted.settle()
        scripted.client.suspend()
        #expect(scripted.told == ["willSuspend", "subscriptionDidFail 109", "subscriptionDidFail 109"])
        #expect(scripted.client.subscribedChannels().map(\.name) == ["a"])
    }

    /// What is changed while the client is suspended is in force when it goes on; nobody is told that it left.
    @Test func settingsAndIdentifierMayChangeMeanwhile() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.suspend()
        scripted.forget()
        scripted.client.setClientIdentifier("you")
        let configuration = scripted.client.configuration()
        configuration.authorizationKey = "key"
        scripted.client.setConfiguration(configuration)
        #expect(scripted.told == [])
        #expect(scripted.requested == [])
        scripted.client.resume()
        scripted.connect()
        #expect(
            scripted.requested == ["/time/0?auth=key&uuid=you", "/v2/subscribe/sub/a/0?tt=0&uuid=you&auth=key"]
        )
    }

    /// README "Block callbacks": connecting is never identical to connecting, so that nobody is forgotten.
    @Test func whoConnectedBeforeASuspensionIsToldOfTheConnectionAfterIt() {
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
