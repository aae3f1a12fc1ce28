/// Base64 (RFC 4648).
package enum Base64 {
    /// Encodes `bytes`; `urlSafe` writes `-` and `_` in place of `+` and `/`, `padded` fills up the last group with
    /// `=`.
    package static func encode(_ bytes: [UInt8], urlSafe: Bool = false, padded: Bool = true) -> String {
        let alphabet = urlSafe ? urlSafeAlphabet : standardAlphabet
        return String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { target in
            bytes.withUnsafeBufferPointer { source in
                alphabet.withUnsafeBufferPointer { encode(source, $0, padded: padded, into: target) }
            }
        }
    }

    private static func encode(
        _ source: UnsafeBufferPointer<UInt8>,
        _ alphabet: UnsafeBufferPointer<UInt8>,
        padded: Bool,
        into target: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        var start = 0
        var end = 0
        while start &+ 3 <= source.count {
            let group = UInt32(source[start]) << 16 | UInt32(source[start &+ 1]) << 8 | UInt32(source[start &+ 2])
            target[end] = alphabet[Int(group >> 18)]
            target[end &+ 1] = alphabet[Int(group >> 12 & 63)]
            target[end &+ 2] = alphabet[Int(group >> 6 & 63)]
            target[end &+ 3] = alphabet[Int(group & 63)]
            start &+= 3
            end &+= 4
        }
        let left = source.count &- start
        guard left > 0 else { return end }
        let group = UInt32(source[start]) << 16 | (left == 2 ? UInt32(source[start &+ 1]) << 8 : 0)
        for position in 0...left {
            target[end] = alphabet[Int(group >> UInt32(18 - 6 * position) & 63)]
            end &+= 1
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
        let digits = text.utf8.reversed().drop { $0 == paddingSign }.count
        guard digits % 4 != 1, text.utf8.count - digits <= 2,
            text.utf8.prefix(digits).allSatisfy({ values[Int($0)] < 64 })
        else { return nil }
        return decodeLenient(text.utf8)
    }

    /// Decodes the digits of both alphabets up to the first `=` and skips all other characters.
    ///
    /// A last digit that does not complete a byte is dropped.
    package static func decodeLenient(_ text: some Collection<UInt8>) -> [UInt8] {
        let decoded = text.withContiguousStorageIfAvailable { source in
            [UInt8](unsafeUninitializedCapacity: source.count / 4 * 3 + 3) { target, end in
                end = values.withUnsafeBufferPointer { decode(source, $0, into: target) }
            }
        }
        return decoded ?? decodeLenient(Array(text))
    }

    private static func decode(
        _ source: UnsafeBufferPointer<UInt8>,
        _ values: UnsafeBufferPointer<UInt8>,
        into target: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        var end = 0
        var start = 0
        while start &+ 4 <= source.count {
            let first = values[Int(source[start])]
            let second = values[Int(source[start &+ 1])]
            let third = values[Int(source[start &+ 2])]
            let fourth = values[Int(source[start &+ 3])]
            guard first | second | third | fourth < 64 else { break }
            target[end] = first << 2 | second >> 4
            target[end &+ 1] = second << 4 | third >> 2
            target[end &+ 2] = third << 6 | fourth
            start &+= 4
            end &+= 3
        }
        var group: UInt32 = 0
        var bits = 0
        for character in source[start...] {
            if character == paddingSign { break }
            let value = values[Int(character)]
            guard value < 64 else { continue }
            group = group << 6 | UInt32(value)
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

    /// The value of each digit; 255 for any other character.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for alphabet in [standardAlphabet, urlSafeAlphabet] {
            for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        }
        return values
    }()
}
