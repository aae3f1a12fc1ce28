import PubNubWire
import Testing

@testable import PubNubMachines

/// Subscriptions during a loss and a change of identifier (Documentation/WireProtocol.md, "Losing the network" and
/// "Suspension and identifier").
@Suite struct SubscribeMachineRestoreTests {
    /// "Upon connection restore, should the PubNub client catch-up to where it left off".
    @Test(arguments: [(true, "poll a from 100"), (false, "poll a from 300")])
    func restoringContinuesFromTheLastTokenOrFromNow(_ fromLast: Bool, _ poll: String) {
        var machine = Subscribe.offline()
        #expect(machine.connected().loopWords == ["ask resubscribe"])
        #expect(machine.answered(.resubscribe, true).loopWords == ["ask restoreFromLastTimetoken"])
        let join = machine.answered(.restoreFromLastTimetoken, fromLast)
        #expect(join.loopWords == ["willRestore a", "join a", "start join"])
        let actions = machine.joinSucceeded(join.request, Subscribe.page(300))
        #expect(actions.loopWords == [poll, "start join", "restored a"])
    }

    /// Without resubscribing, the client sends a leave for the remembered names and forgets them, without an event.
    @Test func withoutResubscribingTheListIsLeftAndForgotten() {
        var machine = Subscribe.askingRestore()
        #expect(machine.answered(.resubscribe, false).loopWords == ["forgotten a", "leave a", "start leave"])
        #expect(machine.list.isEmpty)
    }

    /// A leave must not arrive after the next subscribe request for the same channel.
    @Test func theNextSubscriptionWaitsForThatLeave() {
        for end: (inout SubscribeMachine) -> [ClientAction] in [
            { $0.leaveSucceeded($0.current) }, { $0.leaveFailed($0.current, Subscribe.refused) },
            { $0.timerFired(.leave) },
        ] {
            var machine = Subscribe.forgetting()
            #expect(machine.submit(Subscribe.change(2, .subscribe, [Subscribe.a])) == [])
            #expect(end(&machine).loopWords.suffix(2) == ["join a", "start join"])
        }
    }

