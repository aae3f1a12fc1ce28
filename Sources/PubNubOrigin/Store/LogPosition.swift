/// Where a batch of entries is in the log. Positions start at 1.
struct LogPosition: Hashable, Comparable, Sendable {
    let rawValue: UInt64

    /// The position before the first batch.
    static let start = LogPosition(rawValue: 0)

    var next: LogPosition { LogPosition(rawValue: rawValue + 1) }

    static func < (left: LogPosition, right: LogPosition) -> Bool { left.rawValue < right.rawValue }
}
