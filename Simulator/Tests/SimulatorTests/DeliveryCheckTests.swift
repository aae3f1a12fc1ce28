import Testing

@testable import PubNubMachines
@testable import PubNubSimulator
@testable import PubNubWire

/// The simulator detects lost and repeated messages without a reported gap.
@Suite struct DeliveryCheckTests {
    private static let a = SubscriptionTargetList.Names(channels: ["a"], groups: [])

    /// Polling `a` from the first timetoken of a service that then receives three messages.
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

    @Test func acceptsDeliveredMessages() throws {
        var (check, service, start) = try polling()
        let page = try page(&service, from: start)
        try check.pageDelivered(page, by: service)
        try check.pollSent(Self.a, from: page.cursor, by: service)
        #expect(check.delivered == 3)
    }

    @Test func detectsSkippedMessages() throws {
        var (check, service, start) = try polling()
        let end = try page(&service, from: start).cursor
        #expect(violation { try check.pollSent(Self.a, from: end, by: service) } == .loss)
    }

    @Test func aGapCoversLostMessages() throws {
        var (check, service, start) = try polling()
        let end = try page(&service, from: start).cursor
        try check.gapReported(from: start.timetoken, to: end.timetoken)
        #expect(violation { try check.pollSent(Self.a, from: end, by: service) } == nil)
    }

    @Test func acceptsMessagesThatTheApplicationSkips() throws {
        var (check, service, start) = try polling()
        let end = try page(&service, from: start).cursor
        check.skipAllowed()
        #expect(violation { try check.pollSent(Self.a, from: end, by: service) } == nil)
    }

    @Test func messagesOfRevokedNamesAreNotDue() throws {
        var (check, service, start) = try polling()
        let both = SubscriptionTargetList.Names(channels: ["a", "b"], groups: [])
        try check.pollSent(both, from: start, by: service)
        let end = try page(&service, from: start).cursor
        try check.pollSent(both, from: end, by: service, isOpen: true)
        var other = check
        check.abandoned(["a"])
        #expect(violation { try check.caughtUp() } == nil)
        other.abandoned(["a-pnpres"])
        #expect(violation { try other.caughtUp() } == .loss)
    }

    @Test func aCallThatIsRefusedAsAWholeTakesNothingAway() {
        let a = SubscriptionTarget(name: "a", isGroup: false)
        let change = SubscriptionChange(id: 1, kind: .subscribe, entries: [.init(target: a)])
        let (whole, named) = (
            Failure.refusal(channels: [], groups: []), Failure.refusal(channels: ["a-pnpres"], groups: [])
        )
        #expect(SubscribeMachine.Event.subscriptionFailed(change, [a], whole).abandonedNames == [])
        #expect(SubscribeMachine.Event.subscriptionFailed(nil, [a], whole).abandonedNames == ["a", "a-pnpres"])
        #expect(SubscribeMachine.Event.subscriptionFailed(change, [a], named).abandonedNames == ["a-pnpres"])
        #expect(SubscribeMachine.Event.subscriptionFailed(nil, [a], .malformed).abandonedNames == [])
    }

    /// After a change of identifier that is refused as a whole, all subscriptions and due messages stay as they were.
    @Test func messagesBeforeTheSubscriptionAreNotDue() {
        func targets(_ numbers: Int...) -> [SubscriptionChange.Entry] {
            numbers.map { .init(target: World.targets[$0]) }
        }
        var schedule = Schedule(seed: 128593)
        schedule.configuration.fillsGaps = true
        schedule.behaviour.namesRefused = false
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

    @Test func detectsRepetitionsThatTheServiceDidNotMake() throws {
        var (check, service, start) = try polling()
        let first = try page(&service, from: start)
        try check.pageDelivered(first, by: service)
        #expect(violation { try check.pageDelivered(first, by: service) } == .duplicates)
    }

    @Test(arguments: [(false, nil), (true, .duplicates)] as [(Bool, Invariant?)])
    func acceptsRepetitionsByTheServiceUnlessStrict(_ isStrict: Bool, _ expected: Invariant?) throws {
        var (check, service, start) = try polling(isStrict: isStrict)
        try check.pageDelivered(page(&service, from: start, .rewinds(2)), by: service)
        let again = try page(&service, from: start)
        let repeated = SubscribePage(cursor: again.cursor, envelopes: again.envelopes.suffix(2))
        #expect(violation { try check.pageDelivered(repeated, by: service) } == expected)
    }
}
