import PubNubWire
import Testing

@testable import PubNubMachines

/// Missing messages are loaded from history (Documentation/WireProtocol.md, "History") in order and once, or a gap is
/// reported.
@Suite struct GapFillMachineTests {
    private static let start = Timetoken(rawValue: 100)

    private static func find(
        _ channel: String = "a",
        after: Timetoken = start,
        first: UInt64 = 500,
        isCertain: Bool = true,
        isFresh: Bool = true
    ) -> CatchUp.SuspectedLoss {
        CatchUp.SuspectedLoss(
            channel: channel,
            after: after,
            first: Timetoken(rawValue: first),
            isCertain: isCertain,
            isFresh: isFresh
        )
    }

    private static func message(_ time: UInt64, on channel: String = "a", via subscription: String? = nil) -> Envelope {
        Envelope(
            channel: channel,
            subscription: subscription,
            payload: RawJSON(.null),
            timetoken: Timetoken(rawValue: time)
        )
    }

    private static func messages(_ times: some Sequence<UInt64>) -> [Envelope] { times.map { message($0) } }

    private static func page(_ envelopes: Envelope...) -> SubscribePage {
        let last = envelopes.last?.timetoken ?? .zero
        return SubscribePage(cursor: Cursor(timetoken: last), envelopes: envelopes)
    }

    /// A machine that loads the messages of `a` lost between 100 and 500, with 500 and 600 waiting.
    private static func filling(isCertain: Bool = true) -> GapFillMachine {
        var machine = GapFillMachine()
        _ = machine.found([find(isCertain: isCertain)], since: start)
        _ = machine.pageArrived(page(message(500), message(600)))
        return machine
    }

    @Test func requestsMissingMessagesBetweenTheTwoTimetokens() {
        var machine = GapFillMachine()
        #expect(machine.found([Self.find()], since: Self.start).gapWords == ["load 1 a 100-499"])
    }

