import PubNubWire
import Testing

@testable import PubNubMachines
@testable import PubNubSimulator

/// "Nothing lost and nothing twice, or a gap is told": how the simulator finds out.
@Suite struct DeliveryCheckTests {
    private static let a = SubscriptionTargetList.Names(channels: ["a"], groups: [])

    /// Polling `a` from the first token of a service that then gets three messages.
    private func polling(isStrict: Bool = false) throws -> (check: DeliveryCheck, service: ServiceModel, start: Cursor)
    {
        var service = ServiceModel(.init())
        var check = DeliveryCheck(isStrict: isStrict)
        let start = Cursor(timetoken: Timetoken(rawValue: service.latest), region: 1)
        try check.pollSent(Self.a, from: start, by: service)
        for time in 1..<4 { service.publish(on: 0, at: time) }
        return (check, service, start)
    }

    private func page(
        _ service: inout ServiceModel,
        from cursor: Cursor,
        _ repetition: ServiceModel.Repetition? = nil
    ) throws
        -> SubscribePage
    {
        guard case .page(let page) = service.poll(Self.a, from: cursor, as: "me", repeating: repetition, at: 9) else {
            throw Violation(.stuck, "no page")
        }
        return page
    }

    private func violation(_ body: () throws -> Void) -> Invariant? {
        do { try body() } catch { return (error as? Violation)?.invariant }
        return nil
    }

    @Test func whatIsDeliveredIsNotLost() throws {
        var (check, service, start) = try polling()
        let page = try page(&service, from: start)
        try check.pageDelivered(page, by: service)
        try check.pollSent(Self.a, from: page.cursor, by: service)
        #expect(check.delivered == 3)
    }

    @Test func whatIsSkippedIsLost() throws {
        var (check, service, start) = try polling()
        let end = try page(&service, from: start).cursor
        #expect(violation { try check.pollSent(Self.a, from: end, by: service) } == .loss)
    }

    @Test func aGapCoversWhatIsLost() throws {
        var (check, service, start) = try polling()
        let end = try page(&service, from: start).cursor
        try check.gapTold(from: start.timetoken, to: end.timetoken)
        #expect(violation { try check.pollSent(Self.a, from: end, by: service) } == nil)
    }

    @Test func whatTheApplicationChoseToSkipIsNotLost() throws {
        var (check, service, start) = try polling()
        let end = try page(&service, from: start).cursor
        check.skipAllowed()
        #expect(violation { try check.pollSent(Self.a, from: end, by: service) } == nil)
    }

    @Test func whatWasTakenAwayIsNotOwed() throws {
        var (check, service, start) = try polling()
        let both = SubscriptionTargetList.Names(channels: ["a", "b"], groups: [])
        try check.pollSent(both, from: start, by: service)
        let end = try page(&service, from: start).cursor
        try check.pollSent(both, from: end, by: service, isOpen: true)
        var other = check
        check.gaveUp(["a"])
        #expect(violation { try check.caughtUp() } == nil)
        other.gaveUp(["a-pnpres"])
        #expect(violation { try other.caughtUp() } == .loss)
    }

    @Test func aCallThatIsRefusedAsAWholeTakesNothingAway() {
        let a = SubscriptionTarget(name: "a", isGroup: false)
        let change = SubscriptionChange(id: 1, kind: .subscribe, entries: [.init(target: a)])
        let (whole, named) = (
            Failure.refusal(channels: [], groups: []), Failure.refusal(channels: ["a-pnpres"], groups: [])
        )
        #expect(SubscribeMachine.Event.subscriptionFailed(change, [a], whole).givenUp == [])
        #expect(SubscribeMachine.Event.subscriptionFailed(nil, [a], whole).givenUp == ["a", "a-pnpres"])
        #expect(SubscribeMachine.Event.subscriptionFailed(change, [a], named).givenUp == ["a-pnpres"])
        #expect(SubscribeMachine.Event.subscriptionFailed(nil, [a], .malformed).givenUp == [])
    }

    /// A change of identifier that is refused as a whole leaves everything subscribed as it was, and due from when it was.
    @Test func whatWasSentBeforeTheSubscriptionIsNotDue() {
        func targets(_ numbers: Int...) -> [SubscriptionChange.Entry] {
            numbers.map { .init(target: World.targets[$0]) }
        }
        var schedule = Schedule(seed: 128593)
        schedule.configuration.fillsGaps = true
        schedule.manners.namesRefused = false
        schedule.steps = [
            .init(wait: 0, step: .connect),
            .init(wait: 0, step: .change(.subscribe, targets(1))),
            .init(wait: 0, step: .fault(.malformed, .poll, count: 6)),
            .init(wait: .seconds(1), step: .publish(stream: 2, count: 101)),
            .init(wait: 0, step: .change(.subscribe, targets(4, 5))),
            .init(wait: .seconds(1), step: .revoke("e")),
            .init(wait: 0, step: .change(.identify("client-1", catchUp: true), [])),
        ]
        let outcome = Simulation(schedule, isTraced: true).run()
        #expect(outcome.violation == nil, "\(outcome.trace.joined(separator: "\n"))")
        #expect(outcome.trace.contains { $0.contains("join request") && $0.contains("forbidden") })
    }

    @Test func whatComesAgainIsTheServicesDoingOrAMistake() throws {
        var (check, service, start) = try polling()
        let first = try page(&service, from: start)
        try check.pageDelivered(first, by: service)
        #expect(violation { try check.pageDelivered(first, by: service) } == .duplicates)
    }

    @Test(arguments: [(false, nil), (true, .duplicates)] as [(Bool, Invariant?)])
    func whatTheServiceRepeatsMayComeAgainUnlessThatIsRuledOut(_ isStrict: Bool, _ expected: Invariant?) throws {
        var (check, service, start) = try polling(isStrict: isStrict)
        try check.pageDelivered(page(&service, from: start, .rewinds(2)), by: service)
        let again = try page(&service, from: start)
        let repeated = SubscribePage(cursor: again.cursor, envelopes: again.envelopes.suffix(2))
        #expect(violation { try check.pageDelivered(repeated, by: service) } == expected)
    }
}
