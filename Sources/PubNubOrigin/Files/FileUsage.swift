import PubNubWire

/// The number and the bytes of stored files, as limits and quotas need them.
package struct FileUsage: Sendable, Equatable {
    /// The number of files.
    package private(set) var files = 0
    /// The bytes of all files.
    package private(set) var bytes = 0
    /// The bytes of the files of each keyset that has any.
    private var keysets: [NameKey: KeysetUsage] = [:]

    private struct KeysetUsage: Sendable, Equatable {
        var files = 0
        var bytes = 0
    }

    package init() {}

    /// The bytes of the files of a keyset.
    package func bytes(keyset: String) -> Int { keysets[NameKey(keyset)]?.bytes ?? 0 }

    /// The number of files of a keyset.
    package func files(keyset: String) -> Int { keysets[NameKey(keyset)]?.files ?? 0 }

    /// The keysets that have files, in no order.
    package var keysetsWithFiles: [String] { keysets.keys.map(\.text) }

    package mutating func add(files count: Int = 1, bytes size: Int, keyset: String) {
        files += count
        bytes += size
        var usage = keysets[NameKey(keyset)] ?? KeysetUsage()
        usage.files += count
        usage.bytes += size
        keysets[NameKey(keyset)] = usage.files > 0 ? usage : nil
    }

    /// Counts a file less of a keyset.
    package mutating func remove(bytes size: Int, keyset: String) {
        add(files: -1, bytes: -size, keyset: keyset)
    }

    /// Counts a file if it fits.
    ///
    /// - Parameters:
    ///   - size: The bytes of the file.
    ///   - keyset: The keyset of its channel.
    ///   - limits: The limits of the server.
    ///   - quota: The bytes that all files of the keyset may have; nil without a quota.
    /// - Throws: ``FileStorageFault/full`` or ``FileStorageFault/overQuota``. Nothing is counted then.
    package mutating func reserve(
        bytes size: Int,
        keyset: String,
        _ limits: OriginLimits,
        quota: Int?
    ) throws(FileStorageFault) {
        guard files < limits.files, bytes + size <= limits.fileBytes else { throw .full }
        if let quota, bytes(keyset: keyset) + size > quota { throw .overQuota }
        add(bytes: size, keyset: keyset)
    }
}
