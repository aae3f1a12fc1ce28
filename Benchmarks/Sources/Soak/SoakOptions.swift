import Foundation

/// What the command line asks for.
struct SoakOptions {
    /// How many messages are published.
    var count = 1_000_000
    /// The longest time between two faults, in seconds.
    var drops = 3.0
    var channels = 16

    static let help = "Usage: Soak [--count MESSAGES] [--drops SECONDS] [--channels NUMBER]"

    /// Nil when the arguments make no sense, or ask for help.
    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            guard let text = rest.popFirst(), let value = Double(text), value > 0, value <= 1e12 else { return nil }
            switch name {
            case "--count": count = max(1000, Int(value))
            case "--drops": drops = value
            case "--channels": channels = max(1, Int(value))
            default: return nil
            }
        }
    }
}
