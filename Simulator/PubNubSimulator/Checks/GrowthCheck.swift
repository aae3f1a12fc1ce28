@testable import PubNubMachines

/// Counts the elements that a machine stores, to show that none accumulate.
enum GrowthCheck {
    /// Far above the needs of a client with all targets of the simulation, including the window of known messages.
    static let limit = 8192

    static func check(_ machine: ClientMachine) throws(Violation) {
        let waiting = elements(in: machine.queue)
        guard waiting == 0 || machine.queue.count > 0 else {
            throw Violation(.growth, "\(waiting) elements in the queue of a client without calls")
        }
        let all = elements(in: machine)
        guard all <= limit else { throw Violation(.growth, "\(all) elements in a client at rest") }
    }

    /// Returns the number of elements of all collections in a value, at any depth.
    static func elements(in value: Any) -> Int {
        if value is String { return 0 }
        if let numbers = value as? [UInt64] { return numbers.count }
        if let numbers = value as? [UInt16] { return numbers.count }
        let mirror = Mirror(reflecting: value)
        let inside = mirror.children.reduce(0) { $0 + elements(in: $1.value) }
        return switch mirror.displayStyle {
        case .collection, .set, .dictionary: mirror.children.count + inside
        default: inside
        }
    }
}
