extension JSONScanner {
    /// Steps over the string whose opening quote is the next byte, checking escapes and UTF-8.
    @inline(__always)
    mutating func scanString() throws(JSONError) -> StringToken {
        offset &+= 1
        let start = offset
        var isEscaped = false
        while true {
            skipPlainCharacters()
            guard offset < bytes.count else { throw error(.unexpectedEnd) }
            switch bytes[offset] {
            case ASCII.quote:
                offset &+= 1
                return StringToken(range: start..<(offset &- 1), isEscaped: isEscaped)
            case ASCII.backslash:
                isEscaped = true
                try skipEscape()
            case 0..<ASCII.space:
                throw error(.controlCharacter)
            default:
                try skipMultibyteCharacter()
            }
        }
    }

    /// Stops at the first quote, backslash, control character or byte of a multi-byte character.
    @inline(__always)
    private mutating func skipPlainCharacters() {
        // Eight bytes at a time. A borrow can flag a byte wrongly, but only above one that is flagged rightly, and
        // only the lowest flag is used.
        while offset &+ 8 <= bytes.count {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let quotes = (word ^ 0x2222_2222_2222_2222) &- 0x0101_0101_0101_0101
            let backslashes = (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- 0x0101_0101_0101_0101
            let controls = word &- 0x2020_2020_2020_2020
            let flags = (word | quotes | backslashes | controls) & 0x8080_8080_8080_8080
            if flags != 0 {
                offset &+= flags.trailingZeroBitCount / 8
                return
            }
            offset &+= 8
        }
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte < ASCII.space || byte >= 0x80 || byte == ASCII.quote || byte == ASCII.backslash { return }
            offset &+= 1
        }
    }

    private mutating func skipEscape() throws(JSONError) {
        guard offset &+ 1 < bytes.count else {
            offset = bytes.count
            throw error(.unexpectedEnd)
        }
        switch bytes[offset &+ 1] {
        case ASCII.quote, ASCII.backslash, ASCII.slash, UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            offset &+= 2
        case UInt8(ascii: "u"):
            for index in (offset &+ 2)..<(offset &+ 6) {
                guard index < bytes.count else {
                    offset = bytes.count
                    throw error(.unexpectedEnd)
                }
                guard ASCII.hexValue(bytes[index]) != nil else { throw error(.invalidEscape) }
            }
            offset &+= 6
        default:
            throw error(.invalidEscape)
        }
    }

    /// Steps over one character of two to four bytes: shortest form only, no surrogates, nothing above U+10FFFF.
    private mutating func skipMultibyteCharacter() throws(JSONError) {
        let lead = bytes[offset]
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF:
            length = 3
            if lead == 0xE0 { second = 0xA0...0xBF }
            if lead == 0xED { second = 0x80...0x9F }
        case 0xF0...0xF4:
            length = 4
            if lead == 0xF0 { second = 0x90...0xBF }
            if lead == 0xF4 { second = 0x80...0x8F }
        default: throw error(.invalidUTF8)
        }
        for index in 1..<length {
            guard offset &+ index < bytes.count else {
                offset = bytes.count
                throw error(.unexpectedEnd)
            }
            let allowed = index == 1 ? second : 0x80...0xBF
            guard allowed.contains(bytes[offset &+ index]) else { throw error(.invalidUTF8) }
        }
        offset &+= length
    }
}
