/// Keeps a failure that repeats from filling the log: one report a minute.
struct ReportPause: Sendable {
    private static let duration = Duration.seconds(60)

    private var last: ContinuousClock.Instant?

    /// Whether a failure is reported now, because none was within the last minute.
    mutating func isDue() -> Bool {
        let now = ContinuousClock.now
        if let last, now - last < Self.duration { return false }
        last = now
        return true
    }
}
