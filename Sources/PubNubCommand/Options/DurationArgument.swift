import ArgumentParser

/// A duration on the command line: a number with a unit, such as `90s`, `10m`, `12h` or `7d`.
struct DurationArgument: ExpressibleByArgument, Sendable {
    /// The units of a duration.
    enum Unit: String, CaseIterable {
        case milliseconds = "ms"
        case seconds = "s"
        case minutes = "m"
        case hours = "h"
        case days = "d"

        /// The length of the unit.
        var seconds: Double {
            switch self {
            case .milliseconds: 0.001
            case .seconds: 1
            case .minutes: 60
            case .hours: 3600
            case .days: 86_400
            }
        }
    }

    private let amount: Double
    /// The unit, or `nil` for a number without one.
    private let unit: Unit?

    init?(argument: String) {
        let digits = argument.prefix { !$0.isLetter }
        let suffix = argument.dropFirst(digits.count)
        guard let amount = Double(String(digits)), amount.isFinite else { return nil }
        if suffix.isEmpty {
            unit = nil
        } else if let unit = Unit(rawValue: String(suffix)) {
            self.unit = unit
        } else {
            return nil
        }
        self.amount = amount
    }

    /// The duration in seconds.
    ///
    /// - Parameter unit: The unit of a number without one.
    /// - Returns: The seconds; negative for a negative number.
    func seconds(defaultUnit unit: Unit) -> Double {
        amount * (self.unit ?? unit).seconds
    }

    /// The duration as a whole number of a unit, rounded up, so that a short duration never becomes zero.
    ///
    /// - Parameter unit: The unit to count in, which is also that of a number without one.
    /// - Returns: The number, limited to the range of `Int`.
    func rounded(to unit: Unit) -> Int {
        let count = (seconds(defaultUnit: unit) / unit.seconds).rounded(.up)
        if count >= Double(Int.max) { return .max }
        return count <= Double(Int.min) ? .min : Int(count)
    }
}
