/// A point in the service's time: 10⁻⁷ s since 1970 UTC, 17 decimal digits today.
package struct Timetoken: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Units of 10⁻⁷ s since 1970 UTC.
    package let rawValue: UInt64

    /// "From now" in a subscribe request.
    package static let zero = Timetoken(rawValue: 0)

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Reads decimal digits; nil for anything else and for what needs more than 64 bits.
    package init?(_ text: some StringProtocol) {
        guard !text.isEmpty, text.utf8.allSatisfy(ASCII.isDigit), let value = UInt64(text) else { return nil }
        self.init(rawValue: value)
    }

    /// Reads a number or a string of digits; nil for anything else.
    package init?(_ value: JSON) {
        if let text = value.string {
            self.init(text)
        } else if let number = value.uint64Value {
            self.init(rawValue: number)
        } else {
            return nil
        }
    }

    /// The decimal digits.
    package var description: String {
        rawValue.description
    }

    package static func < (left: Timetoken, right: Timetoken) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The position of a subscription in the stream of messages.
package struct Cursor: Sendable, Hashable {
    /// The token of the last page; zero to start from now.
    package var timetoken: Timetoken
    /// The region that issued the token; nil when none was given, as always in v1.
    package var region: Int?

    /// The start of a new subscription.
    package static let now = Cursor(timetoken: .zero, region: nil)

    package init(timetoken: Timetoken, region: Int? = nil) {
        self.timetoken = timetoken
        self.region = region
    }
}
