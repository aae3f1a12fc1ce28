import Testing

@testable import PubNubMachines
@testable import PubNubSimulator

/// A seed determines its schedule, and a schedule determines its run.
@Suite struct ScheduleTests {
    private func schedule(_ seed: UInt64) -> Schedule {
        var maker = ScheduleMaker(seed: seed)
        return maker.make()
    }

    @Test(arguments: [1, 7, 4711] as [UInt64])
    func aSeedIsRepeatable(_ seed: UInt64) {
        #expect(schedule(seed) == schedule(seed))
        let first = Simulation(schedule(seed), isTraced: true).run()
        let second = Simulation(schedule(seed), isTraced: true).run()
        #expect(first.trace == second.trace)
        #expect(first.counts == second.counts)
        #expect(!first.trace.isEmpty)
    }

    @Test func seedsDiffer() {
        let texts = Set((1...50).map { schedule($0).description })
        #expect(texts.count == 50)
    }

    @Test func remainingStepsKeepTheirTimes() {
        var schedule = Schedule(seed: 1)
        schedule.steps = [
            .init(wait: 10, step: .connect), .init(wait: 20, step: .cut), .init(wait: 30, step: .resume),
        ]
        let shorter = schedule.removing(0..<2)
        #expect(shorter.steps == [.init(wait: 60, step: .resume)])
        #expect(schedule.removing(2..<3).steps == Array(schedule.steps.dropLast()))
    }

    @Test func aScheduleReadsAsText() {
        var schedule = Schedule(seed: 3)
        schedule.steps = [
            .init(
                wait: .milliseconds(1500),
                step: .change(.subscribe, [.init(target: World.targets[5], presence: true)])
            ),
            .init(wait: 0, step: .fault(.dropAfter, .poll, count: 2)),
        ]
        let lines = schedule.description.split(separator: "\n").suffix(2)
        #expect(lines.first == "1.500s  the application calls subscribe group g with presence")
        #expect(lines.last == "1.500s  the next 2 poll requests: connection dropped after the service acted")
    }
}
