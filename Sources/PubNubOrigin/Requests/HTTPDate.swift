import PubNubWire

/// Dates as HTTP headers have them, for example `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The date so many seconds after the start of 1970 UTC.
    static func text(secondsSince1970 seconds: UInt64) -> String {
        let day = Int64(seconds / 86_400)
        let time = Int(seconds % 86_400)
        let date = CivilDate(dayNumber: day)
        let clock = [time / 3600, time / 60 % 60, time % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        let paddedDay = date.day < 10 ? "0\(date.day)" : "\(date.day)"
        return "\(days[Int(day % 7)]), \(paddedDay) \(months[Int(date.month) - 1]) \(date.year) \(clock) GMT"
    }
}
