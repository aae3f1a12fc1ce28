import PubNubOrigin

/// Decides which records of the stream a server removes.
///
/// The first record of a stream has the settings of the cluster, which a server that starts is checked against. So now and then a server stores them
/// again, and only what is before such a record is removed.
struct StreamTrimming: Sendable {
    /// A record with the settings of the cluster.
    private struct Mark {
        let position: UInt64
        let date: UInt64
    }

    /// The next actions of a server.
    struct Step: Sendable, Equatable {
        /// Whether it stores the settings again.
        var storesSettings = false
        /// It removes all records before this one; nil for none.
        var removesBefore: UInt64?
    }

    /// So many of the newest records stay in any case.
    static let minRecords: UInt64 = 1000
    /// How often a server looks, at most, in units of 100 ns: once a minute.
    private static let pause: UInt64 = 600_000_000

    private let age: UInt64
    private let pause: UInt64
    /// The first record of the stream, as far as this server knows.
    private var start: UInt64
    /// The known records with the settings, the oldest first.
    private var marks: [Mark] = []
    private var nextLook: UInt64 = 0

    /// - Parameters:
    ///   - age: The age up to which records stay.
    ///   - start: The first record of the stream.
    ///   - delay: By how much later than others this server looks, so that servers seldom do so at the same record.
    init(age: Duration, start: UInt64, delay: Duration = .zero) {
        self.age = max(1, Self.units(age))
        self.start = start
        pause = min(self.age, Self.pause) + Self.units(delay)
    }

    /// A duration in units of 100 ns.
    private static func units(_ duration: Duration) -> UInt64 {
        let (seconds, attoseconds) = duration.components
        return UInt64(clamping: seconds) * 10_000_000 + UInt64(clamping: attoseconds / 100_000_000_000)
    }

    /// Notes a record with the settings.
    mutating func noteSettings(at position: UInt64, date: UInt64) {
        marks.append(Mark(position: position, date: date))
    }

    /// Returns the actions after a record.
    ///
    /// - Parameters:
    ///   - last: The position of the record.
    ///   - date: The date of the record.
    ///   - written: The last position whose changes are in the data file of the server.
    /// - Returns: The step, which is empty for most records.
    mutating func step(last: UInt64, date: UInt64, written: UInt64) -> Step {
        guard date >= nextLook else { return Step() }
        nextLook = date + pause
        var step = Step()
        let removable = marks.last { mark in
            mark.position > start && mark.position <= written && mark.position + Self.minRecords <= last
                && mark.date + age <= date
        }
        if let removable {
            step.removesBefore = removable.position
            start = removable.position
            marks.removeAll { $0.position < start }
        }
        let isRecent = marks.last.map { $0.date + max(age / 4, 1) > date } ?? false
        step.storesSettings = !isRecent
        return step
    }
}
