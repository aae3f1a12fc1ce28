extension JSONScanner {
    /// The string a token stands for, its escapes resolved; a lone surrogate becomes U+FFFD.
    func text(of token: StringToken) -> String {
        let raw = UnsafeRawBufferPointer(rebasing: bytes[token.range])
        guard token.isEscaped else { return String(decoding: raw.assumingMemoryBound(to: UInt8.self), as: UTF8.self) }
        // No escape is longer resolved than written.
        return String(unsafeUninitializedCapacity: raw.count) { Self.unescape(raw, into: $0) }
    }

    private static func unescape(_ raw: UnsafeRawBufferPointer, into out: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var source = 0
        var target = 0
        while source < raw.count {
            let byte = raw[source]
            guard byte == ASCII.backslash, source &+ 1 < raw.count else {
                out[target] = byte
                source &+= 1
                target &+= 1
                continue
            }
            let kind = raw[source &+ 1]
            if kind == UInt8(ascii: "u") {
                let scalar = unicodeEscape(raw, at: &source)
                for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                    out[target] = unit
                    target &+= 1
                }
            } else {
                out[target] = simpleEscape(kind)
                source &+= 2
                target &+= 1
            }
        }
        return target
    }

    private static func simpleEscape(_ kind: UInt8) -> UInt8 {
        switch kind {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): ASCII.lineFeed
        case UInt8(ascii: "r"): ASCII.carriageReturn
        case UInt8(ascii: "t"): ASCII.tab
        default: kind
        }
    }

    /// Reads `\uXXXX`, or a pair of them when they form one character, and steps over what it used.
    private static func unicodeEscape(_ raw: UnsafeRawBufferPointer, at source: inout Int) -> Unicode.Scalar {
        let replacement: Unicode.Scalar = "\u{FFFD}"
        guard let high = codeUnit(raw, at: source) else {
            source = raw.count
            return replacement
        }
        source &+= 6
        guard (0xD800...0xDBFF).contains(high) else { return Unicode.Scalar(high) ?? replacement }
        guard let low = codeUnit(raw, at: source), (0xDC00...0xDFFF).contains(low) else { return replacement }
        source &+= 6
        return Unicode.Scalar(0x10000 &+ (high &- 0xD800) << 10 &+ (low &- 0xDC00)) ?? replacement
    }

    /// The four digits of a `\uXXXX` at `start`; `nil` if they are missing.
    private static func codeUnit(_ raw: UnsafeRawBufferPointer, at start: Int) -> UInt32? {
        guard start &+ 6 <= raw.count, raw[start] == ASCII.backslash, raw[start &+ 1] == UInt8(ascii: "u") else {
            return nil
        }
        var unit: UInt32 = 0
        for index in (start &+ 2)..<(start &+ 6) {
            guard let digit = ASCII.hexValue(raw[index]) else { return nil }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }
}
