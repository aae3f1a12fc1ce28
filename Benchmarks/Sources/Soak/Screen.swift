import BenchMeasure
import Foundation
import SoakCheck

/// The progress line, redrawn during the run.
@MainActor
struct Screen {
    private static let width = 24
    private let isTerminal = isatty(STDOUT_FILENO) == 1
    private var last = 0.0

    /// Draws the line, four times a second on a terminal and every ten seconds elsewhere.
    mutating func draw(_ run: SoakRun) {
        let now = now_seconds()
        guard now - last >= (isTerminal ? 0.25 : 10) else { return }
        last = now
        let tally = run.ledger.tally
        let done = Double(tally.arrived + tally.inGaps)
        let rate = done / max(0.001, now - run.start)
        let share = min(1, done / Double(run.options.count))
        let bar = Int(share * Double(Self.width))
        let left = rate > 0 ? max(0, Double(run.options.count) - done) / rate : 0
        let parts = [
            "[" + String(repeating: "#", count: bar) + String(repeating: ".", count: Self.width - bar) + "]",
            String(format: "%3.0f %%", share * 100),
            String(format: "%.0f/s", rate),
            String(format: "%.0f s left", left),
            "\(run.drops) drops",
            "\(tally.gaps) gaps reported",
            tally.faultCount == 0 ? "no fault" : "\(tally.faultCount) FAULTS",
            String(format: "%.0f MB", resident_kib() / 1024),
        ]
        put((isTerminal ? "\r\u{1B}[K" : "") + parts.joined(separator: "  ") + (isTerminal ? "" : "\n"))
    }

    /// Leaves the line unchanged.
    func end() {
        if isTerminal { put("\n") }
    }

    private func put(_ text: String) {
        print(text, terminator: "")
        fflush(nil)
    }
}
