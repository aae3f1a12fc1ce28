import Foundation
import SeedRuns

/// `simulate-chat [--seeds COUNT] [--first NUMBER] [--seed NUMBER]`
///
/// With the name of a ``ChatFocus`` in `PUBNUB_FOCUS`, the steps of that kind are frequent in all schedules.
struct SimulateChat: Sendable {
    /// The seeds that one task runs.
    private struct Lane: SeedLane {
        private let campaign: ChatCampaign

        init() throws {
            campaign = try ChatCampaign(focus: SimulateChat.focus)
        }

        func run(seed: UInt64) async -> ChatFinding? {
            await campaign.run(seed: seed)
        }
    }

    private static let focusName = ProcessInfo.processInfo.environment["PUBNUB_FOCUS"]
    private static let focus = focusName.flatMap { ChatFocus(rawValue: $0) }

    private let arguments: SeedArguments?

    init(arguments: some Collection<String>) {
        self.arguments = SeedArguments(arguments)
    }

    /// - Returns: The exit status: 0 if every invariant held, 1 if one did not, 64 for wrong arguments.
    func run() async -> Int32 {
        guard let arguments else {
            print(SeedArguments.usage(of: "simulate-chat"))
            return 64
        }
        guard Self.focus != nil || Self.focusName == nil else {
            print("simulate-chat: PUBNUB_FOCUS is one of \(ChatFocus.allCases.map(\.rawValue).joined(separator: ", "))")
            return 64
        }
        if let seed = arguments.single {
            print(ChatCampaign.schedule(seed: seed, traits: .checked, focus: Self.focus))
        }
        let start = ContinuousClock.now
        do {
            if let failure = try await SeedRun<Lane>(arguments).lowestFailure() {
                report(failure.finding)
                return 1
            }
        } catch {
            print("simulate-chat: FAILED: \(error)")
            return 1
        }
        let seconds = String(format: "%.1f", (ContinuousClock.now - start) / .seconds(1))
        print("simulate-chat: every invariant held in \(arguments.words) (\(seconds) s)")
        return 0
    }

    private func report(_ finding: ChatFinding) {
        print("\nthe shortest schedule that fails like seed \(finding.seed):\n\n\(finding.schedule)")
        print("\nsimulate-chat: FAILED: seed \(finding.seed) breaks \(finding.violation)")
        let focus = Self.focus.map { "PUBNUB_FOCUS=\($0.rawValue) " } ?? ""
        print("simulate-chat: run it again with: \(focus)make simulate-chat SEED=\(finding.seed)")
    }
}
