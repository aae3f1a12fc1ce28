import BenchMeasure
import Foundation

/// Counts what is measured, and says when the warm-up is over and when all is done.
final class Gate {
    let total: Int
    private let warm: Int
    private(set) var count = 0
    private var startTime = 0.0
    private var startCPU = 0.0
    private var startMemory = 0.0
    private var latencies: [Double] = []
    private let finish: (Gate) -> Void

    /// A tenth more than `amount` is done, and the first tenth is not measured.
    init(_ amount: Int, finish: @escaping (Gate) -> Void) {
        warm = amount / 10 + 1
        total = amount + warm
        latencies.reserveCapacity(amount)
        self.finish = finish
    }

    /// One more is done.
    ///
    /// - Parameter latency: How long it took, where that is measured.
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
