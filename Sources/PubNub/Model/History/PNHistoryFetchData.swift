public import Foundation
import PubNubWire

// Unchecked because it derives: it adds only constants of Sendable types.

/// Stored messages of the channels that were asked for.
public final class PNHistoryFetchData: PNServiceData, @unchecked Sendable {
    private let next: Timetoken?

    /// The messages by the names of their channels, oldest first. Channels without messages are left out.
    public let channels: [String: [PNStoredMessage]]

    /// For `start` of the request for older messages; nil when the service says of no more. It says so only for messages with
    /// actions; otherwise a page as long as asked for may have others before it.
    public var start: NSNumber? { next.map { NSNumber(value: $0.rawValue) } }

    /// Whether every message of the response could be read.
    package let isComplete: Bool

    init(_ channels: [String: [PNStoredMessage]], next: Timetoken?, isComplete: Bool = true) {
        self.channels = channels
        self.next = next
        self.isComplete = isComplete
    }
}
