import Glibc

/// A private file that is open for appending. It is closed with the last reference.
package final class OpenFile: Sendable {
    private let path: String
    private let descriptor: Int32
    private let calls: FileCalls

    init(path: String, descriptor: Int32, calls: FileCalls) {
        self.path = path
        self.descriptor = descriptor
        self.calls = calls
    }

    deinit {
        close(descriptor)
    }

    /// The size in bytes at present.
    package func size() throws(FileError) -> UInt64 {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw .system(path) }
        return UInt64(clamping: facts.st_size)
    }

    /// Appends all bytes, or throws. After a failure none of the bytes is left in the file if the system allows that.
    package func append(_ bytes: [UInt8]) throws(FileError) {
        let former = try size()
        do {
            try PrivateFile.write(bytes[...], to: descriptor, path: path, calls: calls)
        } catch {
            // A reader would take a part of a record for a whole one.
            ftruncate(descriptor, off_t(clamping: former))
            throw error
        }
    }
}
