import Glibc

/// A private file that appears at its path when it is complete. Until then its bytes are in a temporary file next to it, which is
/// removed with the last reference.
package final class NewFile {
    private let path: String
    private let temporary: String
    private let replaces: Bool
    private var descriptor: Int32

    /// Creates the temporary file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - replaces: Whether a file at the path is replaced; otherwise it is an error.
    /// - Throws: ``FileError``.
    package init(_ path: String, replaces: Bool) throws(FileError) {
        self.path = path
        self.replaces = replaces
        if !replaces, PrivateFile.exists(path) { throw Self.exists(path) }
        (temporary, descriptor) = try PrivateFile.createTemporary(for: path, .system)
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        unlink(temporary)
    }

    package func append(_ bytes: [UInt8]) throws(FileError) {
        try PrivateFile.write(bytes[...], to: descriptor, path: path)
    }

    /// Gives the file its name, after its bytes are on the disk.
    package func finish() throws(FileError) {
        guard fsync(descriptor) == 0 else { throw .system(path) }
        if replaces {
            guard rename(temporary, path) == 0 else { throw .system(path) }
        } else {
            // A link fails if another program has created the path in the meantime.
            guard link(temporary, path) == 0 else { throw errno == EEXIST ? Self.exists(path) : .system(path) }
            unlink(temporary)
        }
        close(descriptor)
        descriptor = -1
    }

    private static func exists(_ path: String) -> FileError {
        FileError(path: path, reason: "A file exists there.")
    }
}
