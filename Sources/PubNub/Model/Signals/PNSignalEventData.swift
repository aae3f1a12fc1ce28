public import Foundation
package import PubNubWire

// Unchecked because it derives: it adds only constants of Sendable types.

/// A signal that arrived.
public final class PNSignalEventData: PNServiceData, @unchecked Sendable {
    let sentAt: Timetoken

    /// The signal as the service sent it.
    package let payload: RawJSON

    /// The name of the channel that it was sent to.
    public let channel: String

    /// What was subscribed for it: the group or the wildcard, or the channel itself.
    public let subscription: String

    /// The identifier of the client that sent it; nil when the service does not say.
    public let publisher: String?

    /// The type that the sender gave it; nil when it has none.
    public let customMessageType: String?

    /// Reads a signal that came at this time.
    init(_ envelope: Envelope, at timetoken: Timetoken) {
        payload = envelope.payload.compacted()
        channel = envelope.channel
        subscription = envelope.subscription ?? envelope.channel
        publisher = envelope.publisher
        customMessageType = envelope.customType
        sentAt = timetoken
    }

    /// The content: `String`, `Int`, `UInt` above `Int.max`, `Double`, `Bool`, `NSNull`, `[Any]` or `[String: Any]`, as it
    /// was sent.
    public var message: Any { JSONBridge.any(payload) }

    /// When the service took it.
    public var timetoken: NSNumber { NSNumber(value: sentAt.rawValue) }
}
