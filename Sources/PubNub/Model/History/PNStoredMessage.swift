public import Foundation
package import PubNubWire

// Unchecked because it only ever holds what `RawJSON.native` and `JSONBridge.any` made: values, and the one `NSNull`.

/// A message of the past, with what the service knows beside it.
public final class PNStoredMessage: @unchecked Sendable {
    let sentAt: Timetoken

    /// The content as JSON text, readable.
    package let payload: RawJSON

    /// The content: `String`, `Int`, `UInt` above `Int.max`, `Double`, `Bool`, `NSNull`, `[Any]` or `[String: Any]`;
    /// `"DECRYPTION_ERROR"` for one that could not be decrypted.
    public let message: Any

    /// What the sender attached; nil when there is none, or it was not asked for.
    public let metadata: Any?

    /// The kind of message: 0 for a plain one. nil when it was not asked for.
    public let messageType: NSNumber?

    /// The type that the sender gave it; nil when it has none, or the service does not say.
    public let customMessageType: String?

    /// The identifier of the client that sent it; nil when it was not asked for.
    public let uuid: String?

    /// The actions on the message in the order in which they were added; empty when they were not asked for.
    public let actions: [PNMessageAction]

    /// Reads a message whose content was made readable.
    init(_ item: StoredPage.Item, payload: RawJSON) {
        sentAt = item.timetoken
        self.payload = payload
        message = JSONBridge.any(payload)
        metadata = item.metadata.map { JSONBridge.any($0) }
        messageType = item.kind.map { NSNumber(value: $0) }
        customMessageType = item.customType
        uuid = item.publisher
        actions = item.actions
    }

    /// When the service accepted the message.
    public var timetoken: NSNumber { NSNumber(value: sentAt.rawValue) }
}
