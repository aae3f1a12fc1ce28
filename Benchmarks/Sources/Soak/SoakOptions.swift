import Foundation

/// The options of the command line.
struct SoakOptions {
    /// The number of messages.
    var count = 1_000_000
    /// The longest time between two faults, in seconds.
    var drops = 3.0
    var channels = 16
    /// The interface of both clients.
    var face = Face.threeX

    enum Face: String {
        case threeX = "3.x"
        case async
    }

    static let help = "Usage: Soak [--count MESSAGES] [--drops SECONDS] [--channels NUMBER] [--face 3.x|async]"

    /// Creates options; nil if the arguments are invalid or ask for help.
    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            guard let text = rest.popFirst() else { return nil }
            if name == "--face" {
                guard let face = Face(rawValue: text) else { return nil }
                self.face = face
                continue
            }
            guard let value = Double(text), value > 0, value <= 1e12 else { return nil }
            switch name {
            case "--count": count = max(1000, Int(value))
            case "--drops": drops = value
            case "--channels": channels = max(1, Int(value))
            default: return nil
            }
        }
    }
}
