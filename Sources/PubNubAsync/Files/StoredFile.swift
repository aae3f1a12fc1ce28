public import Foundation
import PubNubCore

public import typealias PubNubTime.Timetoken

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
