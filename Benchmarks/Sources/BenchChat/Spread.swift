import BenchMeasure

/// Reports the minimum, the median and the 90th percentile of times in microseconds.
func reportSpread(_ name: String, _ times: inout [Double]) {
    let middle = median(&times, times.count)
    // The times are sorted now.
    report("\(name)-min-us", times[0])
    report("\(name)-us", middle)
    report("\(name)-p90-us", times[times.count * 9 / 10])
}
