import Foundation
import PubNubCore
import PubNubWire

public import typealias PubNubTime.Timetoken

/// A message about a file.
public struct FileMessage: Sendable {
    private let content: AttachedFile

    /// The message, with channel, publisher, timetoken, metadata and type. Its content is what the sender published: the file and the
    /// caption.
    public let envelope: Message

    /// The file.
    public var file: FileReference { FileReference(id: content.id, name: content.name) }
    /// The channel.
    public var channel: String { envelope.channel }
    /// The identifier of the sender; `nil` if the service does not say.
    public var publisher: String? { envelope.publisher }
    /// The time at which the service accepted the message.
    public var timetoken: Timetoken { envelope.timetoken }
    /// The value that the sender attached; `nil` for none.
    public var message: JSON? { content.caption }

    /// Decodes the value that the sender attached with `JSONDecoder`.
    ///
    /// - Parameter type: The type of the value; inferred by default.
    /// - Returns: The value.
    /// - Throws: ``PubNubError`` with the code ``PubNubError/Code-swift.struct/invalidMessage`` if the message has another value, or none.
    public func decode<T: Decodable>(as type: T.Type = T.self) throws(PubNubError) -> T {
        do {
            return try JSONDecoder().decode(type, from: Data((message ?? .null).bytes))
        } catch {
            throw PubNubError(.invalidMessage, "The message is no \(type).", channels: [channel], underlying: error)
        }
    }

    fileprivate init?(_ message: Message) {
        guard let file = AttachedFile(message.json) else { return nil }
        content = file
        envelope = message
    }
}

extension Message {
    /// The message about a file; `nil` for a message with other content, and for one that cannot be decrypted. Live messages about files are
    /// events of their own (``PubNubEvent/file(_:)``).
    public var fileMessage: FileMessage? { isAboutFile ? FileMessage(self) : nil }
}

extension FileMessage: CustomStringConvertible {
    /// Identifier, channel and timetoken, without name and content.
    public var description: String { "FileMessage(\(file.id) on \(channel) at \(timetoken))" }
}
