import PubNubCodec

/// Encodings of bytes.
enum CodecTargets {
    static let all = [
        FuzzTarget(name: "base64", longest: 256, check: base64),
        FuzzTarget(name: "gzip", longest: 1024, check: gzip),
    ]

    private static func base64(_ bytes: [UInt8]) throws {
        for urlSafe in [false, true] {
            for padded in [false, true] {
                let text = Base64.encode(bytes, urlSafe: urlSafe, padded: padded)
                try require(Base64.decode(text) == bytes, "what was encoded can be decoded")
                try require(Base64.decodeLenient(text.utf8) == bytes, "the lenient reading is the same there")
            }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let lenient = Base64.decodeLenient(bytes)
        try require(lenient.count <= bytes.count / 4 * 3 + 3, "a text does not grow")
        try require(Base64.decodeLenient(AnyCollection(bytes)) == lenient, "how a text is stored does not matter")
        if let strict = Base64.decode(text) { try require(strict == lenient, "the lenient reading is the strict one") }
    }

    private static func gzip(_ bytes: [UInt8]) throws {
        let compressed = try Gzip.compress(bytes)
        try require(try Gzip.decompress(compressed, limit: bytes.count) == bytes, "what was compressed comes back")
        if !bytes.isEmpty { try requireTooLarge(compressed, limit: bytes.count - 1) }
        guard let plain = try output(of: bytes, limit: 16 * 1024) else { return }
        // Data that may be zlib or raw deflate is refused as soon as one of the two results is too large.
        let isGzip = bytes.starts(with: [0x1F, 0x8B])
        let again = try output(of: bytes, limit: plain.count)
        try require(again == plain || again == nil && !isGzip, "the limit may be met")
        if !plain.isEmpty { try requireTooLarge(bytes, limit: plain.count - 1) }
    }

    private static func output(of bytes: [UInt8], limit: Int) throws -> [UInt8]? {
        guard let plain = try? Gzip.decompress(bytes, limit: limit) else { return nil }
        try require(plain.count <= limit, "nothing comes out beyond the limit")
        return plain
    }

    private static func requireTooLarge(_ bytes: [UInt8], limit: Int) throws {
        do throws(GzipError) {
            _ = try Gzip.decompress(bytes, limit: limit)
        } catch {
            return try require(error == .tooLarge, "what is beyond the limit is too large and not \(error)")
        }
        throw BrokenProperty(description: "nothing comes out beyond the limit")
    }
}