    /// Timetokens and messages of one keyset are invalid for another.
    @Test func anotherKeysetBeginsFromNowAndRepeatsNothing() {
        var machine = Subscribe.polling()
        _ = machine.pollSucceeded(machine.current, Subscribe.page(200, ["x"]))
        _ = machine.keysetChanged(to: "other", isConnected: true)
        _ = machine.connected()
        #expect(machine.leaveSucceeded(machine.current).loopWords == ["stop leave", "ask resubscribe"])
        let join = machine.answered(.resubscribe, true)
        #expect(join.loopWords == ["willRestore a", "join a", "start join"], "there is no timetoken to ask about")
        let poll = machine.joinSucceeded(join.request, Subscribe.page(150))
        #expect(poll.loopWords == ["poll a from 150", "start join", "restored a"])
        #expect(
            machine.pollSucceeded(poll.request, Subscribe.page(200, ["x"])).loopWords.last == "deliver 1",
            "not a repetition"
        )
    }

    @Test func aClientThatIsNotConnectedForgetsItsPlaceOnTheOldKeyset() {
        var machine = Subscribe.offline()
        #expect(machine.keysetChanged(to: "other", isConnected: false) == [])
        #expect(machine.connected().loopWords == ["ask resubscribe"])
        let join = machine.answered(.resubscribe, true)
        #expect(machine.joinSucceeded(join.request, Subscribe.page(300)).loopWords.first == "poll a from 300")
    }

    @Test func aChangeUnderWayIsCarriedOutOnTheNextKeyset() {
        var machine = Subscribe.asking()
        _ = machine.keysetChanged(to: "other", isConnected: true)
        _ = machine.leaveSucceeded(machine.current)
        _ = machine.connected()
        let join = machine.answered(.resubscribe, true)
        #expect(machine.joinSucceeded(join.request, Subscribe.page(300)).loopWords.contains("ask keepTimetoken"))
    }

    @Test func aLeaveThatCannotConnectIsALoss() {
        var machine = Subscribe.forgetting()
        #expect(machine.leaveFailed(machine.current, Subscribe.unreachable).loopWords == ["stop leave", "lost"])
    }

    @Test func aChangeUnderWayIsTakenUpAgainAfterThePause() {
        var machine = Subscribe.joining()
        #expect(machine.interrupted().loopWords == ["cancel", "stop join"])
        #expect(machine.list.isEmpty)
        #expect(machine.connected().loopWords == ["join a", "start join"])
    }

    @Test func aChangeThatCannotWaitFails() {
        var machine = Subscribe.asking()
        _ = machine.submit(Subscribe.change(3, .enablePresence, [Subscribe.a]))
        _ = machine.interrupted()
        #expect(machine.failPending(code: 107).loopWords == ["subscriptionFailed b 107", "presenceFailed a 107"])
        #expect(machine.connected().loopWords == ["ask resubscribe"], "what was subscribed before is remembered")
    }

    @Test func disconnectingForgetsEverything() {
        var machine = Subscribe.polling()
        #expect(machine.reset().loopWords == ["cancel", "stop join"])
        #expect(machine.list.isEmpty)
        #expect(machine.connected() == [])
        #expect(machine.word == "idle")
    }

    @Test func aRestoreThatCannotGetThroughIsALoss() {
        var machine = Subscribe.askingRestoreCursor()
        _ = machine.answered(.restoreFromLastTimetoken, true)
        #expect(machine.joinFailed(machine.current, Subscribe.unreachable).loopWords == ["stop join", "lost"])
        #expect(machine.interrupted().loopWords == ["cancel", "stop join"])
        #expect(machine.list.targets == [Subscribe.a])
    }

    @Test(
        "A restore that is forbidden for some names restores the others, from the position that was decided",
        arguments: [(true, "poll a from 100"), (false, "poll a from 300")]
    )
    func forbiddenRestore(_ keepsCursor: Bool, _ poll: String) {
        var machine = Subscribe.polling([Subscribe.a, Subscribe.b])
        _ = machine.interrupted()
        _ = machine.connected()
        _ = machine.answered(.resubscribe, true)
        _ = machine.answered(.restoreFromLastTimetoken, keepsCursor)
        let again = machine.joinFailed(machine.current, Subscribe.forbidden(["b"]))
        #expect(again.loopWords == ["stop join", "subscriptionFailed b 122", "join a", "start join"])
        let actions = machine.joinSucceeded(again.request, Subscribe.page(300))
        #expect(actions.loopWords == [poll, "start join", "restored a"])
    }

    @Test("A restore that is forbidden for all names ends with an empty list")
    func whollyForbiddenRestore() {
        var machine = Subscribe.askingRestoreCursor()
        _ = machine.answered(.restoreFromLastTimetoken, true)
        let actions = machine.joinFailed(machine.current, Subscribe.forbidden())
        #expect(actions.loopWords == ["stop join", "subscriptionFailed a 122"])
        #expect(machine.word == "idle")
    }

    @Test func aRefusedRestoreIsReportedAndRepeated() {
        var machine = Subscribe.askingRestoreCursor()
        _ = machine.answered(.restoreFromLastTimetoken, true)
        let actions = machine.joinFailed(machine.current, Subscribe.refused)
        #expect(actions.loopWords == ["stop join", "subscriptionFailed a 113", "start poll"])
        #expect(machine.timerFired(.poll).loopWords == ["join a", "start join"])
    }

    /// "Explicit leave request on any subscribed channels, and then resubscribes with its new UUID".
    @Test(arguments: [(true, "poll a from 100"), (false, "poll a from 300")])
    func anIdentifierChangeLeavesAndComesBack(_ catchUp: Bool, _ poll: String) {
        var machine = Subscribe.polling()
        let leave = machine.submit(Subscribe.change(2, .identify("new", catchUp: catchUp), [Subscribe.a]))
        #expect(leave.loopWords == ["cancel", "stop join", "leave a", "start leave"])
        let join = machine.leaveSucceeded(leave.request)
        #expect(join.loopWords == ["stop leave", "adopt new", "unsubscribed a", "join a", "start join"])
        let actions = machine.joinSucceeded(join.request, Subscribe.page(300))
        #expect(actions.loopWords == [poll, "start join", "subscribed a"])
    }

    @Test func anIdentifierChangeWithNothingSubscribedIsImmediate() {
        var machine = Subscribe.idle()
        #expect(machine.submit(Subscribe.change(2, .identify("new", catchUp: true))).loopWords == ["adopt new"])
    }

    @Test(arguments: [(true, "poll a-pnpres from 100"), (false, "poll a-pnpres from 300")])
    func anIdentifierChangeOfAnObserverNeedsNoLeave(_ catchUp: Bool, _ poll: String) {
        var machine = Subscribe.polling([Subscribe.a])
        _ = machine.submit(Subscribe.change(2, .unsubscribe, [Subscribe.a]))
        _ = machine.leaveSucceeded(machine.current)
        _ = machine.submit(Subscribe.change(3, .enablePresence, [Subscribe.a]))
        _ = machine.joinSucceeded(machine.current, Subscribe.page(100))
        let join = machine.submit(Subscribe.change(4, .identify("new", catchUp: catchUp)))
        #expect(join.loopWords == ["cancel", "stop join", "adopt new", "join a-pnpres", "start join"])
        #expect(machine.joinSucceeded(machine.current, Subscribe.page(300)).loopWords.first == poll)
    }

    /// The list may have changed while the call waited.
    @Test func anIdentifierChangeAppliesToTheSubscriptionWhenItRuns() {
        var machine = Subscribe.polling([Subscribe.a, Subscribe.b])
        _ = machine.submit(Subscribe.change(2, .unsubscribe, [Subscribe.b]))
        _ = machine.submit(Subscribe.change(3, .identify("new", catchUp: true), [Subscribe.a, Subscribe.b]))
        _ = machine.leaveSucceeded(machine.current)
        _ = machine.answered(.keepTimetoken, true)
        _ = machine.joinSucceeded(machine.current, Subscribe.page(200))
        let join = machine.leaveSucceeded(machine.current)
        #expect(join.loopWords == ["stop leave", "adopt new", "unsubscribed a", "join a", "start join"])
        #expect(machine.joinSucceeded(join.request, Subscribe.page(300)).loopWords.last == "subscribed a")
    }

    @Test func anIdentifierChangeThatCannotLeaveKeepsTheOldOne() {
        var machine = Subscribe.polling()
        _ = machine.submit(Subscribe.change(2, .identify("new", catchUp: true), [Subscribe.a]))
        for _ in 0..<SubscribeMachine.retries {
            #expect(machine.leaveFailed(machine.current, Subscribe.server).loopWords == ["stop leave", "start poll"])
            _ = machine.timerFired(.poll)
        }
        let actions = machine.leaveFailed(machine.current, Subscribe.server)
        #expect(actions.loopWords == ["stop leave", "unsubscriptionFailed a -1", "poll a from 100", "start join"])
    }

    /// The old subscription has ended, so the failure under the new identifier concerns the new one.
    @Test func anIdentifierChangeThatCannotComeBackIsAFailedSubscription() {
        var machine = Subscribe.polling([Subscribe.a, Subscribe.b])
        _ = machine.submit(Subscribe.change(2, .identify("new", catchUp: true), [Subscribe.a, Subscribe.b]))
        _ = machine.leaveSucceeded(machine.current)
        let actions = machine.joinFailed(machine.current, Subscribe.refused)
        #expect(actions.loopWords == ["stop join", "subscriptionFailed a,b 113", "poll a,b from 100", "start join"])
    }

    @Test func anIdentifierChangeSubscribesToAllowedNames() {
        var machine = Subscribe.polling([Subscribe.a, Subscribe.b])
        _ = machine.submit(Subscribe.change(2, .identify("new", catchUp: true), [Subscribe.a, Subscribe.b]))
        _ = machine.leaveSucceeded(machine.current)
        let again = machine.joinFailed(machine.current, Subscribe.forbidden(["b"]))
        #expect(again.loopWords == ["stop join", "subscriptionFailed b 122", "join a", "start join"])
        let actions = machine.joinSucceeded(machine.current, Subscribe.page(300))
        #expect(actions.loopWords == ["poll a from 100", "start join", "subscribed a"])
    }
}
