public import Foundation
import PubNub
import PubNubWire

public import typealias PubNubTime.Timetoken

/// What identifies a file in its channel.
public struct FileReference: Sendable, Hashable, Codable {
    /// The identifier that the service gave it.
    public let id: String
    /// The name that the service gave it, which may differ from the name of the upload.
    public let name: String

    /// Makes a reference, for example from stored values.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - name: The name.
    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

/// A file of a channel, as the service lists it.
public struct StoredFile: Sendable, Hashable {
    /// The identifier and the name.
    public let file: FileReference
    /// The number of stored bytes; those of an encrypted file are more than those of its content.
    public let size: Int
    /// When the service stored it, in whole seconds.
    public let created: Date

    init(_ listed: ListedFile) {
        file = FileReference(id: listed.id, name: listed.name)
        size = listed.size
        created = listed.created
    }
}

/// A file that was sent.
public struct SentFile: Sendable, Hashable {
    /// The identifier and the name.
    public let file: FileReference
    /// The timetoken of the message about it.
    public let timetoken: Timetoken
}

/// How far the transfer of a file is.
public struct TransferProgress: Sendable, Hashable {
    /// The bytes that were transferred, as they are stored.
    public let bytes: Int
    /// All bytes; `nil` if the service does not say.
    public let total: Int?
}

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
    /// What the sender said in addition; `nil` for nothing.
    public var message: JSON? { content.caption.map { JSON($0) } }

    /// Decodes what the sender said in addition with `JSONDecoder`.
    ///
    /// - Parameter type: The type of the value; inferred by default.
    /// - Returns: The value.
    /// - Throws: ``PubNubError`` with the code ``PubNubError/Code-swift.struct/invalidMessage`` if there is none, or another value.
    public func decode<T: Decodable>(as type: T.Type = T.self) throws(PubNubError) -> T {
        do {
            return try JSONDecoder().decode(type, from: Data((message ?? .null).bytes))
        } catch {
            throw PubNubError(.invalidMessage, "The message is no \(type).", channels: [channel], underlying: error)
        }
    }

    /// The message about a file; `nil` for one that names no file.
    init?(_ message: Message, _ content: JSON) {
        guard let file = AttachedFile(content.onWire) else { return nil }
        self.content = file
        envelope = message
    }
}

extension FileMessage: CustomStringConvertible {
    /// Identifier, channel and timetoken, without name and content.
    public var description: String { "FileMessage(\(file.id) on \(channel) at \(timetoken))" }
}
