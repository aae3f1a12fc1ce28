/// The two readings of a clock that one decision is made with.
struct Moment: Sendable, Equatable {
    /// Units of 10⁻⁷ s since 1970 UTC.
    let date: UInt64
    /// Time since some fixed moment, never going back.
    let uptime: Duration

    var seconds: UInt64 { date / 10_000_000 }
}

extension OriginClock {
    /// Both readings of the clock now.
    var moment: Moment { Moment(date: date, uptime: uptime) }
}
