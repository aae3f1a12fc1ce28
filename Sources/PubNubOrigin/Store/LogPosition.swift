/// Where a batch of entries is in the log. Positions start at 1.
package struct LogPosition: Hashable, Comparable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The position before the first batch.
    package static let start = LogPosition(rawValue: 0)

    package var next: LogPosition { LogPosition(rawValue: rawValue + 1) }

    package static func < (left: LogPosition, right: LogPosition) -> Bool { left.rawValue < right.rawValue }
}
