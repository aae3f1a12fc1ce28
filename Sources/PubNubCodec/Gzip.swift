import CPubNubZlib

/// Compression of HTTP bodies.
package enum Gzip {
    /// Compresses into the gzip format (RFC 1952).
    package static func compress(_ bytes: [UInt8]) throws(GzipError) -> [UInt8] {
        var stream = z_stream()
        let status = deflateInit2_(
            &stream,
            Z_DEFAULT_COMPRESSION,
            Z_DEFLATED,
            WindowBits.gzip,
            8,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)
        )
        guard status == Z_OK else { throw .outOfMemory }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, UInt(bytes.count)))
        return try pump(bytes, limit: bound, firstCapacity: bound, &stream, members: false) { deflate($0, Z_FINISH) }
    }

    /// The two bytes that begin each member of a gzip file.
    package static let magic: [UInt8] = [0x1F, 0x8B]

    /// Decompresses gzip, zlib or raw deflate, whichever it is.
    ///
    /// A gzip file may have several members (RFC 1952, 2.2); their contents are joined. Anything else that follows the end
    /// of the compressed bytes is ignored.
    ///
    /// - Parameters:
    ///   - bytes: The compressed bytes.
    ///   - limit: The most bytes that may come out, of all members together. No more memory than that is used.
    /// - Returns: The content.
    /// - Throws: `GzipError`.
    package static func decompress(_ bytes: [UInt8], limit: Int) throws(GzipError) -> [UInt8] {
        guard !looksLikeZlib(bytes) else {
            // Raw deflate can begin with the same two bytes, so a failure to read gzip is not final.
            do {
                return try decompress(bytes, limit: limit, WindowBits.automatic)
            } catch .malformed {
                return try decompress(bytes, limit: limit, WindowBits.raw)
            }
        }
        let isGzip = bytes.starts(with: magic)
        return try decompress(bytes, limit: limit, isGzip ? WindowBits.automatic : WindowBits.raw)
    }

    private enum WindowBits {
        static let gzip: Int32 = 15 + 16
        static let automatic: Int32 = 15 + 32
        static let raw: Int32 = -15
    }

    private static func looksLikeZlib(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 2 else { return false }
        return bytes[0] & 0x0F == 8 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    }

    private static func decompress(_ bytes: [UInt8], limit: Int, _ windowBits: Int32) throws(GzipError) -> [UInt8] {
        var stream = z_stream()
        let status = inflateInit2_(&stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { throw .outOfMemory }
        defer { inflateEnd(&stream) }
        let guess = min(limit, max(1024, bytes.count * 4))
        let isGzip = bytes.starts(with: magic)
        return try pump(bytes, limit: limit, firstCapacity: guess, &stream, members: isGzip) { inflate($0, Z_NO_FLUSH) }
    }

    /// Runs a stream to its end, the output growing from `firstCapacity` to at most `limit` bytes. With `members`, the end
    /// is that of the last gzip member.
    private static func pump(
        _ input: [UInt8],
        limit: Int,
        firstCapacity: Int,
        _ stream: inout z_stream,
        members: Bool,
        _ step: (UnsafeMutablePointer<z_stream>) -> Int32
    ) throws(GzipError) -> [UInt8] {
        guard input.count <= Int(UInt32.max) else { throw .tooLarge }
        // One more byte than allowed distinguishes a result that just fits from one that is too long.
        let ceiling = min(max(0, limit), Int(UInt32.max) - 1) + 1
        var output = [UInt8](repeating: 0, count: min(ceiling, max(0, firstCapacity) + 1))
        var produced = 0
        var consumed = 0
        while true {
            let status = input.withUnsafeBufferPointer { source in
                output.withUnsafeMutableBufferPointer { target in
                    stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress.map { $0 + consumed })
                    stream.avail_in = UInt32(input.count - consumed)
                    stream.next_out = target.baseAddress.map { $0 + produced }
                    stream.avail_out = UInt32(target.count - produced)
                    let status = step(&stream)
                    consumed = input.count - Int(stream.avail_in)
                    produced = target.count - Int(stream.avail_out)
                    return status
                }
            }
            guard produced < ceiling else { throw .tooLarge }
            switch status {
            case Z_STREAM_END where members && input[consumed...].starts(with: magic):
                guard inflateReset(&stream) == Z_OK else { throw .malformed }
            case Z_STREAM_END:
                output.removeLast(output.count - produced)
                return output
            case Z_OK where produced == output.count, Z_BUF_ERROR where produced == output.count:
                output.append(contentsOf: repeatElement(0, count: min(ceiling - output.count, output.count)))
            case Z_MEM_ERROR:
                throw .outOfMemory
            default:
                throw .malformed
            }
        }
    }
}
