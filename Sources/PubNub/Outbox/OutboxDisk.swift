import Glibc

/// The calls by which an outbox writes its file, so that a test can let a disk be full.
package struct OutboxDisk: Sendable {
    /// Writes at a position; gives the number of bytes written, or -1.
    package var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int
    /// Returns 0 once everything that was written is on the disk.
    package var synchronize: @Sendable (_ descriptor: Int32) -> Int32

    package init(
        write: @escaping @Sendable (Int32, UnsafeRawBufferPointer, Int) -> Int,
        synchronize: @escaping @Sendable (Int32) -> Int32
    ) {
        self.write = write
        self.synchronize = synchronize
    }

    /// The system's.
    package static let system = OutboxDisk(
        write: { pwrite($0, $1.baseAddress, $1.count, off_t($2)) },
        synchronize: { fsync($0) }
    )
}
