import BenchMeasure
import Foundation

/// Counts operations, and reports the end of the warm-up and of the measurement.
final class Gate {
    let total: Int
    private let warm: Int
    private(set) var count = 0
    private var startTime = 0.0
    private var startCPU = 0.0
    private var startMemory = 0.0
    private var latencies: [Double] = []
    private let finish: (Gate) -> Void

    /// Runs a tenth more than `amount`; the first tenth is not measured.
    init(_ amount: Int, finish: @escaping (Gate) -> Void) {
        warm = amount / 10 + 1
        total = amount + warm
        latencies.reserveCapacity(amount)
        self.finish = finish
    }

    /// Counts one operation.
    ///
    /// - Parameter latency: The time it took, if it is measured.
    func pass(latency: Double = 0) {
        count += 1
        if count > warm, latency > 0 {
            latencies.append(latency)
        }
        if count == warm {
            startTime = now_seconds()
            startCPU = cpu_seconds()
            startMemory = resident_kib()
        } else if count == total {
            finish(self)
            exit(0)
        }
    }

    func reportMedian() {
        report("median-us", median(&latencies, latencies.count) * 1e6)
    }

    func reportPercentiles() {
        report_percentiles(&latencies, latencies.count)
    }

    func reportCPU() {
        report("cpu-us", (cpu_seconds() - startCPU) / Double(total - warm) * 1e6)
    }

    func reportRate() {
        report("per-second", Double(total - warm) / (now_seconds() - startTime))
    }

    func reportGrowth() {
        report("grown-kib", resident_kib() - startMemory)
    }
}
