import ArgumentParser
import Foundation

/// A file that a flag names. It is read up to a limit, because it can be a device or a pipe that never ends.
enum BoundedFile {
    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - path: The file, a pipe or a device.
    ///   - flag: The flag that names it, for errors.
    ///   - limit: The most bytes that it may hold.
    /// - Returns: The content of the file.
    /// - Throws: A `ValidationError` if the file cannot be read or is longer than `limit`.
    static func contents(of path: String, flag: String, limit: Int) throws -> Data {
        guard let handle = FileHandle(forReadingAtPath: path) else { throw unreadable(path, flag) }
        defer { try? handle.close() }
        var data = Data()
        do {
            while data.count <= limit, let part = try handle.read(upToCount: min(65_536, limit + 1 - data.count)),
                !part.isEmpty
            {
                data += part
            }
        } catch {
            throw unreadable(path, flag)
        }
        guard data.count <= limit else {
            throw ValidationError("\(flag): \(path) is longer than \(limit / 1024) KiB.")
        }
        return data
    }

    /// The error for a file that could not be read, with the reason of the system in `errno`.
    private static func unreadable(_ path: String, _ flag: String) -> ValidationError {
        ValidationError("\(flag): cannot read \(path): \(String(cString: strerror(errno))).")
    }

    /// Checks a file that a library reads later, again for each new connection: it has to be a regular file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - flag: The flag that names it, for errors.
    ///   - limit: The most bytes that it may hold.
    /// - Throws: A `ValidationError` if the file cannot be read, is not a regular file or is longer than `limit`.
    static func check(_ path: String, flag: String, limit: Int) throws {
        var found = stat()
        guard stat(path, &found) == 0, access(path, R_OK) == 0 else { throw unreadable(path, flag) }
        guard found.isRegular else { throw ValidationError("\(flag): \(path) is not a regular file.") }
        guard found.st_size <= limit else {
            throw ValidationError("\(flag): \(path) is longer than \(limit / 1024) KiB.")
        }
    }

    /// Whether a file exists that is neither a pipe nor a device, so that it can be read again.
    static func isRegular(_ path: String) -> Bool {
        var found = stat()
        return stat(path, &found) == 0 && found.isRegular
    }
}

extension stat {
    /// Whether it is a regular file.
    fileprivate var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
}
