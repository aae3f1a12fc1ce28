import Foundation

/// One line of the table: the figure, its target, and whether the target is reached.
struct Row {
    enum Goal {
        /// At most this many times the other figure.
        case atMostTimes(Double)
        /// At least this many times the other figure.
        case atLeastTimes(Double)
        case atMost(Double)
        case above(Double)
    }

    let what: String
    let unit: String
    let scenario: String
    let figure: String
    let goal: Goal
    /// The figure to compare with; nil for the same figure of the floor.
    var base: (side: Results.Side, scenario: String, name: String)?

    func cells(_ results: Results) -> [String] {
        let here = results[.client, scenario, figure]
        let other = results[base?.side ?? .floor, base?.scenario ?? scenario, figure]
        let ratio = here.flatMap { here in other.flatMap { $0 > 0 ? here / $0 : nil } }
        return [
            what, reach, other.map(text) ?? "-", here.map(text) ?? "-",
            ratio.map { String(format: "%.2f", $0) } ?? "-", verdict(results).map { $0 ? "yes" : "no" } ?? "-",
        ]
    }

    /// Whether the target is reached; nil if a figure was not measured.
    func verdict(_ results: Results) -> Bool? {
        guard let here = results[.client, scenario, figure] else { return nil }
        let other = results[base?.side ?? .floor, base?.scenario ?? scenario, figure]
        switch goal {
        case .atMost(let limit): return here <= limit
        case .above(let limit): return here > limit
        case .atMostTimes(let factor): return other.map { here <= $0 * factor }
        case .atLeastTimes(let factor): return other.map { here >= $0 * factor }
        }
    }

    private var reach: String {
        let name = base?.name ?? "floor"
        return switch goal {
        case .atMostTimes(let factor): "at most \(factor) x \(name)"
        case .atLeastTimes(let factor): "at least \(factor) x \(name)"
        case .atMost(let limit): "at most \(text(limit))"
        case .above(let limit): "above \(text(limit))"
        }
    }

    private func text(_ value: Double) -> String {
        let digits = value.magnitude >= 1000 ? 0 : value.magnitude >= 10 ? 1 : 2
        return String(format: "%.\(digits)f %@", value, unit)
    }
}
