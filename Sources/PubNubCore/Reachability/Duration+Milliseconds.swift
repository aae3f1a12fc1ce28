extension Duration {
    /// Whole milliseconds, rounded down, within what a 32-bit count can hold.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        let milliseconds = Int(clamping: seconds).multipliedReportingOverflow(by: 1000)
        guard !milliseconds.overflow else { return seconds < 0 ? 0 : Int(Int32.max) }
        let total = milliseconds.partialValue.addingReportingOverflow(Int(attoseconds / 1_000_000_000_000_000))
        return total.overflow ? Int(Int32.max) : min(max(0, total.partialValue), Int(Int32.max))
    }
}
