public import Foundation
import PubNubCore
package import PubNubWire

/// A request for stored messages of one or several channels, with their metadata and actions.
///
/// The client reads a request when the call is made; later changes affect later calls only. Use a request on one thread at
/// a time.
public final class PNHistoryFetchRequest {
    /// The names of the channels.
    public let channels: [String]

    /// The timetoken before which messages were sent. `nil`, the default, starts with the newest message.
    public var start: NSNumber?

    /// The timetoken of the oldest message to fetch. `nil`, the default, sets no end.
    public var end: NSNumber?

    /// The maximum number of messages per channel: up to 100 for one channel, up to 25 for several channels or with actions.
    /// 0, the default, means the greatest of these values.
    public var max: UInt = 0

    /// Whether messages contain their metadata. The default is `false`.
    public var includeMetadata = false

    /// Whether messages contain their kind. The default is `true`.
    public var includeMessageType = true

    /// Whether messages contain the identifier of the client that sent them. The default is `true`.
    public var includeUUID = true

    /// Whether messages contain their actions; supported for one channel only. The default is `false`.
    public var includeMessageActions = false

    /// Creates a request.
    ///
    /// - Parameter channels: The names of the channels, at least one.
    public init(channels: [String]) {
        self.channels = channels
    }
}

/// Stored messages of the requested channels.
public final class PNHistoryFetchData: PNServiceData {
    private let next: Timetoken?
    private let pages: [NameKey: [PNStoredMessage]]

    /// The messages by the names of their channels, oldest first. Channels without messages are left out.
    ///
    /// A dictionary takes names that differ only in their Unicode normalization for one. It then has the messages of the
    /// name whose bytes come first; ``messages(of:)`` has those of each name.
    public let channels: [String: [PNStoredMessage]]

    /// The value for `start` of the request for older messages. The service returns it only for messages with actions, and
    /// only if the page has fewer messages than the request allows although there are more; otherwise a page with the
    /// maximum number of messages can have older ones before it.
    public var start: NSNumber? { next.map { NSNumber(value: $0.rawValue) } }

    /// Whether every message of the response could be read.
    package let isComplete: Bool

    init(_ pages: [NameKey: [PNStoredMessage]], next: Timetoken?, isComplete: Bool = true) {
        self.pages = pages
        channels = NameKey.strings(pages)
        self.next = next
        self.isComplete = isComplete
    }

    /// Returns the messages of one channel, oldest first. Names are equal if their UTF-8 bytes are.
    ///
    /// - Parameter channel: The name of the channel.
    /// - Returns: The messages; empty for a channel without messages.
    public func messages(of channel: String) -> [PNStoredMessage] { pages[NameKey(channel)] ?? [] }
}

/// The outcome of ``PubNub/fetchHistory(with:completion:)``.
public final class PNHistoryFetchResult: PNResult {
    /// The stored messages.
    public let data: PNHistoryFetchData

    init(data: PNHistoryFetchData) {
        self.data = data
    }
}

/// A stored message with its metadata and actions.
public final class PNStoredMessage: Sendable {
    private let item: StoredPage.Item

    /// The content as JSON text, decrypted.
    package let payload: RawJSON

    /// Creates a message from the service's record and its decrypted content.
    init(_ item: StoredPage.Item, payload: RawJSON) {
        self.item = item
        self.payload = payload
        actions = item.actions.map { PNMessageAction($0) }
    }

    /// The content: `String`, `NSNumber` for numbers and booleans, `NSNull`, `[Any]` or `[String: Any]`, as in
    /// ``PNMessage/message``; `"DECRYPTION_ERROR"` if decryption failed. Each access decodes the content.
    public var message: Any { JSONBridge.any(payload) }

    /// The metadata of the sender; `nil` if the sender attached none or the request did not ask for it.
    public var metadata: Any? { item.metadata.map { JSONBridge.any($0) } }

    /// The metadata of the sender as JSON.
    package var metadataText: RawJSON? { item.metadata.map { RawJSON($0) } }

    /// The kind of message: 0 for a plain message. `nil` if the request did not ask for it.
    public var messageType: NSNumber? { item.kind.map { NSNumber(value: $0) } }

    /// The type that the sender assigned; `nil` without a type, or if the service does not return it.
    public var customMessageType: String? { item.customType }

    /// The identifier of the client that sent the message; `nil` if the request did not ask for it.
    public var uuid: String? { item.publisher }

    /// The actions on the message in the order in which they were added; empty if the request did not ask for them.
    public let actions: [PNMessageAction]

    /// The timetoken at which the service accepted the message.
    public var timetoken: NSNumber { NSNumber(value: item.timetoken.rawValue) }
}
