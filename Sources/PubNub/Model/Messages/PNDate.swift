public import Foundation
import PubNubWire

/// A point in time as a timetoken, with a resolution of 100 ns.
public final class PNDate: Sendable {
    let timetoken: Timetoken

    init(timetoken: Timetoken) {
        self.timetoken = timetoken
    }

    /// Makes the timetoken of a calendar date, to the nearest 100 ns.
    ///
    /// A `Date` of this century is itself exact to about 120 ns, so a timetoken that passes through one can change by one
    /// unit. Pass ``timeToken`` on where messages are not to be skipped or repeated.
    ///
    /// - Parameter date: The date; one before 1970 counts as 1970.
    public convenience init(date: Date) {
        self.init(timetoken: Timetoken(date))
    }

    /// Makes a date from a number of the service.
    ///
    /// - Parameter number: A timetoken (units of 100 ns since 1970), or, if it fits a signed 32-bit integer, seconds since 1970,
    ///   as presence events have them.
    public convenience init(token number: NSNumber) {
        self.init(timetoken: Timetoken(secondsOrTimetoken: number.uint64Value))
    }

    /// The calendar date.
    public var date: Date {
        // The whole seconds and the rest separately: their sum since 1970 has fewer digits for the rest.
        let (seconds, fraction) = timetoken.rawValue.quotientAndRemainder(dividingBy: 10_000_000)
        let reference = Double(seconds) - Date.timeIntervalBetween1970AndReferenceDate
        return Date(timeIntervalSinceReferenceDate: reference + Double(fraction) / 10_000_000)
    }

    /// The timetoken: units of 100 ns since 1970 UTC.
    public var timeToken: NSNumber {
        NSNumber(value: timetoken.rawValue)
    }
}

extension PNDate: Hashable, Comparable {
    /// Equal dates have the same timetoken.
    public static func == (left: PNDate, right: PNDate) -> Bool {
        left.timetoken == right.timetoken
    }

    /// Orders dates in time.
    public static func < (left: PNDate, right: PNDate) -> Bool {
        left.timetoken < right.timetoken
    }

    /// Hashes the timetoken.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(timetoken)
    }
}

extension PNDate: CustomStringConvertible {
    /// The calendar date and the timetoken.
    public var description: String {
        "\(date) (\(timetoken.rawValue))"
    }
}

extension Timetoken {
    /// A calendar date to the nearest 100 ns; 0 for one before 1970.
    init(_ date: Date) {
        // The whole seconds and the rest separately: their sum since 1970 has fewer digits for the rest.
        let reference = date.timeIntervalSinceReferenceDate
        let whole = reference.rounded(.down)
        let seconds = whole + Date.timeIntervalBetween1970AndReferenceDate
        // 1.8e12 seconds is the last value whose token fits 64 bits.
        guard seconds >= 0 else {
            self = .zero
            return
        }
        let fraction = seconds < 1.8e12 ? UInt64(((reference - whole) * 10_000_000).rounded()) : 0
        self.init(rawValue: UInt64(min(seconds, 1.8e12)) * 10_000_000 + fraction)
    }

    /// Reads a number that is either a timetoken or, up to `Int32.max`, seconds since 1970.
    init(secondsOrTimetoken number: UInt64) {
        self.init(rawValue: number > UInt64(Int32.max) ? number : number * 10_000_000)
    }
}

/// Stored messages: the response to a history request.
public final class PNMessagesHistory: Sendable {
    /// The channel of the request.
    public let channel: PNChannel

    /// The messages, in the order of the response.
    public let messages: [PNMessage]

    /// The time of the first message, as the service reports it.
    public let startDate: PNDate

    /// The time of the last message, as the service reports it.
    public let endDate: PNDate

    init(channel: PNChannel, messages: [PNMessage], startDate: PNDate, endDate: PNDate) {
        self.channel = channel
        self.messages = messages
        self.startDate = startDate
        self.endDate = endDate
    }
}

extension PNMessagesHistory: CustomStringConvertible {
    /// The channel, the number of messages and their time frame.
    public var description: String {
        "PNMessagesHistory(\(channel.name): \(messages.count) messages, \(startDate) to \(endDate))"
    }
}
