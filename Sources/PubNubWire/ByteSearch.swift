/// Searches in bytes, many at a time. Not generic, so that other modules call fast code.
extension UnsafeRawBufferPointer {
    /// The offset of the first byte with a value, from an offset on; nil if no byte has it.
    package func position(of byte: UInt8, from start: Int = 0) -> Int? {
        var index = start
        while index + Bytes.width <= count {
            let found = Bytes(self, at: index).equal(to: byte)
            // The lowest byte of a word is the first one.
            if found != 0 { return index + found.trailingZeroBitCount / UInt8.bitWidth }
            index += Bytes.width
        }
        while index < count {
            if self[index] == byte { return index }
            index += 1
        }
        return nil
    }

    /// The offset of the first byte below a space, or with the value of DEL, from an offset on; nil if no byte is one.
    package func positionOfControlCharacter(from start: Int) -> Int? {
        var index = start
        while index + Bytes.width <= count {
            let bytes = Bytes(self, at: index)
            let found = bytes.below(.space) | bytes.equal(to: .delete)
            if found != 0 { return index + found.trailingZeroBitCount / UInt8.bitWidth }
            index += Bytes.width
        }
        while index < count {
            if self[index] < .space || self[index] == .delete { return index }
            index += 1
        }
        return nil
    }

    /// Whether all bytes are above a space, and below 128.
    package var areVisibleASCII: Bool {
        var index = 0
        while index + Bytes.width <= count {
            let bytes = Bytes(self, at: index)
            if bytes.below(.space + 1) | bytes.from128 != 0 { return false }
            index += Bytes.width
        }
        while index < count {
            guard self[index] > .space, self[index] < 0x80 else { return false }
            index += 1
        }
        return true
    }
}

extension String {
    /// Calls a closure with the UTF-8 bytes.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable({ body(UnsafeRawBufferPointer($0)) }) { return result }
        // Only a string that is not UTF-8 inside has no such storage.
        var text = self
        return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }
}

/// Eight bytes that are compared at the same time.
///
/// The results have the highest bit of each byte that was found. Above the first such byte there may be bits of bytes that do not fit,
/// as a subtraction borrows from the byte above.
private struct Bytes {
    static let width = 8
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highest: UInt64 = 0x8080_8080_8080_8080

    private let word: UInt64

    init(_ bytes: UnsafeRawBufferPointer, at index: Int) {
        word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// The bytes from 128 on.
    var from128: UInt64 { word & Self.highest }

    /// The bytes below a limit, which is 128 at most.
    func below(_ limit: UInt8) -> UInt64 { (word &- Self.ones &* UInt64(limit)) & ~word & Self.highest }

    /// The bytes with a value.
    func equal(to byte: UInt8) -> UInt64 {
        let difference = word ^ (Self.ones &* UInt64(byte))
        return (difference &- Self.ones) & ~difference & Self.highest
    }
}

extension UInt8 {
    fileprivate static let space = UInt8(ascii: " ")
    fileprivate static let delete: UInt8 = 0x7F
}
