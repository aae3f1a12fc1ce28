import PubNubWire
import Testing

@testable import PubNubMachines

/// The effects of one call, step by step (README "Subscribing and Unsubscribing"; Documentation/WireProtocol.md, "The
/// subscribe loop").
@Suite struct SubscribeMachineTests {
    @Test func subscribingJoinsThenPollsThenTells() {
        var machine = Subscribe.idle()
        let first = machine.submit(Subscribe.change(1, .subscribe, [Subscribe.a, Subscribe.group]))
        #expect(first.loopWords == ["join a groups g", "start join"])
        let second = machine.joinSucceeded(first.request, Subscribe.page(100))
        // Success is reported when the second request is sent.
        #expect(second.loopWords == ["poll a groups g from 100", "start join", "subscribed a,g"])
    }

    @Test func sendsTheNextPollBeforeItDeliversAPage() {
        var machine = Subscribe.polling()
        let actions = machine.pollSucceeded(machine.current, Subscribe.page(200, ["x", "y"]))
        #expect(actions.loopWords == ["poll a from 200", "start join", "deliver 2"])
    }

    @Test func anEmptyPageIsNotDelivered() {
        var machine = Subscribe.polling()
        #expect(
            machine.pollSucceeded(machine.current, Subscribe.page(200)).loopWords == ["poll a from 200", "start join"]
        )
    }

    /// "If property is set to YES then client will catchup on messages which may arrive to the old channels".
    @Test(arguments: [(true, "poll a,b from 100"), (false, "poll a,b from 300")])
    func aListChangeCatchesUpIfTheTokenIsRetained(_ keeps: Bool, _ poll: String) {
        var machine = Subscribe.polling()
        #expect(machine.submit(Subscribe.change(2, .subscribe, [Subscribe.b])).loopWords == ["ask keepTimetoken"])
        let join = machine.answered(.keepTimetoken, keeps)
        #expect(join.loopWords == ["cancel", "stop join", "join a,b", "start join"])
        let actions = machine.joinSucceeded(join.request, Subscribe.page(300))
        #expect(actions.loopWords == [poll, "start join", "subscribed b"])
    }

    @Test func messagesArrivingWhileTheDelegateThinksAreDeliveredAndNotFetchedAgain() {
        var machine = Subscribe.asking()
        let actions = machine.pollSucceeded(machine.current, Subscribe.page(200, ["x"]))
        #expect(actions.loopWords == ["poll a from 200", "start join", "deliver 1"])
        let join = machine.answered(.keepTimetoken, true)
        #expect(machine.joinSucceeded(join.request, Subscribe.page(300)).loopWords.first == "poll a,b from 200")
    }

    @Test func subscribedNamesSucceedImmediately() {
        var machine = Subscribe.polling()
        #expect(machine.submit(Subscribe.change(2, .subscribe, [Subscribe.a])).loopWords == ["subscribed a"])
        #expect(machine.word == "polling")
    }

    @Test("New state for a subscribed channel is announced without a question, and polling continues where it was")
    func newStateForASubscribedChannelIsAnnounced() {
        var change = Subscribe.change(2, .subscribe, [Subscribe.a])
        change.isAnnounced = true
        var machine = Subscribe.polling()
        let join = machine.submit(change)
        #expect(join.loopWords == ["cancel", "stop join", "join a", "start join"])
        #expect(
            machine.joinSucceeded(join.request, Subscribe.page(300)).loopWords == [
                "poll a from 100", "start join", "subscribed a",
            ]
        )
        var pausing = Subscribe.pausing()
        #expect(pausing.submit(change).loopWords == ["stop poll", "join a", "start join"])
    }

    @Test func aPresenceFlagTellsBothInSequence() {
        var machine = Subscribe.idle()
        let join = machine.submit(Subscribe.change(1, .subscribe, [Subscribe.a], presence: true))
        #expect(join.loopWords == ["join a,a-pnpres", "start join"])
        let actions = machine.joinSucceeded(join.request, Subscribe.page(100))
        #expect(actions.loopWords.suffix(2) == ["subscribed a", "presenceEnabled a"])
    }

    @Test func presenceIsSwitchedOnAndOff() {
        var machine = Subscribe.polling()
        _ = machine.submit(Subscribe.change(2, .enablePresence, [Subscribe.a]))
        let on = machine.answered(.keepTimetoken, true)
        #expect(on.loopWords.contains("join a,a-pnpres"))
        #expect(machine.joinSucceeded(on.request, Subscribe.page(200)).loopWords.last == "presenceEnabled a")
        _ = machine.submit(Subscribe.change(3, .disablePresence, [Subscribe.a]))
        let off = machine.answered(.keepTimetoken, true)
        #expect(off.loopWords.contains("join a"))
        #expect(machine.joinSucceeded(off.request, Subscribe.page(300)).loopWords.last == "presenceDisabled a")
    }

    @Test func unsubscribingLeavesThenContinuesWithOthers() {
        var machine = Subscribe.polling([Subscribe.a, Subscribe.b])
        let leave = machine.submit(Subscribe.change(2, .unsubscribe, [Subscribe.a]))
        #expect(leave.loopWords == ["cancel", "stop join", "leave a", "start leave"])
        #expect(machine.leaveSucceeded(leave.request).loopWords == ["stop leave", "ask keepTimetoken"])
        let join = machine.answered(.keepTimetoken, true)
        #expect(join.loopWords == ["join b", "start join"])
        let actions = machine.joinSucceeded(join.request, Subscribe.page(300))
        #expect(actions.loopWords == ["poll b from 100", "start join", "unsubscribed a"])
    }

    @Test func unsubscribingFromTheLastEndsTheLoop() {
        var machine = Subscribe.polling()
        let leave = machine.submit(Subscribe.change(2, .unsubscribe, [Subscribe.a]))
        #expect(machine.leaveSucceeded(leave.request).loopWords == ["stop leave", "unsubscribed a"])
        #expect(machine.word == "idle")
        #expect(machine.cursor == nil)
    }

    @Test func unsubscribingFromOtherNamesSucceedsImmediately() {
        var machine = Subscribe.polling()
        #expect(machine.submit(Subscribe.change(2, .unsubscribe, [Subscribe.b])).loopWords == ["unsubscribed b"])
    }

    @Test func aLeaveThatFailsForGoodKeepsTheSubscription() {
        var machine = Subscribe.leaving()
        for _ in 0..<SubscribeMachine.retries {
            #expect(machine.leaveFailed(machine.current, Subscribe.server).loopWords == ["stop leave", "start poll"])
            #expect(machine.timerFired(.poll).loopWords == ["stop poll", "leave a", "start leave"])
        }
        let actions = machine.leaveFailed(machine.current, Subscribe.server)
        #expect(actions.loopWords == ["stop leave", "unsubscriptionFailed a -1", "poll a,b from 100", "start join"])
    }

    @Test func changesAreCarriedOutOneAfterAnother() {
        var machine = Subscribe.joining()
        #expect(machine.submit(Subscribe.change(2, .subscribe, [Subscribe.b])) == [])
        let actions = machine.joinSucceeded(machine.current, Subscribe.page(100))
        #expect(actions.loopWords == ["poll a from 100", "start join", "subscribed a", "ask keepTimetoken"])
    }

    @Test func changesMadeWhileConnectingWait() {
        var machine = SubscribeMachine(seed: 3)
        #expect(machine.submit(Subscribe.change(1, .subscribe, [Subscribe.a])) == [])
        #expect(machine.connected().loopWords == ["join a", "start join"])
    }

    /// Names that error 122 lists are removed; valid names stay subscribed.
    @Test func forbiddenNamesFailAndOthersContinue() {
        var machine = Subscribe.idle()
        let join = machine.submit(Subscribe.change(1, .subscribe, [Subscribe.a, Subscribe.b]))
        let again = machine.joinFailed(join.request, Subscribe.forbidden(["b"]))
        #expect(again.loopWords == ["stop join", "subscriptionFailed b 122", "join a", "start join"])
        #expect(machine.joinSucceeded(again.request, Subscribe.page(100)).loopWords.last == "subscribed a")
    }

    /// The failed call concerns other channels, so the removed ones are reported separately.
    @Test func reportsARefusalDuringAnotherUnsubscription() {
        var machine = Subscribe.polling([Subscribe.a, Subscribe.b])
        _ = machine.submit(Subscribe.change(2, .unsubscribe, [Subscribe.b]))
        _ = machine.leaveSucceeded(machine.current)
        let join = machine.answered(.keepTimetoken, true)
        let actions = machine.joinFailed(join.request, Subscribe.forbidden(["a"]))
        #expect(
            actions.loopWords == [
                "stop join", "unsubscriptionFailed b 122", "subscriptionFailed a 122", "poll b from 100", "start join",
            ]
        )
    }

    /// Messages and presence events of a channel have separate names at the service.
    @Test func presenceThatIsForbiddenLeavesTheMessages() {
        var machine = Subscribe.polling()
        _ = machine.submit(Subscribe.change(2, .enablePresence, [Subscribe.a]))
        let join = machine.answered(.keepTimetoken, true)
        #expect(join.loopWords == ["cancel", "stop join", "join a,a-pnpres", "start join"])
        let actions = machine.joinFailed(join.request, Subscribe.forbidden(["a-pnpres"]))
        #expect(actions.loopWords == ["stop join", "presenceFailed a 122", "poll a from 100", "start join"])
    }

    @Test func presenceThatIsTakenAwayLeavesTheMessages() {
        var machine = Subscribe.polling()
        _ = machine.submit(Subscribe.change(2, .enablePresence, [Subscribe.a]))
        _ = machine.answered(.keepTimetoken, true)
        _ = machine.joinSucceeded(machine.current, Subscribe.page(200))
        let actions = machine.pollFailed(machine.current, Subscribe.forbidden(["a-pnpres"]))
        #expect(actions.loopWords == ["stop join", "subscriptionFailed a 122", "poll a from 100", "start join"])
    }

    /// The client must not repeat a request for ever if the refusal names a channel outside the list.
    @Test func aRefusalOfSomethingElseIsAboutTheTarget() {
        var machine = Subscribe.polling()
        let actions = machine.pollFailed(machine.current, Subscribe.forbidden(["a-pnpres"]))
        #expect(actions.loopWords == ["stop join", "subscriptionFailed a 122"])
        #expect(machine.word == "idle")
    }

    @Test func aRefusalWithoutNamesFailsTheCallAndKeepsTheListOfBefore() {
        var machine = Subscribe.asking()
        let join = machine.answered(.keepTimetoken, true)
        let actions = machine.joinFailed(join.request, Subscribe.forbidden())
        #expect(actions.loopWords == ["stop join", "subscriptionFailed b 122", "poll a from 100", "start join"])
    }

    @Test func otherErrorsSubscribeThePreviousListAgain() {
        var machine = Subscribe.asking()
        let join = machine.answered(.keepTimetoken, true)
        let actions = machine.joinFailed(join.request, Subscribe.refused)
        #expect(actions.loopWords == ["stop join", "subscriptionFailed b 113", "poll a from 100", "start join"])
    }

    @Test func aTimeOutOfTheFirstRequestFailsTheCall() {
        var machine = Subscribe.joining()
        #expect(machine.timerFired(.join).loopWords == ["cancel", "subscriptionFailed a 110"])
        #expect(machine.word == "idle")
    }

    @Test func repeatsAFirstRequestThreeTimesAfterMalformedResponses() {
        var machine = Subscribe.joining()
        for _ in 0..<SubscribeMachine.retries {
            #expect(machine.joinFailed(machine.current, Subscribe.malformed).loopWords == ["stop join", "start poll"])
            #expect(machine.timerFired(.poll).loopWords == ["join a", "start join"])
        }
        let actions = machine.joinFailed(machine.current, Subscribe.malformed)
        #expect(actions.loopWords == ["stop join", "subscriptionFailed a 143"])
    }

    @Test func aBrokenPollIsRepeatedFromTheSameToken() {
        var machine = Subscribe.polling()
        for _ in 0..<SubscribeMachine.retries {
            #expect(machine.pollFailed(machine.current, Subscribe.broken).loopWords == ["stop join", "start poll"])
            #expect(machine.timerFired(.poll).loopWords == ["poll a from 100", "start join"])
        }
        #expect(machine.pollFailed(machine.current, Subscribe.broken).loopWords == ["stop join", "lost"])
    }

    @Test func aGoodPageForgetsEarlierFailures() {
        var machine = Subscribe.pausing()
        _ = machine.timerFired(.poll)
        _ = machine.pollSucceeded(machine.current, Subscribe.page(200))
        for _ in 0..<SubscribeMachine.retries {
            #expect(machine.pollFailed(machine.current, Subscribe.broken).loopWords == ["stop join", "start poll"])
            _ = machine.timerFired(.poll)
        }
    }

    @Test func reportsMalformedPagesOnceAndRepeatsThePoll() {
        var machine = Subscribe.polling()
        var reported = 0
        for _ in 0..<12 {
            let words = machine.pollFailed(machine.current, Subscribe.malformed).loopWords
            reported += words.filter { $0 == "subscriptionFailed a 143" }.count
            #expect(words.last == "start poll")
            _ = machine.timerFired(.poll)
        }
        #expect(reported == 1)
        #expect(machine.cursor?.timetoken.rawValue == 100)
    }

    @Test func silenceStartsANewPollFromTheSameToken() {
        var machine = Subscribe.polling()
        #expect(machine.timerFired(.join).loopWords == ["cancel", "poll a from 100", "start join"])
    }

    @Test func aChangeMayInterruptAPause() {
        var machine = Subscribe.pausing()
        #expect(
            machine.submit(Subscribe.change(2, .subscribe, [Subscribe.b])).loopWords == [
                "stop poll", "ask keepTimetoken",
            ]
        )
        #expect(machine.answered(.keepTimetoken, true).loopWords == ["join a,b", "start join"])
    }

    @Test func namesForbiddenWhilePollingAreDropped() {
        var machine = Subscribe.polling([Subscribe.a, Subscribe.b])
        let actions = machine.pollFailed(machine.current, Subscribe.forbidden(["a-pnpres", "a"]))
        #expect(actions.loopWords == ["stop join", "subscriptionFailed a 122", "poll b from 100", "start join"])
    }

    @Test func everythingForbiddenEndsTheLoop() {
        var machine = Subscribe.polling()
        #expect(
            machine.pollFailed(machine.current, Subscribe.forbidden()).loopWords == [
                "stop join", "subscriptionFailed a 122",
            ]
        )
        #expect(machine.word == "idle")
    }
}
