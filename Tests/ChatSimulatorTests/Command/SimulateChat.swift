import Foundation
import PubNubLocks

/// `simulate-chat [--seeds COUNT] [--first NUMBER] [--seed NUMBER]`
struct SimulateChat: Sendable {
    private static let usage = """
        usage: simulate-chat [--seeds COUNT] [--first NUMBER] [--seed NUMBER]
          --seeds COUNT   run COUNT seeds (default: 20000)
          --first NUMBER  the first seed (default: 1)
          --seed NUMBER   run one seed and print its schedule
        """

    private var seeds: UInt64 = 20_000
    private var first: UInt64 = 1
    private var seed: UInt64?
    private var isMistaken = false

    init(arguments: some Collection<String>) {
        var rest = Array(arguments)
        while !rest.isEmpty {
            switch (rest.removeFirst(), rest.first.flatMap { UInt64($0) }) {
            case ("--seeds", let number?): seeds = max(number, 1)
            case ("--first", let number?): first = number
            case ("--seed", let number?): seed = number
            default:
                isMistaken = true
                return
            }
            rest.removeFirst()
        }
    }

    /// - Returns: The exit status: 0 if every invariant held, 1 if one did not, 64 for wrong arguments.
    func run() async -> Int32 {
        guard !isMistaken else {
            print(Self.usage)
            return 64
        }
        do {
            return try await seed == nil ? runAll() : replay()
        } catch {
            print("simulate-chat: FAILED: \(error)")
            return 1
        }
    }

    private func replay() async throws -> Int32 {
        guard let seed else { return 64 }
        print(ChatCampaign.schedule(seed: seed, traits: .checked))
        if let finding = try await ChatCampaign().run(seed: seed) {
            report(finding)
            return 1
        }
        print("\nsimulate-chat: every invariant held in seed \(seed)")
        return 0
    }

    private func runAll() async throws -> Int32 {
        let start = ContinuousClock.now
        let lowest = LowestFinding()
        let first = first
        let seeds = seeds
        let lanes = min(max(ProcessInfo.processInfo.activeProcessorCount, 1), Int(clamping: seeds))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in 0..<lanes {
                group.addTask { [lowest] in
                    let campaign = try ChatCampaign()
                    for step in stride(from: UInt64(lane), to: seeds, by: lanes) {
                        let seed = first &+ step
                        // A higher seed than the lowest failing one is irrelevant; a lower one may still fail.
                        if let finding = lowest.finding, finding.seed < seed { break }
                        guard let finding = await campaign.run(seed: seed) else { continue }
                        lowest.note(finding)
                        break
                    }
                }
            }
            try await group.waitForAll()
        }
        if let finding = lowest.finding {
            report(finding)
            return 1
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        print("simulate-chat: every invariant held in \(seeds) seeds (\(String(format: "%.1f", seconds)) s)")
        return 0
    }

    private func report(_ finding: ChatFinding) {
        print("\nthe shortest schedule that fails like seed \(finding.seed):\n\n\(finding.schedule)")
        print("\nsimulate-chat: FAILED: seed \(finding.seed) breaks \(finding.violation)")
        print("simulate-chat: run it again with: make simulate-chat SEED=\(finding.seed)")
    }
}

/// The lowest failing seed of all lanes.
private final class LowestFinding: Sendable {
    private let content = Locked<ChatFinding?>(nil)

    var finding: ChatFinding? { content.withLock { $0 } }

    func note(_ finding: ChatFinding) {
        content.withLock { content in
            if content.map({ finding.seed < $0.seed }) ?? true { content = finding }
        }
    }
}
