import Foundation

/// One line of the table: what was measured, what is to be reached, and whether it is.
struct Row {
    enum Goal {
        /// Not more than this many times the other figure.
        case atMostTimes(Double)
        /// Not less than this many times the other figure.
        case atLeastTimes(Double)
        case atMost(Double)
        case above(Double)
    }

    let what: String
    let unit: String
    let scenario: String
    let figure: String
    let goal: Goal
    /// What the figure is set against when that is not the floor's own.
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

    /// Nil when something was not measured.
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

    static let all = [
        Row(
            what: "publish 100 B, one in flight: median",
            unit: "us",
            scenario: "publish-1",
            figure: "median-us",
            goal: .atMostTimes(1.3)
        ),
        Row(
            what: "publish 100 B, one in flight: CPU",
            unit: "us",
            scenario: "publish-1",
            figure: "cpu-us",
            goal: .atMostTimes(1.3)
        ),
        Row(
            what: "publish, eight channels in flight",
            unit: "/s",
            scenario: "publish-8",
            figure: "per-second",
            goal: .atLeastTimes(0.8)
        ),
        Row(
            what: "publish, 1,000 clients waiting: CPU",
            unit: "us",
            scenario: "publish-1-waiting",
            figure: "cpu-us",
            goal: .atMostTimes(1.3),
            base: (.client, "publish-1", "none waiting")
        ),
        Row(
            what: "publish to receive, two clients: median",
            unit: "us",
            scenario: "publish-to-receive",
            figure: "median-us",
            goal: .atMostTimes(1.3)
        ),
        Row(
            what: "subscribe ingest, 100 B objects",
            unit: "/s",
            scenario: "ingest-100",
            figure: "per-second",
            goal: .above(288_000)
        ),
        Row(
            what: "subscribe ingest, 1 KB objects",
            unit: "/s",
            scenario: "ingest-1k",
            figure: "per-second",
            goal: .above(71_000)
        ),
        Row(
            what: "100 B objects, every field read: CPU",
            unit: "us",
            scenario: "ingest-100-read",
            figure: "cpu-us",
            goal: .atMostTimes(2),
            base: (.client, "ingest-100", "handing over")
        ),
        Row(
            what: "1 KB objects, every field read: CPU",
            unit: "us",
            scenario: "ingest-1k-read",
            figure: "cpu-us",
            goal: .atMostTimes(2),
            base: (.client, "ingest-1k", "handing over")
        ),
        Row(
            what: "one client waiting: context switches",
            unit: "/min",
            scenario: "waiting",
            figure: "switches-per-minute",
            goal: .atMost(6)
        ),
        Row(
            what: "one client waiting: CPU",
            unit: "ms/min",
            scenario: "waiting",
            figure: "cpu-ms-per-minute",
            goal: .atMost(1)
        ),
        Row(
            what: "memory per further client",
            unit: "KiB",
            scenario: "memory",
            figure: "kib-per-client",
            goal: .atMost(100)
        ),
        Row(
            what: "encrypt + decrypt 200 B",
            unit: "/s",
            scenario: "crypto",
            figure: "per-second",
            goal: .above(293_000)
        ),
        Row(
            what: "1,000 channels: CPU per message",
            unit: "us",
            scenario: "ingest-1000-channels",
            figure: "cpu-us",
            goal: .atMostTimes(1.3),
            base: (.client, "ingest-100", "one channel")
        ),
        Row(
            what: "1,000,000 messages: CPU per message",
            unit: "us",
            scenario: "ingest-long",
            figure: "cpu-us",
            goal: .atMostTimes(1.1),
            base: (.client, "ingest-100", "the first")
        ),
        Row(
            what: "1,000,000 messages: memory grown",
            unit: "KiB",
            scenario: "ingest-long",
            figure: "grown-kib",
            goal: .atMost(4096)
        ),
        Row(
            what: "App Context page, 1,000 users: median",
            unit: "us",
            scenario: "objects-1k",
            figure: "median-us",
            goal: .atMost(2000)
        ),
        Row(
            what: "App Context page, 100,000 users: median",
            unit: "us",
            scenario: "objects-100k",
            figure: "median-us",
            goal: .atMostTimes(1.5),
            base: (.client, "objects-1k", "1,000 users")
        ),
    ]
}
