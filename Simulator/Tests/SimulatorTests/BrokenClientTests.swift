import Testing

@testable import PubNubMachines
@testable import PubNubSimulator
@testable import PubNubWire

/// Every invariant detects a client that breaks it, so that a passing run is meaningful.
@Suite struct BrokenClientTests {
    /// The first seed that shows the defect.
    private func finding(_ client: BrokenClient) -> (schedule: Schedule, violation: Violation)? {
        for seed in 1...600 {
            var maker = ScheduleMaker(seed: UInt64(seed))
            let schedule = maker.make()
            let outcome = Simulation(schedule, sabotage: client.make()).run()
            if let violation = outcome.violation { return (schedule, violation) }
        }
        return nil
    }

    @Test(arguments: BrokenClient.all)
    func itIsFoundOut(_ client: BrokenClient) throws {
        let found = try #require(finding(client), "no seed shows it")
        #expect(found.violation.invariant == client.invariant, "\(found.violation.text)")
    }

    @Test func everyInvariantHasItsMistake() {
        let shown = Set(BrokenClient.all.map(\.invariant)).union([.growth])
        #expect(shown == Set(Invariant.allCases))
    }

    @Test func detectsAccumulatingState() throws {
        var machine = ClientMachine(seed: 1)
        try GrowthCheck.check(machine)
        var actions: ClientActions = []
        machine.connect(into: &actions)
        for id in 0..<UInt64(GrowthCheck.limit) {
            let entry = SubscriptionChange.Entry(target: World.targets[0])
            machine.change(SubscriptionChange(id: id, kind: .subscribe, entries: [entry]), into: &actions)
        }
        let full = machine
        #expect(throws: Violation.self) { try GrowthCheck.check(full) }
    }

    /// A failing schedule is shortened until it is readable.
    @Test(arguments: [(Invariant.presence, 3), (.outboxOrder, 5), (.outbox, 2), (.backlog, 5)])
    func aFailingScheduleIsShortened(_ invariant: Invariant, _ most: Int) throws {
        let client = try #require(BrokenClient.all.first { $0.invariant == invariant })
        let found = try #require(finding(client))
        var shrinker = Shrinker(found.violation, makeSabotage: client.make)
        let short = shrinker.shrink(found.schedule)
        #expect(short.count <= most, "what it takes, such as connect, subscribe, unsubscribe: \(short)")
        let outcome = Simulation(short, isTraced: true, sabotage: client.make()).run()
        #expect(outcome.violation?.invariant == invariant)
        #expect(outcome.trace.last?.contains("VIOLATION") == true)
    }
}
