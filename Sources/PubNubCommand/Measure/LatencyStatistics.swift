import PubNubWire

/// Statistics over durations.
struct LatencyStatistics: Sendable {
    /// The durations in ascending order, in milliseconds.
    private let sorted: [Double]

    /// - Parameter durations: The durations, in any order.
    init(_ durations: [Duration]) {
        sorted = durations.map { $0 / .milliseconds(1) }.sorted()
    }

    /// The number of durations.
    var count: Int { sorted.count }

    /// Returns the smallest duration that is at least as long as a share of all.
    ///
    /// - Parameter share: The share, from 0 to 1.
    /// - Returns: The duration in milliseconds; `nil` without durations.
    func quantile(_ share: Double) -> Double? {
        guard !sorted.isEmpty else { return nil }
        return sorted[min(sorted.count - 1, Int((Double(sorted.count) * share).rounded(.down)))]
    }

    /// The statistics for scripts, in milliseconds.
    var report: JSON {
        func value(_ share: Double) -> JSON { quantile(share).map { .double($0) } ?? .null }
        return .object([
            "min": value(0), "median": value(0.5), "p90": value(0.9), "p99": value(0.99), "max": value(1),
        ])
    }

    /// The statistics for people.
    var words: String {
        func text(_ share: Double) -> String { quantile(share).map { $0.milliseconds } ?? "-" }
        return "min \(text(0)), median \(text(0.5)), p90 \(text(0.9)), p99 \(text(0.99)), max \(text(1))"
    }
}

extension Double {
    /// The number as milliseconds with three significant digits or more.
    var milliseconds: String {
        let digits = self >= 100 ? 0 : self >= 10 ? 1 : self >= 1 ? 2 : 3
        let scale = [1.0, 10, 100, 1000][digits]
        let rounded = (self * scale).rounded() / scale
        return digits == 0 ? "\(Int(rounded)) ms" : "\(rounded) ms"
    }
}
