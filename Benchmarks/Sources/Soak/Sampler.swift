import BenchMeasure

/// Takes samples at equal numbers of messages.
struct Sampler {
    static let buckets = 40

    private(set) var samples: [Sample] = []
    private let step: Int
    private var next: Int
    private var lastCount = 0
    private var lastCPU = cpu_seconds()

    init(count: Int) {
        step = max(1, count / Self.buckets)
        next = step
        samples.reserveCapacity(Self.buckets)
    }

    /// Takes a sample if one is due.
    mutating func arrived(_ count: Int) {
        guard count >= next, samples.count < Self.buckets else { return }
        next += step
        let cpu = cpu_seconds()
        samples.append(Sample(cost: (cpu - lastCPU) * 1e6 / Double(max(1, count - lastCount))))
        lastCount = count
        lastCPU = cpu
    }
}
