import PubNubWire

/// The key of a file: its identifier is unique in its channel.
package struct FileKey: Sendable, Hashable {
    /// The channel, with its keyset.
    package let channel: Topic
    package let id: String

    package init(channel: Topic, id: String) {
        self.channel = channel
        self.id = id
    }
}

/// The facts about a stored file.
package struct FileRecord: Sendable, Equatable {
    package let id: String
    package let name: String
    /// The media type by the claim of the sender.
    package let contentType: String
    /// The number of bytes.
    package let size: Int
    /// Distinguishes the content from others, without the quotes that the header `ETag` has.
    package let tag: String
    /// When it was stored, in seconds since 1970 UTC.
    package let created: UInt64

    package init(id: String, name: String, contentType: String, size: Int, tag: String, created: UInt64) {
        self.id = id
        self.name = name
        self.contentType = contentType
        self.size = size
        self.tag = tag
        self.created = created
    }
}

/// A page of the files of a channel.
package struct FilePage: Sendable {
    package let files: [FileRecord]
    /// Whether there are files behind the page.
    package let isMore: Bool

    package init(files: [FileRecord], isMore: Bool) {
        self.files = files
        self.isMore = isMore
    }

    /// The first records of those that were found with one more than the page may have.
    package init(_ found: [FileRecord], limit: Int) {
        self.init(files: Array(found.prefix(limit)), isMore: found.count > limit)
    }
}

/// A file whose bytes can be read, also while the file is removed.
package struct OriginStoredFile: Sendable {
    package let record: FileRecord
    /// Reads a part of the bytes; nil if they cannot be read.
    package let read: @Sendable (Range<Int>) -> [UInt8]?

    package init(record: FileRecord, read: @escaping @Sendable (Range<Int>) -> [UInt8]?) {
        self.record = record
        self.read = read
    }
}

/// Whether a storage of files can be used.
package enum FileReadiness: Sendable {
    /// Files are served.
    case open
    /// The storage could not be opened yet. Its calls fail.
    case opening
    /// The storage was refused, as by a missing right. Its calls fail until that changes.
    case refused
}

/// Stores files. All functions may be called on any thread, and must not be called under a lock.
package protocol FileStorage: Sendable {
    /// Whether it can be used. A server of a cluster may open its files only after its start.
    var readiness: FileReadiness { get }

    /// The key that forms and addresses are signed with, 32 bytes; nil if the system has no random bytes, and until the storage is open. It is as old
    /// as the files.
    var signingKey: [UInt8]? { get }

    /// Whether its functions wait for a disk, so that the thread of a connection must not call them.
    var waitsForDisk: Bool { get }

    /// The number and the bytes of the stored files.
    var usage: FileUsage { get }

    /// Stores a file. It is listed when this returns.
    ///
    /// - Parameters:
    ///   - record: The facts about it.
    ///   - content: Its bytes.
    ///   - channel: Its channel.
    ///   - quota: The bytes that all files of the keyset may have; nil without a quota.
    /// - Throws: ``FileStorageFault``. Nothing is stored then.
    func add(
        _ record: FileRecord,
        _ content: ArraySlice<UInt8>,
        to channel: Topic,
        quota: Int?
    ) throws(FileStorageFault)

    /// The files of a channel in the order of the bytes of their identifiers.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - last: The identifier behind which the page begins; nil for the first page.
    ///   - limit: The number of files of a full page.
    /// - Returns: The page, and whether there are more.
    /// - Throws: ``FileStorageFault/failed``.
    func page(of channel: Topic, after last: String?, limit: Int) throws(FileStorageFault) -> FilePage

    /// Opens a file; nil if it does not exist.
    ///
    /// - Throws: ``FileStorageFault/failed``.
    func file(_ key: FileKey) throws(FileStorageFault) -> OriginStoredFile?

    /// The facts about a file; nil if it does not exist. Does not open the file if the storage can do without.
    ///
    /// - Throws: ``FileStorageFault/failed``.
    func record(of key: FileKey) throws(FileStorageFault) -> FileRecord?

    /// Removes a file. Does nothing if it does not exist.
    ///
    /// - Throws: ``FileStorageFault/failed``. The file may be removed all the same.
    func remove(_ key: FileKey) throws(FileStorageFault)

    /// Opens a file without a name, in which the form of an upload is stored while it arrives. Called only if the storage waits for a disk.
    ///
    /// - Returns: A descriptor for reading and writing; a negative number if that fails.
    func openUnnamed() -> Int32

    /// Replaces how long the files of keysets stay that have a retention of their own. Has no effect on files in memory.
    func setRetention(_ retention: [String: MessageRetention])

    /// Finishes what is in progress. Later calls fail.
    func close() async
}

extension FileStorage {
    package var readiness: FileReadiness { .open }

    package func record(of key: FileKey) throws(FileStorageFault) -> FileRecord? { try file(key)?.record }

    package func openUnnamed() -> Int32 { -1 }

    package func setRetention(_ retention: [String: MessageRetention]) {}

    package func close() async {}
}

/// Why a file is not stored, or not found.
package enum FileStorageFault: Error, Sendable, Equatable {
    /// The identifier is in use.
    case exists
    /// A limit of the server is reached: of files, or of their bytes.
    case full
    /// The keyset has a quota of bytes, and no room for the file.
    case overQuota
    /// The storage reported an error.
    case failed
}
