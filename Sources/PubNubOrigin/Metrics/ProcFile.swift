import Glibc

/// Files of `/proc`, which the kernel writes.
package enum ProcFile {
    /// The first 64 KiB of a file of `/proc`; nil if it cannot be read.
    package static func content(of path: String) -> String? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
