import PubNubWire
import Testing

@testable import PubNubMachines

/// After a loss the client resumes without missing or repeated messages, or reports a gap.
@Suite struct SubscribeMachineGapTests {
    /// Polling from 100 after a loss that ended at 5000.
    private func restored(_ targets: [SubscriptionTarget] = [Subscribe.a]) -> SubscribeMachine {
        var machine = Subscribe.polling(targets)
        _ = machine.interrupted()
        _ = machine.connected()
        _ = machine.answered(.resubscribe, true)
        let join = machine.answered(.restoreFromLastTimetoken, true).request
        _ = machine.joinSucceeded(join, Subscribe.page(5000))
        return machine
    }

    /// Messages at the given times, on `channel`, each through `subscriptions`.
    private func page(
        _ times: some Sequence<UInt64>,
        on channel: String = "a",
        through subscriptions: [String?] = [nil],
        isDated: Bool = true
    ) -> SubscribePage {
        let envelopes = times.flatMap { time in
            subscriptions.map { subscription in
                Envelope(
                    kind: .message,
                    channel: channel,
                    isPresence: false,
                    subscription: subscription,
                    payload: RawJSON(.null),
                    timetoken: isDated ? Timetoken(rawValue: time) : nil,
                    region: 1,
                    publisher: nil,
                    metadata: nil,
                    customType: nil
                )
            }
        }
        let last = times.reduce(100, { max($0, $1) })
        return SubscribePage(cursor: Cursor(timetoken: Timetoken(rawValue: last), region: 1), envelopes: envelopes)
    }

    private func words(of page: SubscribePage, in machine: inout SubscribeMachine) -> [String] {
        machine.pollSucceeded(machine.current, page).loopWords.filter { $0.hasPrefix("gap") || $0.hasPrefix("deliver") }
    }

    @Test func aFullBufferMayHaveLostMessages() {
        var machine = restored()
        #expect(words(of: page(201...300), in: &machine) == ["gap from 100 to 201", "deliver 100"])
        #expect(words(of: page(301...400), in: &machine) == ["deliver 100"], "it is reported once")
    }

    /// When a poll is repeated, its earlier connection may have been dead for an unknown time.
    @Test func aPollThatFollowsSilenceIsWatchedLikeARestore() throws {
        for silence: (inout SubscribeMachine) -> Void in [{ _ = $0.renewed() }, { _ = $0.timerFired(.join) }] {
            var machine = try #require(Subscribe.machines["polling"])
            silence(&machine)
            #expect(words(of: page(201...300), in: &machine) == ["gap from 100 to 201", "deliver 100"])
            #expect(words(of: page(301...400), in: &machine) == ["deliver 100"], "the next one follows an answer")
        }
    }

    @Test func fewerMessagesThanTheBufferAreComplete() {
        var machine = restored()
        #expect(words(of: page(201...299), in: &machine) == ["deliver 99"])
    }

    @Test func pagesOfOneAbsenceAreCountedTogether() {
        var machine = restored()
        #expect(words(of: page(201...260), in: &machine) == ["deliver 60"])
        #expect(words(of: page(261...300), in: &machine) == ["gap from 100 to 201", "deliver 40"])
    }

    @Test func channelsAreCountedApart() {
        var machine = restored()
        var both = page(201...260)
        both.envelopes += page(201...260, on: "b").envelopes
        #expect(words(of: both, in: &machine) == ["deliver 120"])
    }

    @Test func countsAMessageOfChannelAndGroupOnce() {
        var machine = restored()
        #expect(words(of: page(201...260, through: [nil, "g"]), in: &machine) == ["deliver 120"])
    }

    @Test func messagesWithoutTimesAreCountedOneByOne() {
        var machine = restored()
        #expect(words(of: page(201...300, isDated: false), in: &machine) == ["gap from 100 to 300", "deliver 100"])
    }