    @Test func theChannelWaitsAndOthersDoNot() {
        var machine = GapFillMachine()
        _ = machine.found([Self.find()], since: Self.start)
        var presence = Self.message(502)
        presence.isPresence = true
        let page = Self.page(Self.message(500), Self.message(501, on: "b"), presence, Self.message(503))
        #expect(machine.pageArrived(page).gapWords == ["deliver b 501, a 502"])
        #expect(machine.pageArrived(Self.page(Self.message(600))).gapWords == [])
        #expect(
            machine.loaded(1, Self.messages([200, 300])).gapWords == [
                "deliver a 200, a 300", "deliver a 500, a 503, a 600",
            ]
        )
        #expect(machine.pageArrived(Self.page(Self.message(700))).gapWords == ["deliver a 700"])
    }

    @Test func nothingIsDeliveredTwiceWhateverHistoryGives() {
        var machine = Self.filling()
        #expect(
            machine.loaded(1, Self.messages([50, 100, 101, 499, 500, 600])).gapWords == [
                "deliver a 101, a 499", "deliver a 500, a 600",
            ]
        )
        #expect(machine.loaded(1, Self.messages([200])).gapWords == [], "an answer that nobody waits for")
    }

    @Test func aLongGapIsReadPageByPage() {
        var machine = Self.filling()
        #expect(
            machine.loaded(1, Self.messages(101...200)).gapWords == [
                "deliver a 101...200 (100)", "load 2 a 200-499",
            ]
        )
        #expect(
            machine.loaded(2, Self.messages(201...250)).gapWords == [
                "deliver a 201...250 (50)", "deliver a 500, a 600",
            ]
        )
    }

    @Test func aPageThatReachesTheEndIsTheLast() {
        var machine = Self.filling()
        let words = machine.loaded(1, Self.messages(400...499)).gapWords
        #expect(words == ["deliver a 400...499 (100)", "deliver a 500, a 600"])
    }

    @Test func reportsAGapBeforeLaterMessages() {
        var machine = Self.filling()
        #expect(machine.loaded(1, nil).gapWords == ["gap 100-500", "deliver a 500, a 600"])
    }

    @Test func aFailureHalfWayTellsTheRest() {
        var machine = Self.filling(isCertain: false)
        _ = machine.loaded(1, Self.messages(101...200))
        #expect(machine.loaded(2, nil).gapWords == ["gap 200-500", "deliver a 500, a 600"])
    }

    @Test func aGapThatIsTooLongIsFilledFromItsBeginning() {
        var machine = GapFillMachine()
        _ = machine.found([Self.find(first: 90_000)], since: Self.start)
        for page in 1..<UInt64(GapFillMachine.pages) {
            let words = machine.loaded(page, Self.messages(page * 100 + 1...page * 100 + 100)).gapWords
            #expect(words.last == "load \(page + 1) a \(page * 100 + 100)-89999")
        }
        let last = UInt64(GapFillMachine.pages)
        let words = machine.loaded(last, Self.messages(last * 100 + 1...last * 100 + 100)).gapWords
        #expect(words.last == "gap 1100-90000")
    }

    @Test func doesNotReportASuspectedLossThatHistoryRefutes() {
        var machine = Self.filling(isCertain: false)
        #expect(machine.loaded(1, []).gapWords == ["deliver a 500, a 600"])
        #expect(
            machine.found([Self.find(isFresh: false)], since: Self.start).gapWords == [],
            "it is known to be complete"
        )
    }

    @Test func reportsAnUnverifiedLossOnlyIfItIsConfirmed() {
        var machine = Self.filling(isCertain: false)
        #expect(machine.loaded(1, nil).gapWords == ["deliver a 500, a 600"])
        #expect(machine.found([Self.find(isFresh: false)], since: Self.start).gapWords == ["gap 100-500"])
    }

    @Test func reportsALossConfirmedDuringAFailingRead() {
        var machine = Self.filling(isCertain: false)
        #expect(machine.found([Self.find(isFresh: false)], since: Self.start).gapWords == [])
        #expect(machine.loaded(1, nil).gapWords == ["gap 100-500", "deliver a 500, a 600"])
    }

    @Test func presenceAndDeliveredMessagesCannotBeFilled() {
        var machine = GapFillMachine()
        #expect(machine.found([Self.find("a-pnpres")], since: Self.start).gapWords == ["gap 100-500"])
        #expect(
            machine.found([Self.find("b", first: 600, isFresh: false)], since: Self.start).gapWords == ["gap 100-600"]
        )
        #expect(machine.found([Self.find("c-pnpres", isCertain: false)], since: Self.start).gapWords == [])
    }

    @Test func channelsAreFilledSideBySideAndTellOneGapOnce() {
        var machine = GapFillMachine()
        let found = [Self.find("a", first: 600), Self.find("b", first: 500)]
        #expect(machine.found(found, since: Self.start).gapWords == ["load 1 a 100-599", "load 2 b 100-499"])
        _ = machine.pageArrived(Self.page(Self.message(500, on: "b"), Self.message(600)))
        #expect(machine.loaded(1, nil).gapWords == ["gap 100-600", "deliver a 600"])
        #expect(machine.loaded(2, nil).gapWords == ["deliver b 500"], "the reported gap covers it")
    }

    @Test func fillsEachSubscriptionOfAMessage() {
        var machine = GapFillMachine()
        _ = machine.found([Self.find()], since: Self.start)
        _ = machine.pageArrived(Self.page(Self.message(500), Self.message(500, via: "g")))
        let delivered = machine.loaded(1, Self.messages([200, 300])).first
        guard case .forward(.restore(let page)) = delivered else {
            Issue.record("nothing was delivered")
            return
        }
        #expect(page.envelopes.map(\.subscription) == [nil, "g", nil, "g"])
        #expect(page.envelopes.compactMap(\.timetoken?.rawValue) == [200, 200, 300, 300])
    }

    @Test func neighboursHaveNothingBetweenThem() {
        var machine = GapFillMachine()
        #expect(machine.found([Self.find(first: 101)], since: Self.start).gapWords == [])
        #expect(machine.pageArrived(Self.page(Self.message(101))).gapWords == ["deliver a 101"])
    }

    @Test func aSecondAbsenceEndsTheFillingOfTheFirst() {
        var machine = Self.filling()
        let since = Timetoken(rawValue: 600)
        let words = machine.found([Self.find(after: since, first: 900)], since: since).gapWords
        #expect(words == ["gap 100-500", "deliver a 500, a 600", "load 2 a 600-899"])
    }

    @Test func doesNotFillBeyondTheWaitingLimit() {
        var machine = GapFillMachine()
        _ = machine.found([Self.find()], since: Self.start)
        let times = 500..<500 + UInt64(GapFillMachine.waiting)
        let many = SubscribePage(cursor: .now, envelopes: Self.messages(times))
        #expect(machine.pageArrived(many).gapWords == [])
        #expect(machine.pageArrived(Self.page(Self.message(9000))).gapWords.first == "gap 100-500")
    }

    /// A suspected loss that cannot be verified is also reported.
    @Test(arguments: [true, false])
    func abandoningAFillDeliversWaitingMessages(isCertain: Bool) {
        var machine = Self.filling(isCertain: isCertain)
        #expect(machine.abandoned().gapWords == ["gap 100-500", "deliver a 500, a 600"])
        #expect(machine.abandoned() == [])
    }
}

extension [ClientAction] {
    fileprivate var gapWords: [String] { map(\.gapWords) }
}

extension ClientAction {
    fileprivate var gapWords: String {
        switch self {
        case .load(let load): return "load \(load.id) \(load.channel) \(load.after)-\(load.through)"
        case .reportSubscription(.gap(let start, let end)): return "gap \(start)-\(end)"
        case .deliver(let page), .forward(.release(let page)), .forward(.restore(let page)):
            let messages = page.envelopes.map { "\($0.channel) \($0.timetoken?.description ?? "")" }
            guard messages.count > 10, let first = messages.first, let last = page.envelopes.last?.timetoken else {
                return "deliver \(messages.joined(separator: ", "))"
            }
            return "deliver \(first)...\(last) (\(messages.count))"
        default: return "\(self)"
        }
    }
}
