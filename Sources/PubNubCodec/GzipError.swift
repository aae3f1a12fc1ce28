/// Why bytes could not be compressed or decompressed.
package enum GzipError: Error, Hashable, Sendable {
    /// No memory for the compressor.
    case outOfMemory
    /// The bytes are in none of the formats, damaged or cut short.
    case malformed
    /// The result would be longer than the caller allows.
    case tooLarge
}
