import Glibc

/// Why a file could not be created, opened or written.
package struct FileError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The path as the caller gave it.
    package let path: String
    /// One sentence in the words of the system.
    package let reason: String

    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// An error for the present value of `errno`.
    static func system(_ path: String) -> FileError {
        switch errno {
        case ELOOP: FileError(path: path, reason: "The path is a symbolic link, which is not followed.")
        case let code: FileError(path: path, reason: String(cString: strerror(code)) + ".")
        }
    }

    package var description: String { "\(path): \(reason)" }
}
