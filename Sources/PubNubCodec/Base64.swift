// Own code: for 224 bytes, Foundation needs 270 ns instead of 100 ns to encode and, from bytes and skipping other characters, 420 ns
// instead of 150 ns to decode (AMD EPYC, -O). The encryption of such a message takes about as long.

/// Base64 (RFC 4648).
package enum Base64 {
    /// Encodes `bytes`; `urlSafe` writes `-` and `_` in place of `+` and `/`, `padded` fills up the last group with
    /// `=`.
    package static func encode(_ bytes: [UInt8], urlSafe: Bool = false, padded: Bool = true) -> String {
        let pairs = urlSafe ? urlSafePairs : standardPairs
        return String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { target in
            bytes.withUnsafeBytes { source in
                pairs.withUnsafeBufferPointer {
                    encode(source, $0, padded: padded, into: UnsafeMutableRawBufferPointer(target))
                }
            }
        }
    }

    private static func encode(
        _ source: UnsafeRawBufferPointer,
        _ pairs: UnsafeBufferPointer<UInt16>,
        padded: Bool,
        into target: UnsafeMutableRawBufferPointer
    ) -> Int {
        var start = 0
        var end = 0
        // Six of the eight bytes that are read become eight digits, two at a time.
        while start &+ 8 <= source.count {
            let group = UInt64(bigEndian: source.loadUnaligned(fromByteOffset: start, as: UInt64.self))
            for index in 0..<4 {
                let pair = pairs[Int(truncatingIfNeeded: group >> UInt64(52 &- 12 &* index)) & 0xFFF]
                target.storeBytes(of: pair.littleEndian, toByteOffset: end &+ 2 &* index, as: UInt16.self)
            }
            start &+= 6
            end &+= 8
        }
        while start < source.count {
            let count = min(source.count &- start, 3)
            var group: UInt32 = 0
            for index in 0..<3 { group = group << 8 | (index < count ? UInt32(source[start &+ index]) : 0) }
            for index in 0...count {
                target[end] = UInt8(truncatingIfNeeded: pairs[Int(group >> UInt32(18 &- 6 &* index) & 63) << 6])
                end &+= 1
            }
            start &+= count
        }
        while padded, end % 4 != 0 {
            target[end] = paddingSign
            end &+= 1
        }
        return end
    }

    /// Decodes standard or URL-safe text, with or without padding.
    ///
    /// - Returns: nil when the text holds any other character or has an impossible length.
    package static func decode(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8 { source in
            var digits = source[...]
            while digits.last == paddingSign { digits.removeLast() }
            guard digits.count % 4 != 1, source.count - digits.count <= 2 else { return nil }
            let decoded = decode(UnsafeBufferPointer(rebasing: digits))
            return decoded.hasOnlyDigits ? decoded.bytes : nil
        }
    }

    /// Decodes the digits of both alphabets up to the first `=` and skips all other characters.
    ///
    /// A last digit that does not complete a byte is dropped.
    package static func decodeLenient(_ text: some Collection<UInt8>) -> [UInt8] {
        text.withContiguousStorageIfAvailable { decode($0).bytes } ?? decodeLenient(Array(text))
    }

    /// The bytes of the digits before the first `=`.
    private struct Decoded {
        let bytes: [UInt8]
        /// Whether the text has no other characters, and no `=`.
        let hasOnlyDigits: Bool
    }

    private static func decode(_ source: UnsafeBufferPointer<UInt8>) -> Decoded {
        var hasOnlyDigits = true
        // Four bytes are written for three digits more than are left.
        let bytes = [UInt8](unsafeUninitializedCapacity: source.count / 4 * 3 + 4) { target, end in
            end = values.withUnsafeBufferPointer {
                decode(source, $0, into: UnsafeMutableRawBufferPointer(target), &hasOnlyDigits)
            }
        }
        return Decoded(bytes: bytes, hasOnlyDigits: hasOnlyDigits)
    }

    private static func decode(
        _ source: UnsafeBufferPointer<UInt8>,
        _ values: UnsafeBufferPointer<UInt32>,
        into target: UnsafeMutableRawBufferPointer,
        _ hasOnlyDigits: inout Bool
    ) -> Int {
        var end = 0
        var start = 0
        while start &+ 4 <= source.count {
            let group =
                values[Int(source[start])] << 18 | values[Int(source[start &+ 1])] << 12
                | values[Int(source[start &+ 2])] << 6 | values[Int(source[start &+ 3])]
            guard group >> 24 == 0 else { break }
            // The last of the four bytes is replaced by the next group.
            target.storeBytes(of: (group << 8).bigEndian, toByteOffset: end, as: UInt32.self)
            start &+= 4
            end &+= 3
        }
        var group: UInt32 = 0
        var bits = 0
        for character in source[start...] {
            let value = values[Int(character)]
            guard value != noValue else {
                hasOnlyDigits = false
                if character == paddingSign { break }
                continue
            }
            group = group << 6 | value
            bits &+= 6
            if bits >= 8 {
                bits &-= 8
                target[end] = UInt8(truncatingIfNeeded: group >> UInt32(bits))
                end &+= 1
            }
        }
        return end
    }

    private static let paddingSign = UInt8(ascii: "=")
    private static let standardAlphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let urlSafeAlphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static let standardPairs = pairs(of: standardAlphabet)
    private static let urlSafePairs = pairs(of: urlSafeAlphabet)

    /// The two digits of each number of 12 bits, the first one in the lower byte.
    private static func pairs(of alphabet: [UInt8]) -> [UInt16] {
        alphabet.flatMap { first in alphabet.map { second in UInt16(second) << 8 | UInt16(first) } }
    }

    /// Shifted to any of the four digits of a group, it leaves bits above the 24 of a group.
    private static let noValue = UInt32.max

    /// The value of each digit; `noValue` for any other character.
    private static let values: [UInt32] = {
        var values = [UInt32](repeating: noValue, count: 256)
        for alphabet in [standardAlphabet, urlSafeAlphabet] {
            for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt32(value) }
        }
        return values
    }()
}
