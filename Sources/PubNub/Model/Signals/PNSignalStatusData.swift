public import Foundation
import PubNubWire

// Unchecked because it derives: it adds only constants of Sendable types.

/// What the service said about a signal.
public final class PNSignalStatusData: PNServiceData, @unchecked Sendable {
    /// When the service took the signal; nil when it did not.
    public let timetoken: NSNumber?

    init(timetoken: Timetoken?) {
        self.timetoken = timetoken.map { NSNumber(value: $0.rawValue) }
    }
}
