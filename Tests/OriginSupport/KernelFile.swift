import Foundation

/// Files in which the kernel describes the system. Their size is 0 until they are read.
enum KernelFile {
    /// The content of a file as a string.
    static func text(of path: String) throws -> String {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        var bytes = Data()
        while let part = try file.read(upToCount: 65_536), !part.isEmpty { bytes += part }
        return String(decoding: bytes, as: UTF8.self)
    }
}
