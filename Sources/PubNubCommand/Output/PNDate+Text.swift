import Foundation
import PubNub

extension PNDate {
    /// The timetoken in digits.
    var text: String { timeToken.stringValue }
}
