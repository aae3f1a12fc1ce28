import PubNubWire
import Testing

@testable import PubNubMachines

/// Lost messages, with all machines together: they are loaded from history and delivered, or reported as a gap
/// (Documentation/WireProtocol.md, "History" and "Losing the network").
@Suite struct ClientMachineGapTests {
    private static func page(_ times: ClosedRange<UInt64>) -> SubscribePage {
        SubscribePage(
            cursor: Cursor(timetoken: Timetoken(rawValue: times.upperBound), region: 1),
            envelopes: times.map { time in
                Envelope(channel: "a", payload: RawJSON(.null), timetoken: Timetoken(rawValue: time))
            }
        )
    }

    /// A machine that loads the messages of `a` lost between 100 and 301, with 100 messages waiting.
    private static func loading() -> (machine: ClientMachine, poll: RequestID, load: GapFillMachine.Load?) {
        var (machine, poll) = ClientMachineTests.subscribed()
        machine.fillGaps(true)
        _ = machine.subscribeFinished(poll, .failure(Subscribe.broken))
        let again = machine.timerFired(.poll).started
        let actions = machine.subscribeFinished(again, .success(page(301...400)))
        #expect(actions.words == ["poll a from 400", "start join", "load a after 100 through 300"])
        let load = actions.compactMap { if case .load(let load) = $0 { load } else { nil } }.first
        return (machine, actions.started, load)
    }

    @Test func messagesFromHistoryPrecedeWaitingOnes() throws {
        var (machine, poll, load) = Self.loading()
        let more = machine.subscribeFinished(poll, .success(Self.page(401...402)))
        #expect(more.words == ["poll a from 402", "start join"])
        let request = try #require(load)
        let done = machine.loadFinished(request, Self.page(200...201).envelopes)
        #expect(done.words == ["deliver 2", "deliver 102"])
        #expect(machine.loadFinished(request, nil) == [])
    }

    /// A service that sets its timetoken back makes the gap seem longer than it is.
    @Test func messagesBeforeTheGapAreNotReadFromHistory() throws {
        var (machine, poll) = ClientMachineTests.subscribed()
        machine.fillGaps(true)
        var page = Self.page(150...150)
        page.cursor = Cursor(timetoken: Timetoken(rawValue: 149), region: 1)
        poll = machine.subscribeFinished(poll, .success(page)).started
        _ = machine.subscribeFinished(poll, .failure(Subscribe.broken))
        let again = machine.timerFired(.poll).started
        let actions = machine.subscribeFinished(again, .success(Self.page(301...400)))
        let load = try #require(actions.compactMap { if case .load(let load) = $0 { load } else { nil } }.first)
        #expect(machine.loadFinished(load, Self.page(150...160).envelopes).words == ["deliver 10", "deliver 100"])
    }

    @Test func reportsMessagesThatHistoryLacks() throws {
        var (machine, _, load) = Self.loading()
        let done = machine.loadFinished(try #require(load), nil)
        #expect(done.words == ["report gap from 100 to 301", "deliver 100"])
    }

    @Test func aDisconnectDeliversWaitingMessagesFirst() {
        var (machine, _, _) = Self.loading()
        let words = machine.disconnect().words.filter { !$0.hasPrefix("cancel") && !$0.hasPrefix("stop") }
        #expect(words == ["report gap from 100 to 301", "deliver 100", "tell didDisconnect"])
    }

    @Test func dropsMessagesOfChannelsLeftDuringAFill() throws {
        var (machine, _, load) = Self.loading()
        let leave = machine.change(Subscribe.change(2, .unsubscribe, [Subscribe.a])).started
        _ = machine.leaveFinished(leave, nil)
        #expect(machine.loadFinished(try #require(load), []) == [])
    }

    /// Otherwise they would be lost without a report when the unsubscription fails.
    @Test func deliversMessagesUntilAnUnsubscriptionEnds() throws {
        var (machine, _) = ClientMachineTests.subscribed()
        machine.fillGaps(true)
        _ = machine.change(Subscribe.change(2, .subscribe, [Subscribe.b]))
        let both = machine.answered(.keepTimetoken, true).started
        let poll = machine.subscribeFinished(both, .success(Subscribe.page(150))).started
        _ = machine.subscribeFinished(poll, .failure(Subscribe.broken))
        let actions = machine.subscribeFinished(machine.timerFired(.poll).started, .success(Self.page(301...400)))
        let load = try #require(actions.compactMap { if case .load(let load) = $0 { load } else { nil } }.first)
        let leave = machine.change(Subscribe.change(3, .unsubscribe, [Subscribe.a])).started
        _ = machine.leaveFinished(leave, nil)
        let join = machine.answered(.keepTimetoken, true).started
        #expect(machine.loadFinished(load, Self.page(200...201).envelopes).words == ["deliver 2", "deliver 100"])
        let failed = machine.subscribeFinished(join, .failure(Subscribe.refused)).words
        #expect(failed.contains("report unsubscriptionFailed 113"))
        #expect(failed.contains("poll a,b from 400"))
    }

    @Test func withoutFillingTheGapIsReportedImmediately() {
        var (machine, poll) = ClientMachineTests.subscribed()
        _ = machine.subscribeFinished(poll, .failure(Subscribe.broken))
        let again = machine.timerFired(.poll).started
        let actions = machine.subscribeFinished(again, .success(Self.page(301...400)))
        #expect(actions.words == ["poll a from 400", "start join", "report gap from 100 to 301", "deliver 100"])
    }
}
