import Foundation
import PubNubWire

extension Validation {
    /// The time token of a message or an action.
    static func actionTarget(_ number: NSNumber, _ field: String) throws(PNError) -> Timetoken {
        guard number.int64Value > 0 else { throw PNError(input: "'\(field)' is no time token.") }
        return Timetoken(rawValue: number.uint64Value)
    }
}
