import PubNubCodec

/// One content coding of a response body (RFC 9110, 8.4).
///
/// It is decoded here and not by libcurl, which refuses gzip of several members.
enum ResponseEncoding: Equatable {
    case gzip
    /// zlib or raw deflate: servers interpret the name differently.
    case deflate
    case unknown

    private static let field = Array("content-encoding:".utf8)

    /// The codings in a header line, in the order in which they were applied; empty for a line of another field.
    static func named(in line: UnsafeRawBufferPointer) -> [ResponseEncoding] {
        // Nearly all lines end here, by their first character in either case.
        guard line.count > field.count, line[0] | 0x20 == field[0],
            zip(line, field).allSatisfy({ $0 | 0x20 == $1 | 0x20 })
        else { return [] }
        let value = String(decoding: line.dropFirst(field.count), as: UTF8.self).lowercased()
        return value.split(separator: ",").compactMap { name in
            switch name.drop(while: \.isWhitespace).prefix(while: { !$0.isWhitespace }) {
            case "gzip", "x-gzip": .gzip
            case "deflate": .deflate
            case "identity", "": nil
            default: .unknown
            }
        }
    }

    /// The content of a body.
    ///
    /// - Parameters:
    ///   - encodings: The codings, in the order in which they were applied.
    ///   - body: The body as it was received.
    ///   - limit: The most bytes that any of the codings may produce.
    /// - Returns: The decoded content.
    /// - Throws: `.badEncoding` for an unknown coding, for too many of them, and for bytes that do not match the
    ///   coding; `.tooLarge` if the content is larger than `limit`.
    static func undo(
        _ encodings: [ResponseEncoding],
        of body: [UInt8],
        limit: Int
    ) throws(TransportFailure) -> [UInt8] {
        guard !encodings.isEmpty else { return body }
        guard encodings.count <= TransportLimits.encodings, !encodings.contains(.unknown) else { throw .badEncoding }
        var content = body
        for encoding in encodings.reversed() where !content.isEmpty {
            guard encoding == .deflate || content.starts(with: Gzip.magic) else { throw .badEncoding }
            do throws(GzipError) {
                content = try Gzip.decompress(content, limit: limit)
            } catch .tooLarge {
                throw .tooLarge
            } catch {
                throw .badEncoding
            }
        }
        return content
    }
}
