import CPubNubZlib

/// CRC-32 with zlib's polynomial, as gzip, PNG and Ethernet have it (RFC 1952, 8).
package enum CRC32 {
    /// Returns the checksum of bytes; 0 for none.
    package static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32(0, $0.baseAddress, uInt($0.count))) }
    }
}
