import PubNubWire

/// The key of a file: its identifier is unique in its channel.
struct FileKey: Sendable, Hashable {
    /// The channel, with its keyset.
    let channel: Topic
    let id: String
}

/// The facts about a stored file.
struct FileRecord: Sendable, Equatable {
    let id: String
    let name: String
    /// The media type by the claim of the sender.
    let contentType: String
    /// The number of bytes.
    let size: Int
    /// Distinguishes the content from others, without the quotes that the header `ETag` has.
    let tag: String
    /// When it was stored, in seconds since 1970 UTC.
    let created: UInt64
}

/// Stores files. All functions may be called on any thread.
protocol FileStorage: Sendable {
    /// Stores a file. It is listed when this returns.
    ///
    /// - Parameters:
    ///   - record: The facts about it.
    ///   - content: Its bytes.
    ///   - channel: Its channel.
    /// - Throws: ``FileStorageFault``. Nothing is stored then.
    func add(_ record: FileRecord, _ content: ArraySlice<UInt8>, to channel: Topic) throws(FileStorageFault)

    /// The files of a channel in the order of their identifiers.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - last: The identifier behind which the page begins; nil for the first page.
    ///   - limit: The most files.
    /// - Returns: The page, and whether there are more.
    func page(of channel: Topic, after last: String?, limit: Int) -> (files: [FileRecord], isMore: Bool)

    /// A file with its bytes; nil if it does not exist.
    func content(of key: FileKey) -> (record: FileRecord, bytes: [UInt8])?

    /// Removes a file. Does nothing if it does not exist.
    func remove(_ key: FileKey)
}

/// Why a file is not stored.
enum FileStorageFault: Error {
    /// The identifier is in use.
    case exists
    /// A limit of files or bytes is reached.
    case full
}
