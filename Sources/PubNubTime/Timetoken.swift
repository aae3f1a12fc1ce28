public import Foundation

/// A point in the time of the service: units of 100 ns since 1970 UTC, as in PubNub's own SDKs.
///
/// Each published message has its own, which identifies it on its channel. In chat data, 0 means "not published yet".
public typealias Timetoken = UInt64

extension Date {
    /// The units of a timetoken in a second.
    private static let unitsPerSecond = 10_000_000.0

    /// Makes the date of a timetoken, as exact as a `Date` can be.
    ///
    /// - Parameter timetoken: Units of 100 ns since 1970 UTC.
    public init(timetoken: Timetoken) {
        self.init(timeIntervalSince1970: Double(timetoken) / Self.unitsPerSecond)
    }

    /// The timetoken of the date; 0 for a date before 1970.
    public var timetoken: Timetoken {
        let units = (timeIntervalSince1970 * Self.unitsPerSecond).rounded()
        guard units > 0 else { return 0 }
        return units < Double(UInt64.max) ? UInt64(units) : .max
    }
}
