import BenchMeasure

/// The state of the process at one point of the run.
struct Sample {
    let resident = resident_kib() / 1024
    let live = live_kib() / 1024
    let descriptors = Double(open_descriptors())
    let threads = Double(thread_count())
    /// CPU time per message since the previous sample, in microseconds.
    let cost: Double

    init(cost: Double = 0) {
        self.cost = cost
    }
}
