import Foundation
import PubNubMachines
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// The restore of subscriptions: README "Client configuration" items 5 to 8, and the delegate's questions of the same
/// names, whose replies override the settings (Documentation/WireProtocol.md, "Losing the network").
@Suite struct RestoreTests {
    /// The setting, the delegate's reply, and the result.
    static let opinions: [(configured: Bool, answer: Bool?, result: Bool)] = [
        (true, nil, true), (false, nil, false), (true, false, false), (false, true, true),
    ]

    /// A client that lost its connection while it was subscribed to `a`.
    private func lost(_ configure: (PNConfiguration) -> Void = { _ in }) -> ScriptedClient {
        let scripted = ScriptedClient.subscribed("a", configured: configure)
        scripted.fail(Path.subscribe, .unreachable)
        scripted.forget()
        return scripted
    }

    private func answer(_ scripted: ScriptedClient, _ change: (inout RecordingDelegate.Answers) -> Void) {
        var answers = RecordingDelegate.Answers()
        change(&answers)
        scripted.delegate.answer(answers)
    }

    /// The order is: willConnectToOrigin, didConnectToOrigin, willRestoreSubscriptionOn, a first request, a long poll with the
    /// last timetoken, didRestoreSubscriptionOn.
    @Test func theOrderOfARestore() {
        let scripted = lost()
        let posted = NotificationNotes(of: scripted.client)
        let states = Notes<UInt>()
        scripted.client.observationCenter.addClientChannelSubscriptionStateObserver("test") { state, objects, _ in
            if objects?.map(\.name) == ["a"] { states.add(state.rawValue) }
        }
        scripted.wait(.milliseconds(200))
        #expect(scripted.requested == ["/time/0?uuid=me"])
        #expect(scripted.reported == [])
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.reported == ["willConnect", "didConnect", "willRestore a"])
        #expect(scripted.requested == ["/v2/subscribe/sub/a/0?tt=0&uuid=me"])
        scripted.join(500)
        #expect(scripted.reported == ["didRestore a"])
        #expect(scripted.requested == ["/v2/subscribe/sub/a/0?tt=100&tr=1&uuid=me"])
        #expect(
            posted.words == [
                "WillConnectToOrigin", "DidConnectToOrigin", "SubscriptionWillRestore", "SubscriptionDidRestore",
            ]
        )
        let expected: [PNSubscriptionProcessState] = [.willRestoreState, .restoredState]
        #expect(states.values == expected.map(\.rawValue))
    }

    @Test(
        "A restore names the channels whose messages are received, and is not reported without one",
        arguments: [true, false]
    )
    func presenceIsRestoredWithoutItsName(isSubscribed: Bool) {
        let scripted = isSubscribed ? ScriptedClient.subscribed("a") : ScriptedClient.connected()
        scripted.client.enablePresenceObservation(for: [PNChannel.separate(named: "b", observesPresence: false)])
        scripted.settle()
        scripted.join()
        scripted.fail(Path.subscribe, .unreachable)
        scripted.forget()
        scripted.wait(.milliseconds(200))
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.reported == ["willConnect", "didConnect"] + (isSubscribed ? ["willRestore a"] : []))
        scripted.join(500)
        #expect(scripted.reported == (isSubscribed ? ["didRestore a"] : []))
        let names = isSubscribed ? "a,b-pnpres" : "b-pnpres"
        #expect(scripted.waiting == ["/v2/subscribe/sub/\(names)/0?tt=100&tr=1&uuid=me"])
    }

    @Test(arguments: opinions)
    func reconnecting(configured: Bool, answer: Bool?, result: Bool) {
        let scripted = ScriptedClient.subscribed("a") { $0.shouldAutoReconnectClient = configured }
        self.answer(scripted) { $0.reconnect = answer }
        scripted.fail(Path.subscribe, .unreachable)
        // A refusal of the delegate is asked about again, one of the configuration is not.
        #expect((scripted.timers.running[.reconnect] != nil) == (result || answer == false))
        scripted.forget()
        scripted.wait(.milliseconds(200))
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.client.isConnected() == result)
    }

    /// Without resubscribing, the client sends a leave for the remembered names, forgets them and reports their end.
    @Test(arguments: opinions)
    func resubscribing(configured: Bool, answer: Bool?, result: Bool) {
        let scripted = lost { $0.shouldResubscribeOnConnectionRestore = configured }
        self.answer(scripted) { $0.resubscribe = answer }
        scripted.wait(.milliseconds(200))
        scripted.reply(Path.time, "[15000000000000000]")
        let reported = ["willConnect", "didConnect"]
        #expect(scripted.reported == reported + [result ? "willRestore a" : "didUnsubscribe a"])
        let request = result ? "/v2/subscribe/sub/a/0?tt=0&uuid=me" : "\(Path.leave("a"))?uuid=me"
        #expect(scripted.requested.last == request)
        #expect(scripted.client.subscribedChannels().map(\.name) == (result ? ["a"] : []))
    }

    @Test("Subscriptions that are not restored end with an event for delegate, observers and notifications")
    func subscriptionsThatAreNotRestoredEnd() {
        let scripted = ScriptedClient.connected()
        let group = PNChannelGroup(name: "g")
        scripted.client.subscribe(on: [PNChannel.separate(named: "a", observesPresence: true), group])
        scripted.settle()
        while scripted.waiting.contains(where: { $0.contains("tt=0&") }) { scripted.join() }
        scripted.fail(Path.subscribe, .unreachable)
        scripted.forget()
        answer(scripted) { $0.resubscribe = false }
        let posted = NotificationNotes(of: scripted.client)
        let ended = Notes<[String]?>()
        let isSame = Notes<Bool>()
        scripted.client.observationCenter.addClientChannelUnsubscriptionObserver("test") { objects, _ in
            ended.add(objects?.map(\.name))
            isSame.add(objects?.last === group)
        }
        scripted.wait(.milliseconds(200))
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.reported == ["willConnect", "didConnect", "didUnsubscribe a,g"])
        #expect(ended.values == [["a", "g"]])
        #expect(isSame.values == [true], "the application's own object")
        #expect(posted.words.last == "UnsubscriptionDidComplete")
        #expect(scripted.client.subscribedChannels().isEmpty)
    }

    @Test("The delegate is asked again each time that the service can be reached again, and its answer then counts")
    func theDelegateIsAskedAgain() throws {
        let scripted = ScriptedClient.subscribed("a")
        answer(scripted) { $0.reconnect = false }
        scripted.fail(Path.subscribe, .unreachable)
        scripted.forget()
        for round in 1...3 {
            scripted.wait(try #require(scripted.timers.running[.reconnect]))
            scripted.fail(Path.time, .unreachable)
            scripted.wait(try #require(scripted.timers.running[.reconnect]))
            if round == 3 { answer(scripted) { $0.reconnect = true } }
            scripted.reply(Path.time, "[15000000000000000]")
            #expect(scripted.delegate.questions.count { $0 == "shouldReconnectPubNubClient" } == round)
            #expect(scripted.client.isConnected() == (round == 3))
        }
        scripted.join(500)
        #expect(scripted.reported == ["willConnect", "didConnect", "willRestore a", "didRestore a"])
    }

    @Test("After a refusal the application can connect and disconnect at any time", arguments: [true, false])
    func callsAfterARefusal(isChecking: Bool) throws {
        let scripted = ScriptedClient.subscribed("a")
        answer(scripted) { $0.reconnect = false }
        scripted.fail(Path.subscribe, .unreachable)
        if isChecking { scripted.wait(try #require(scripted.timers.running[.reconnect])) }
        scripted.forget()
        scripted.client.connect()
        #expect(scripted.reported == ["willConnect"])
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.client.isConnected())
        scripted.join(500)
        scripted.fail(Path.subscribe, .unreachable)
        if isChecking { scripted.wait(try #require(scripted.timers.running[.reconnect])) }
        scripted.forget()
        scripted.client.disconnect()
        #expect(scripted.reported == ["didDisconnect"])
        #expect(scripted.timers.running.isEmpty)
        #expect(scripted.waiting == [])
    }

    /// "Upon connection restore, should the PubNub client catch-up to where it left off upon reconnecting?"
    @Test(arguments: opinions)
    func catchingUp(configured: Bool, answer: Bool?, result: Bool) {
        let scripted = lost { $0.shouldRestoreSubscriptionFromLastTimeToken = configured }
        self.answer(scripted) { $0.restoreFromLastTimeToken = answer }
        scripted.wait(.milliseconds(200))
        scripted.reply(Path.time, "[15000000000000000]")
        scripted.join(500)
        #expect(scripted.requested.last == "/v2/subscribe/sub/a/0?tt=\(result ? 100 : 500)&tr=1&uuid=me")
        #expect(scripted.reported == ["willConnect", "didConnect", "willRestore a", "didRestore a"])
    }

    /// README "If set to YES then client will catchup on messages which may arrive to the old channels while change took
    /// place. If set to NO, client will ignore all messages which may arrive during change process."
    @Test(arguments: opinions)
    func keepingTheTimeTokenOnAListChange(configured: Bool, answer: Bool?, result: Bool) {
        let scripted = ScriptedClient.subscribed("a") { $0.shouldKeepTimeTokenOnChannelsListChange = configured }
        self.answer(scripted) { $0.keepTimeToken = answer }
        scripted.client.subscribe(on: PNChannel.channels(withNames: ["b"]))
        scripted.settle()
        scripted.join(500)
        #expect(
            scripted.requested == [
                "/v2/subscribe/sub/a,b/0?tt=0&uuid=me",
                "/v2/subscribe/sub/a,b/0?tt=\(result ? 100 : 500)&tr=1&uuid=me",
            ]
        )
        #expect(scripted.reported == ["didSubscribe b"])
    }

    /// A message that arrives during the question is delivered once, and polling continues after it.
    @Test func nothingIsLostWhileTheDelegateThinks() {
        let scripted = ScriptedClient.subscribed("a")
        // The delegate is asked on the callback queue, so it cannot reply while that queue is suspended.
        scripted.queue.suspend()
        scripted.client.subscribe(on: PNChannel.channels(withNames: ["b"]))
        _ = scripted.transport.reply(Path.subscribe, Page.of(200, [Page.message(#""x""#, on: "a", at: 200)]))
        scripted.queue.resume()
        scripted.settle()
        scripted.join(500)
        #expect(scripted.delegate.messages.map(\.message) as? [String] == ["x"])
        #expect(scripted.waiting == ["/v2/subscribe/sub/a,b/0?tt=200&tr=1&uuid=me"])
    }

    /// A connection that is lost again while it is restored is restored from the same point.
    @Test func aRestoreThatIsInterruptedStartsAgain() {
        let scripted = lost()
        for _ in 0..<2 {
            scripted.wait(.seconds(2))
            scripted.reply(Path.time, "[15000000000000000]")
            #expect(scripted.requested.last == "/v2/subscribe/sub/a/0?tt=0&uuid=me")
            scripted.fail(Path.subscribe, .unreachable)
        }
        scripted.wait(.seconds(2))
        scripted.reply(Path.time, "[15000000000000000]")
        scripted.join(700)
        #expect(scripted.requested.last == "/v2/subscribe/sub/a/0?tt=100&tr=1&uuid=me")
        #expect(scripted.reported.last == "didRestore a")
    }
}
