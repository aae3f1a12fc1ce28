public import Foundation

/// Where a store keeps its data.
public struct DatastoreConfiguration: Hashable, Sendable {
    /// Whether it keeps them in memory alone.
    public var isInMemory: Bool
    /// The directory of the file; the documents directory when nil.
    public var storageDirectlyURL: URL?
    /// The name of the file; `default` unless told.
    public var storageUniqueFilename: String
    /// Whether the store is emptied when it is opened.
    public var cleanStorageOnLoad: Bool

    /// Makes a configuration of a file.
    ///
    /// - Parameters:
    ///   - storageDirectlyURL: The directory of the file; the documents directory when nil.
    ///   - storageUniqueFilename: The name of the file.
    ///   - cleanStorageOnLoad: Whether the store is emptied when it is opened.
    public init(
        storageDirectlyURL: URL? = nil,
        storageUniqueFilename: String = "default",
        cleanStorageOnLoad: Bool = false
    ) {
        isInMemory = false
        self.storageDirectlyURL = storageDirectlyURL
        self.storageUniqueFilename = storageUniqueFilename
        self.cleanStorageOnLoad = cleanStorageOnLoad
    }

    /// A store in memory.
    public static var inMemory: Self {
        var configuration = Self()
        configuration.isInMemory = true
        return configuration
    }

    /// The file.
    var fileURL: URL {
        let directory =
            storageDirectlyURL
            ?? FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first
            ?? URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
        return directory.appendingPathComponent(storageUniqueFilename, isDirectory: false)
    }
}
