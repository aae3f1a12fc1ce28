import Foundation
import PubNubCore
import PubNubWire

public import typealias PubNubTime.Timetoken

/// A received or stored message, or a signal.
public struct Message: Sendable {
    private let payload: RawJSON
    private let rawMetadata: RawJSON?
    /// Whether the client has a cipher key and this message cannot be decrypted with it: it is not encrypted, or with another
    /// key. ``bytes`` and ``json`` are then what the sender sent.
    public let isUndecryptable: Bool

    /// The channel.
    public let channel: String
    /// The channel group through which it arrived; `nil` if it arrived through the channel itself or a wildcard.
    public private(set) var group: String?
    /// The identifier of the sender; `nil` if the service does not say.
    public let publisher: String?
    /// The time at which the service accepted it.
    public let timetoken: Timetoken
    /// The type that the sender gave it; `nil` for none.
    public let customType: String?

    /// Whether the message is about a file.
    let isAboutFile: Bool

    /// The values that the sender attached for filters; `nil` for none.
    public var metadata: JSON? { rawMetadata?.value() }

    /// The content as a JSON value. The string `NESTED_TOO_DEEPLY` stands for a message with more than 512 levels of arrays
    /// and objects.
    public var json: JSON { payload.value() }

    /// The content as JSON in UTF-8, as the sender wrote it.
    public var bytes: ArraySlice<UInt8> { payload.bytes }

    /// Decodes the content with `JSONDecoder`.
    ///
    /// - Parameter type: The type of the value; inferred by default.
    /// - Returns: The value.
    /// - Throws: ``PubNubError`` with the code ``PubNubError/Code-swift.struct/encryption`` if the content cannot be
    ///   decrypted, and the code ``PubNubError/Code-swift.struct/invalidMessage`` if it is another value.
    public func decode<T: Decodable>(as type: T.Type = T.self) throws(PubNubError) -> T {
        guard !isUndecryptable else {
            throw PubNubError(.encryption, "The message cannot be decrypted.", channels: [channel])
        }
        do {
            return try JSONDecoder().decode(type, from: Data(payload.bytes))
        } catch {
            throw PubNubError(
                .invalidMessage,
                "The message is no \(type).",
                channels: [channel],
                underlying: error
            )
        }
    }

    /// The message as it arrives through a group.
    func through(group: String?) -> Message {
        var message = self
        message.group = group
        return message
    }

    /// Whether a filter selects the message by its metadata and content.
    func isSelected(by filter: FilterExpression) -> Bool {
        filter.matches(FilterSubject(metadata: rawMetadata?.bytes, payload: payload.bytes))
    }

    init(_ received: ReceivedMessage) {
        payload = received.payload
        rawMetadata = received.metadata
        isUndecryptable = received.isUndecryptable
        channel = received.channel
        group = received.group
        publisher = received.publisher
        timetoken = received.timetoken.rawValue
        customType = received.customType
        isAboutFile = received.isAboutFile
    }

    init(
        channel: String,
        payload: RawJSON,
        isUndecryptable: Bool,
        timetoken: PubNubTimetoken,
        metadata: RawJSON?,
        publisher: String? = nil,
        customType: String? = nil,
        isAboutFile: Bool = false
    ) {
        self.payload = payload
        rawMetadata = metadata
        self.isUndecryptable = isUndecryptable
        self.channel = channel
        group = nil
        self.publisher = publisher
        self.timetoken = timetoken.rawValue
        self.customType = customType
        self.isAboutFile = isAboutFile
    }
}

extension Message: CustomStringConvertible {
    /// Channel, timetoken and size, without the content.
    public var description: String { "Message(\(payload.count) bytes on \(channel) at \(timetoken))" }
}

/// A message with its content as a value.
@dynamicMemberLookup
public struct TypedMessage<Value: Sendable>: Sendable {
    /// The message.
    public let message: Message
    /// Its content.
    public let value: Value

    /// A property of the message.
    ///
    /// - Parameter path: The property.
    public subscript<Property>(dynamicMember path: KeyPath<Message, Property>) -> Property { message[keyPath: path] }
}