    /// The service stores the newest messages: later messages replace those of the absence.
    @Test(arguments: [true, false])
    func laterMessagesMayHaveReplacedStoredOnes(_ isDated: Bool) {
        var machine = restored()
        let first = isDated ? 4950 : 5049
        #expect(
            words(of: page(4950...5049, isDated: isDated), in: &machine) == ["gap from 100 to \(first)", "deliver 100"]
        )
        #expect(words(of: page(5050...5149), in: &machine) == ["deliver 100"])
    }

    @Test func pagesThatBeginAfterTheAbsenceDoNotCount() {
        var machine = restored()
        #expect(words(of: page(4950...5040), in: &machine) == ["deliver 91"])
        #expect(words(of: page(5041...5140), in: &machine) == ["deliver 100"])
    }

    @Test func repetitionsByTheServiceAreNotFromTheAbsence() {
        var machine = restored()
        #expect(words(of: page(91...190), in: &machine) == ["deliver 100"])
    }

    @Test func anAbsenceBeforeAllHasComeInMakesOneOfBoth() {
        var machine = restored()
        #expect(words(of: page(201...260), in: &machine) == ["deliver 60"])
        _ = machine.interrupted()
        _ = machine.connected()
        _ = machine.answered(.resubscribe, true)
        let join = machine.answered(.restoreFromLastTimetoken, true).request
        _ = machine.joinSucceeded(join, Subscribe.page(6000))
        #expect(words(of: page(261...300), in: &machine) == ["gap from 100 to 201", "deliver 40"])
    }

    /// While a leave for some channels is in flight, the client does not poll the others.
    @Test func aFailedLeaveIsAnAbsence() {
        var machine = Subscribe.leaving()
        _ = machine.timerFired(.leave)
        #expect(words(of: page(201...300), in: &machine) == ["gap from 100 to 201", "deliver 100"])
    }

    @Test func aFailedPollIsAnAbsence() {
        var machine = Subscribe.pausing()
        _ = machine.timerFired(.poll)
        #expect(words(of: page(201...300), in: &machine) == ["gap from 100 to 201", "deliver 100"])
    }

    /// The client received nothing for as long as the silence lasted.
    @Test func aPollWithoutAResponseIsAnAbsence() {
        var machine = Subscribe.polling()
        _ = machine.timerFired(.join)
        #expect(words(of: page(201...300), in: &machine) == ["gap from 100 to 201", "deliver 100"])
        #expect(words(of: page(301...400), in: &machine) == ["deliver 100"])
    }

    /// README "Client configuration": the client catches up on its earlier channels after a change of the list.
    @Test func aChangeOfTheListIsAnAbsenceOfEarlierChannels() {
        var machine = Subscribe.asking()
        let join = machine.answered(.keepTimetoken, true).request
        _ = machine.joinSucceeded(join, Subscribe.page(5000))
        #expect(words(of: page(201...300, on: "b"), in: &machine) == ["deliver 100"], "it is new")
        #expect(words(of: page(301...400), in: &machine) == ["gap from 100 to 301", "deliver 100"])
    }

    /// Even without a failure, more messages than the service stores may arrive between two long polls.
    @Test func aBurstThatFillsTheBufferMayHaveBeenLonger() {
        var machine = Subscribe.polling()
        #expect(words(of: page(201...300), in: &machine) == ["gap from 100 to 201", "deliver 100"])
        #expect(words(of: page(401...500), in: &machine) == ["gap from 300 to 401", "deliver 100"])
        #expect(words(of: page(601...699), in: &machine) == ["deliver 99"])
        #expect(machine.catchUp == nil)
    }

    @Test func aStartInThePastIsAnAbsenceUntilNow() {
        var machine = Subscribe.joining()
        machine.start = Cursor(timetoken: Timetoken(rawValue: 100), region: nil)
        _ = machine.joinSucceeded(machine.current, Subscribe.page(5000))
        #expect(words(of: page(201...300), in: &machine) == ["gap from 100 to 201", "deliver 100"])
        #expect(words(of: page(301...400), in: &machine) == ["deliver 100"], "it is reported once")
    }

    @Test func restoringFromNowSkipsTheAbsence() {
        var machine = Subscribe.askingRestoreCursor()
        let join = machine.answered(.restoreFromLastTimetoken, false).request
        _ = machine.joinSucceeded(join, Subscribe.page(5000))
        #expect(words(of: page(5001...5100), in: &machine) == ["deliver 100"])
    }

    @Test func alsoReportsASecondChannelWithLaterLosses() {
        var machine = restored([Subscribe.a, Subscribe.b])
        #expect(words(of: page(201...300), in: &machine) == ["gap from 100 to 201", "deliver 100"])
        #expect(words(of: page(301...400, on: "b"), in: &machine) == ["gap from 100 to 301", "deliver 100"])
        #expect(words(of: page(401...500, on: "b"), in: &machine) == ["deliver 100"])
    }

    /// The missing messages may precede or follow the received ones.
    @Test(arguments: [(201...210, 100), (201...300, 300)])
    func aPollThatFailsBeforeEverythingCameInIsAnotherAbsence(_ times: ClosedRange<UInt64>, _ start: Int) {
        var machine = restored()
        _ = machine.pollSucceeded(machine.current, page(times))
        _ = machine.pollFailed(machine.current, Subscribe.broken)
        _ = machine.timerFired(.poll)
        #expect(words(of: page(6001...6100), in: &machine) == ["gap from \(start) to 6001", "deliver 100"])
    }

    @Test func afterAFailedPollPagesAreCountedTogetherWhileTheyAreFull() {
        var machine = Subscribe.pausing()
        _ = machine.timerFired(.poll)
        func both(_ times: ClosedRange<UInt64>) -> SubscribePage {
            var both = page(times)
            for index in both.envelopes.indices where index.isMultiple(of: 2) { both.envelopes[index].channel = "b" }
            return both
        }
        #expect(words(of: both(201...300), in: &machine) == ["deliver 100"])
        #expect(words(of: both(301...400), in: &machine) == ["gap from 100 to 202", "deliver 100"])
        #expect(words(of: page(401...499), in: &machine) == ["gap from 300 to 302", "deliver 99"])
        #expect(words(of: page(500...699, on: "c"), in: &machine) == ["deliver 200"], "it is over")
    }

    @Test func aChangeOfTheListDoesNotEndTheWatch() {
        var machine = restored()
        #expect(words(of: page(201...260), in: &machine) == ["deliver 60"])
        _ = machine.submit(Subscribe.change(2, .subscribe, [Subscribe.b]))
        let join = machine.answered(.keepTimetoken, true).request
        _ = machine.joinSucceeded(join, Subscribe.page(6000))
        #expect(words(of: page(261...300), in: &machine) == ["gap from 100 to 201", "deliver 40"])
    }

    @Test func aChangeOfTheListThatFailedAtFirstIsAnAbsence() {
        var machine = Subscribe.polling()
        _ = machine.submit(Subscribe.change(2, .subscribe, [Subscribe.b]))
        let join = machine.answered(.keepTimetoken, true).request
        _ = machine.joinFailed(join, Subscribe.broken)
        _ = machine.joinSucceeded(machine.timerFired(.poll).request, Subscribe.page(6000))
        #expect(words(of: page(201...300), in: &machine) == ["gap from 100 to 201", "deliver 100"])
    }

    @Test func theGapFillerReceivesEverySuspectedChannel() {
        var machine = restored()
        machine.fillsGaps = true
        let reported = machine.pollSucceeded(machine.current, page(201...300)).loopWords
        #expect(reported == ["poll a from 300", "start join", "fill a since 100", "deliver 100"])
    }
}
