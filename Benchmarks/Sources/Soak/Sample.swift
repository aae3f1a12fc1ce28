import BenchMeasure

/// What the process looked like at one point of the run.
struct Sample {
    let resident = resident_kib() / 1024
    let live = live_kib() / 1024
    let descriptors = Double(open_descriptors())
    let threads = Double(thread_count())
    /// CPU per message since the sample before, in microseconds.
    let cost: Double

    init(cost: Double = 0) {
        self.cost = cost
    }
}
