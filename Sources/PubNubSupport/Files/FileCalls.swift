import Glibc

/// The system calls that create, write and replace a private file. Tests replace single calls to simulate failures.
package struct FileCalls: Sendable {
    /// Opens `path` with `flags`. A file that the call creates has mode 0600. Returns -1 and sets `errno` on failure.
    package var open: @Sendable (_ path: String, _ flags: Int32) -> Int32
    /// Writes at the file's position. Returns the number of bytes written, or -1 and sets `errno`.
    package var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
    /// Waits until written bytes are on the disk. Returns 0, or -1 and sets `errno`.
    package var synchronize: @Sendable (_ descriptor: Int32) -> Int32
    /// Changes the mode of an open file to 0600. Returns 0, or -1 and sets `errno`.
    package var restrict: @Sendable (_ descriptor: Int32) -> Int32
    /// Renames a file and replaces the target. Returns 0, or -1 and sets `errno`.
    package var rename: @Sendable (_ source: String, _ target: String) -> Int32

    /// The calls of the system.
    package static let system = FileCalls(
        open: { Glibc.open($0, $1, PrivateFile.mode) },
        write: { Glibc.write($0, $1.baseAddress, $1.count) },
        synchronize: { fsync($0) },
        restrict: { fchmod($0, PrivateFile.mode) },
        rename: { Glibc.rename($0, $1) }
    )
}
