import Foundation

@testable import PubNubSupport

/// Runs seeds one after another, in one task.
package protocol SeedLane: SendableMetatype {
    /// The description of a failure.
    associatedtype Finding: Sendable

    /// Makes a lane. A run makes one for each processor.
    init() throws

    /// Runs one seed.
    ///
    /// - Returns: The failure; `nil` if every invariant held.
    mutating func run(seed: UInt64) async -> Finding?
}

/// A run of many seeds on all processors, up to the lowest one that fails.
package final class SeedRun<Lane: SeedLane>: Sendable {
    /// A seed that fails.
    package struct Failure: Sendable {
        package let seed: UInt64
        package let finding: Lane.Finding
    }

    private struct State: Sendable {
        var failure: Failure?
        var done: UInt64 = 0
        var progress: ProgressBar
    }

    private let first: UInt64
    private let count: UInt64
    private let state: Locked<State>

    package init(_ arguments: SeedArguments) {
        first = arguments.first
        count = arguments.count
        state = Locked(State(progress: ProgressBar(total: arguments.count)))
    }

    /// Runs the seeds, and shows the progress on a terminal.
    ///
    /// - Parameter laneEnded: Receives each lane after its last seed, on the lane's task.
    /// - Returns: The lowest seed that fails; `nil` if every invariant held in all seeds.
    /// - Throws: The error of making a lane.
    package func lowestFailure(laneEnded: @escaping @Sendable (Lane) -> Void = { _ in }) async throws -> Failure? {
        let lanes = min(max(ProcessInfo.processInfo.activeProcessorCount, 1), Int(clamping: count))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<lanes {
                group.addTask { laneEnded(try await self.runLane(number, of: lanes)) }
            }
            try await group.waitForAll()
        }
        return state.withLock { state in
            state.progress.clear()
            return state.failure
        }
    }

    private func runLane(_ number: Int, of lanes: Int) async throws -> Lane {
        var lane = try Lane()
        for step in stride(from: UInt64(number), to: count, by: lanes) {
            let seed = first &+ step
            // A failure of a higher seed does not matter any more; a lower seed may still fail.
            if let failure = state.withLock(\.failure), failure.seed < seed { break }
            let finding = await lane.run(seed: seed)
            note(finding.map { Failure(seed: seed, finding: $0) })
            if finding != nil { break }
        }
        return lane
    }

    private func note(_ failure: Failure?) {
        state.withLock { state in
            state.done += 1
            state.progress.advance(to: state.done)
            guard let failure else { return }
            if state.failure.map({ failure.seed < $0.seed }) ?? true { state.failure = failure }
        }
    }
}
