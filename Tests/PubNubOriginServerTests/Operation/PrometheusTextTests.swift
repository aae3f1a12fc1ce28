import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer

@Suite("Metrics in the Prometheus text format 0.0.4")
struct PrometheusTextTests {
    @Test("A family has its help and type before its samples, and labels are escaped")
    func family() {
        var report = PrometheusText()
        report.family("requests_total", .counter, "Line 1\nline 2 \\ \"end\"")
        report.sample("requests_total", UInt64(3), [("route", "a\"b\\c\nd"), ("status", "200")])
        report.sample("requests_total", 0.5)
        #expect(
            report.text == """
                # HELP requests_total Line 1\\nline 2 \\\\ "end"
                # TYPE requests_total counter
                requests_total{route="a\\"b\\\\c\\nd",status="200"} 3
                requests_total 0.5

                """
        )
    }

    @Test("A histogram counts each range with all smaller ones, in the unit of the metric")
    func histogram() {
        let histogram = Histogram(bounds: [1_000_000, 2_500_000_000])
        for value: UInt64 in [1, 1_000_000, 1_000_001, 2_500_000_001, 4_000_000_000] { histogram.add(value) }
        var report = PrometheusText()
        report.histogram("duration_seconds", histogram.snapshot, [("route", "time")], unit: 1e9)
        #expect(
            report.text == """
                duration_seconds_bucket{route="time",le="0.001"} 2
                duration_seconds_bucket{route="time",le="2.5"} 3
                duration_seconds_bucket{route="time",le="+Inf"} 5
                duration_seconds_sum{route="time"} 6.502000003
                duration_seconds_count{route="time"} 5

                """
        )
    }

    @Test(
        "Numbers have the notation of the format",
        arguments: [
            (0.0, "0"), (1, "1"), (0.25, "0.25"), (-3, "-3"), (Double.infinity, "+Inf"), (-Double.infinity, "-Inf"),
            (Double.nan, "NaN"), (1e300, "1e+300"),
        ]
    )
    func numbers(value: Double, text: String) {
        #expect(PrometheusText.number(value) == text)
    }

    @Test("Requests are counted by route and outcome; a status without a counter of its own counts as other")
    func requests() {
        let metrics = RequestMetrics()
        metrics[.time].add(.status(200), nanoseconds: 1)
        metrics[.time].add(.status(200), nanoseconds: 1)
        metrics[.time].add(.status(299), nanoseconds: 1)
        metrics[.time].add(.status(99_999), nanoseconds: 1)
        metrics[.time].add(.canceled, nanoseconds: 1)
        metrics[nil].add(.status(404), nanoseconds: 1)
        #expect(metrics[.time].outcomes.map(\.label) == ["200", "canceled", "other"])
        #expect(metrics[.time].outcomes.map(\.count) == [2, 1, 2])
        #expect(metrics.count(ofStatus: 404) == 1)
        #expect(metrics[.publish].outcomes.isEmpty)
        #expect(metrics[.time].durations.snapshot.count == 5)
    }

    @Test("The sizes of successful commits and the durations of all commits are counted")
    func commits() {
        let commits = CommitMetrics()
        commits.add(entries: 3, nanoseconds: 1, isStored: true)
        commits.add(entries: 2, nanoseconds: 1, isStored: false)
        commits.add(entries: 1, nanoseconds: 1, isStored: true)
        #expect(commits.sizes.snapshot.sum == 4)
        #expect(commits.durations.snapshot.count == 3)
    }

    @Test("The figures of the process are those of the kernel")
    func process() {
        let process = ProcessMetrics.current
        #expect(process.residentBytes > 1024 * 1024)
        #expect(process.virtualBytes >= process.residentBytes)
        #expect(process.openDescriptors >= 3)
        #expect(process.cpuSeconds > 0)
        let now = Double(SystemOriginClock().date) / 1e7
        #expect(process.startSeconds > 1_600_000_000 && process.startSeconds <= now + 1)
    }
}
