import BenchMeasure
import Foundation
import SoakCheck

/// The final output, and the verdict on the run.
@MainActor
struct Report {
    /// A figure over the run, and how much it may rise.
    private struct Curve {
        let name: String
        let unit: String
        let values: [Double]
        /// Nil for a figure that is shown but not judged.
        let rule: GrowthRule?
    }

    private let run: SoakRun
    private let reason: String
    private let curves: [Curve]

    init(_ run: SoakRun, reason: String) {
        self.run = run
        self.reason = reason
        let samples = run.sampler.samples
        // Resident memory may rise by what the allocator retains after a burst; memory in use may rise by much less.
        curves = [
            Curve(name: "resident memory", unit: "MB", values: samples.map(\.resident), rule: GrowthRule(allowance: 8)),
            Curve(name: "memory in use", unit: "MB", values: samples.map(\.live), rule: GrowthRule(allowance: 2)),
            Curve(name: "descriptors", unit: "", values: samples.map(\.descriptors), rule: GrowthRule(allowance: 4)),
            Curve(name: "threads", unit: "", values: samples.map(\.threads), rule: GrowthRule(allowance: 8)),
            Curve(name: "CPU per message", unit: "us", values: samples.map(\.cost), rule: nil),
        ]
    }

    /// Prints the report; the last line contains the verdict and the figures to look at.
    ///
    /// - Returns: Whether the run succeeded.
    func show() -> Bool {
        print("\nOver the run, from its beginning to its end:")
        for curve in curves { print(line(curve)) }
        print("")
        for (name, value) in table { print("  \(name.padding(toLength: 42, withPad: " ", startingAt: 0))\(value)") }
        for fault in run.ledger.tally.faults { print("  fault: \(fault)") }
        let problems = problems
        print("")
        print(problems.isEmpty ? success : "soak: FAILED: \(problems.joined(separator: "; ")). Next: \(advice)")
        fflush(nil)
        return problems.isEmpty
    }

    private var grown: [Curve] { curves.filter { $0.rule?.isBroken(by: $0.values) == true } }

    private func line(_ curve: Curve) -> String {
        let name = curve.name.padding(toLength: 16, withPad: " ", startingAt: 0)
        let ends = [curve.values.first ?? 0, curve.values.last ?? 0, curve.values.max() ?? 0]
        let texts = ends.map { String(format: "%.1f", $0) }
        let range = "\(texts[0]) to \(texts[1]), at most \(texts[2]) \(curve.unit)"
        var text = "  \(name) \(BlockPlot.row(curve.values))  \(range)"
        if let rule = curve.rule {
            text += String(format: "; trend %+.1f of %.0f allowed", rule.rise(of: curve.values), rule.allowance)
        }
        return text
    }

    private var table: [(String, String)] {
        let tally = run.ledger.tally
        let seconds = now_seconds() - run.start
        let cost = cpu_seconds() * 1e6 / Double(max(1, tally.arrived))
        let overlap =
            run.options.face == .async
            ? [("received by \(run.overlap.iterations) overlapping subscriptions", "\(run.overlap.count)")] : []
        return [
            ("interface of the clients", run.options.face.rawValue),
            ("messages published", "\(tally.sent)"),
            ("  acknowledged", "\(tally.acknowledged)"),
            ("  with an error, fate unknown", "\(tally.unknown), of which \(tally.unknownArrived) arrived"),
            ("messages received", "\(tally.arrived)"),
            ("gaps reported", "\(tally.gaps), with \(tally.inGaps) acknowledged messages in them"),
            ("  reported when later messages had come", "\(tally.reportedLate)"),
            ("lost, twice, out of order or unsettled", "\(tally.faultCount)"),
            ("connections broken", "\(run.drops) times; the receiver connected \(run.reconnections) times anew"),
            ("time", String(format: "%.1f s, %.0f messages a second", seconds, Double(tally.arrived) / seconds)),
            ("CPU of both clients", String(format: "%.1f us a message", cost)),
            ("the run ended because", reason),
        ] + overlap
    }

    private var problems: [String] {
        let tally = run.ledger.tally
        var problems: [String] = []
        if let failure = run.firstFailure { problems.append(failure) }
        if let failure = run.overlap.firstFailure { problems.append(failure) }
        if tally.faultCount > 0 {
            problems.append("\(tally.faultCount) messages were lost, doubled or out of order untold, see above")
        }
        if tally.sent < run.options.count { problems.append("only \(tally.sent) messages were sent: \(reason)") }
        for curve in grown {
            problems.append("\(curve.name) grows, see its plot")
        }
        return problems
    }

    private var advice: String {
        if run.ledger.tally.faultCount > 0 { return "Machines/CatchUp.swift and SubscribeMachine+Polling.swift." }
        return grown.isEmpty ? "the server's and the client's log." : "a heap profiler on Soak shows who keeps what."
    }

    private var success: String {
        let tally = run.ledger.tally
        let gaps = "\(tally.inGaps) lie in the \(tally.gaps) gaps that were reported"
        return "soak: passed: \(tally.arrived) messages arrived once and in order, \(gaps), nothing grows. "
            + "Next: `make bench` for what they cost."
    }
}
