/// Hands out timetokens that follow the date and never go back or repeat.
package struct TimetokenClock: Sendable {
    /// The highest timetoken known to anyone.
    package private(set) var latest: UInt64

    /// A clock whose timetokens are all above `latest`.
    init(latest: UInt64 = 0) {
        self.latest = latest
    }

    /// A timetoken for a new message: above every timetoken handed out before.
    mutating func next(date: UInt64) -> UInt64 {
        latest = max(latest + 1, date)
        return latest
    }

    /// Makes every later timetoken be above this one.
    package mutating func advance(to timetoken: UInt64) {
        latest = max(latest, timetoken)
    }

    /// The timetoken of this moment: every later message's is above it.
    mutating func now(date: UInt64) -> UInt64 {
        latest = max(latest, date)
        return latest
    }
}
