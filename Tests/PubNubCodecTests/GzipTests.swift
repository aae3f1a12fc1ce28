import PubNubCodec
import TestRandom
import Testing

/// Documentation/WireProtocol.md, "Responses".
@Suite("Compression")
struct GzipTests {
    private static let text = Array("hello hello hello hello".utf8)
    /// `text` in the other two formats that a server may send.
    private static let raw: [UInt8] = [0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x27, 0x01]
    private static let zlib: [UInt8] = [0x78, 0x9C] + raw + [0x68, 0x03, 0x08, 0xB1]

    @Test("Data of every length up to the longest message survives", arguments: [0, 1, 100, 4096, 32 * 1024, 1 << 20])
    func roundTrips(_ length: Int) throws {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
        let compressed = try Gzip.compress(bytes)
        #expect(compressed.starts(with: [0x1F, 0x8B]))
        #expect(try Gzip.decompress(compressed, limit: length) == bytes)
    }

    @Test("Reads gzip, zlib and raw deflate")
    func formats() throws {
        #expect(try Gzip.decompress(Gzip.compress(Self.text), limit: 100) == Self.text)
        #expect(try Gzip.decompress(Self.raw, limit: 100) == Self.text)
        #expect(try Gzip.decompress(Self.zlib, limit: 100) == Self.text)
    }

    @Test("Stops a decompression bomb at the limit; data of exactly the limit passes")
    func bomb() throws {
        let megabyte = [UInt8](repeating: 0, count: 1 << 20)
        let compressed = try Gzip.compress(megabyte)
        #expect(compressed.count < 2000)
        #expect(throws: GzipError.tooLarge) { try Gzip.decompress(compressed, limit: (1 << 20) - 1) }
        #expect(throws: GzipError.tooLarge) { try Gzip.decompress(compressed, limit: 0) }
        #expect(try Gzip.decompress(compressed, limit: 1 << 20) == megabyte)
    }

    @Test("A stream truncated at any byte is an error")
    func truncation() throws {
        let compressed = try Gzip.compress(Self.text)
        for length in compressed.indices {
            #expect(throws: GzipError.malformed) {
                try Gzip.decompress(Array(compressed.prefix(length)), limit: 100)
            }
        }
    }

    @Test("The checksum reveals damaged data")
    func damage() throws {
        var compressed = try Gzip.compress(Self.text)
        compressed[compressed.count - 5] ^= 1
        #expect(throws: GzipError.malformed) { try Gzip.decompress(compressed, limit: 100) }
    }

    @Test("Plain text is not mistaken for compressed data")
    func plain() {
        #expect(throws: GzipError.malformed) { try Gzip.decompress(Self.text, limit: 100) }
    }

    @Test("No bytes crash the reader")
    func noise() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let length = Int.random(in: 0..<64, using: &generator)
            var bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            if Bool.random(using: &generator) { bytes = [0x1F, 0x8B, 8, 0] + bytes }
            let result = try? Gzip.decompress(bytes, limit: 1000)
            #expect((result?.count ?? 0) <= 1000)
        }
    }

    @Test("Reads the members of a file as one, in order (RFC 1952, 2.2)", arguments: [1, 2, 3, 500])
    func members(count: Int) throws {
        let parts = (0..<count).map { Array("part \($0);".utf8) }
        let file = try parts.flatMap { try Gzip.compress($0) }
        #expect(try Gzip.decompress(file, limit: 10_000) == parts.flatMap(\.self))
        #expect(try Gzip.decompress(file + [0, 0, 0], limit: 10_000) == parts.flatMap(\.self), "padding is ignored")
    }

    @Test("The limit applies to all members together")
    func membersBomb() throws {
        let member = try Gzip.compress([UInt8](repeating: 0, count: 1000))
        let file = [UInt8](repeatElement(member, count: 100).joined())
        #expect(throws: GzipError.tooLarge) { try Gzip.decompress(file, limit: 99_999) }
        #expect(try Gzip.decompress(file, limit: 100_000).count == 100_000)
    }

    @Test("A later member that is truncated or damaged is malformed")
    func damagedMember() throws {
        let member = try Gzip.compress(Self.text)
        for length in 2..<member.count {
            #expect(throws: GzipError.malformed) {
                try Gzip.decompress(member + member.prefix(length), limit: 1000)
            }
        }
    }
}
