import Glibc

/// Reads a range of an open file.
package enum FileRange {
    /// Reads all bytes of a range; nil if the file does not have them, or cannot be read. The file keeps its position.
    package static func read(_ range: Range<Int>, of descriptor: Int32) -> [UInt8]? {
        // All empty arrays share their storage, which this would write to.
        guard !range.isEmpty else { return [] }
        var done = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, initialized in
            while done < range.count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[done...])
                let count = pread(descriptor, rest.baseAddress, rest.count, off_t(range.lowerBound + done))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                done += count
            }
            initialized = done
        }
        return done == range.count ? bytes : nil
    }
}
