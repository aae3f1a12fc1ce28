import PubNubMachines
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("README, Block callbacks: each call ends once under all conditions, and leaves no state behind")
struct ScheduleTests {
    static let steps = 300

    @Test(
        "Random calls, responses, faults, losses and pauses, ended by the last response",
        arguments: 0..<60,
        [false, true]
    )
    func answered(seed: UInt64, inParallel: Bool) {
        let run = RandomRun(seed: seed, inParallel: inParallel)
        for _ in 0..<Self.steps { run.step() }
        run.calmDown()
        run.expectEndings()
        let left = run.scripted.unfinished
        #expect(left.calls == 0 && left.queued == 0 && left.changes == 0 && left.inLine == 0, "\(left)")
        #expect(left.requests.count <= 1, "one long poll at most: \(left)")
        #expect(left.timers.allSatisfy { $0 == .join }, "only the one of the long poll: \(left)")
    }

    @Test(
        "Random calls, responses, faults, losses and pauses, ended by disconnecting immediately",
        arguments: 60..<120,
        [false, true]
    )
    func disconnected(seed: UInt64, inParallel: Bool) {
        let run = RandomRun(seed: seed, inParallel: inParallel)
        for _ in 0..<Self.steps { run.step() }
        run.scripted.client.face.reset(run.scripted.client)
        run.expectEndings()
        #expect(run.scripted.unfinished == .nothing)
        let client = run.scripted.client
        #expect(client.face.read { $0.objects.isEmpty } && client.engine.read { $0.presenceState.isEmpty })
    }
}
