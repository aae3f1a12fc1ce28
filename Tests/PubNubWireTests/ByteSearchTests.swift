import TestRandom
import Testing

@testable import PubNubWire

@Suite("Searches in bytes, many at a time, find what a search byte by byte finds")
struct ByteSearchTests {
    /// Bytes around the limits that are searched for.
    private static let interesting: [UInt8] = [0, 0x09, 0x0D, 0x1F, 0x20, 0x21, 0x7E, 0x7F, 0x80, 0x9F, 0xFF]

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

    private func expectSame(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { buffer in
            #expect(buffer.areVisibleASCII == bytes.allSatisfy { $0 > 0x20 && $0 < 0x80 }, "\(bytes)")
            for start in 0...bytes.count {
                let control = bytes[start...].firstIndex(where: Self.isControl)
                #expect(buffer.positionOfControlCharacter(from: start) == control, "\(bytes) from \(start)")
                let slash = bytes[start...].firstIndex(of: 0x2F)
                #expect(buffer.position(of: 0x2F, from: start) == slash, "\(bytes) from \(start)")
            }
        }
    }

    @Test("One byte among others, at every place of up to three words")
    func oneByte() {
        for byte in Self.interesting + [0x2F] {
            for count in 1...24 {
                for place in 0..<count {
                    var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: count)
                    bytes[place] = byte
                    expectSame(bytes)
                }
            }
        }
        expectSame([])
    }

    @Test("Pairs of neighbours, as a word that is compared borrows from the byte above")
    func neighbours() {
        for first in Self.interesting {
            for second in Self.interesting { expectSame([0x78, first, second, 0x78, 0x78, 0x78, 0x78, 0x78, 0x78]) }
        }
    }

    @Test("Random bytes", arguments: 1...20)
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 0...40, using: &random)
        expectSame((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    }

    @Test("Suffixes are compared by their bytes")
    func suffix() {
        #expect("a-pnpres".endsInBytes(of: "-pnpres") && "-pnpres".endsInBytes(of: "-pnpres"))
        #expect(!"pnpres".endsInBytes(of: "-pnpres") && !"a-pnpreS".endsInBytes(of: "-pnpres"))
        #expect("e\u{301}.*".endsInBytes(of: ".*") && !"a.*\u{301}".endsInBytes(of: ".*") && !"".endsInBytes(of: ".*"))
    }
}
