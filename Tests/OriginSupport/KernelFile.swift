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

    /// The bytes of this process that are in memory.
    static func residentBytes() throws -> Int {
        let fields = try text(of: "/proc/self/statm").split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }
}
