import Glibc

/// A regular file that is open for reading. It is closed with the last reference.
package final class OpenSource: Sendable {
    private let path: String
    private let descriptor: Int32

    /// Opens the file at a path. A symbolic link is followed.
    package init(_ path: String) throws(FileError) {
        // Without O_NONBLOCK the call would wait for the writer of a named pipe.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        self.path = path
        guard descriptor >= 0 else { throw .system(path) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw .system(path) }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw FileError(path: path, reason: "It is not a regular file.")
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The size in bytes at present.
    package func size() throws(FileError) -> Int {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw .system(path) }
        return Int(clamping: facts.st_size)
    }

    /// Reads the next bytes, and may wait for the disk.
    ///
    /// - Parameter count: The most bytes.
    /// - Returns: The bytes; none at the end.
    /// - Throws: ``FileError``.
    package func read(_ count: Int) throws(FileError) -> [UInt8] {
        var result = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            repeat {
                result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            } while result < 0 && errno == EINTR
            filled = max(0, result)
        }
        guard result >= 0 else { throw .system(path) }
        return bytes
    }
}
