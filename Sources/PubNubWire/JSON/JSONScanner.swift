/// A one-pass, validating reader of JSON bytes (RFC 8259) that allocates nothing.
///
/// It steps over values and reports their positions; `JSONBuilder` turns them into values. Every function leaves
/// `offset` behind what it read, or throws and leaves `offset` anywhere. The buffer must outlive the scanner.
struct JSONScanner {
    /// How deep arrays and objects may be nested.
    static let depthLimit = 512

    let bytes: UnsafeRawBufferPointer
    var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// The next byte that is not white space, not consumed.
    @inline(__always)
    mutating func peek() throws(JSONError) -> UInt8 {
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte > ASCII.space { return byte }
            guard Self.isWhitespace(byte) else { throw error(.unexpectedCharacter) }
            offset &+= 1
        }
        throw error(.unexpectedEnd)
    }

    /// Steps over one value of any kind, checking all of it, and returns the bytes it covers.
    ///
    /// `depth` is the number of containers open around the value.
    @discardableResult
    mutating func skipValue(depth: Int) throws(JSONError) -> Range<Int> {
        let first = try peek()
        let start = offset
        switch first {
        case ASCII.quote: _ = try scanString()
        case ASCII.openBrace: try skipObject(depth: depth)
        case ASCII.openBracket: try skipArray(depth: depth)
        case ASCII.minus, ASCII.zero...ASCII.nine: _ = try scanNumber()
        case UInt8(ascii: "t"): try skipLiteral("true")
        case UInt8(ascii: "f"): try skipLiteral("false")
        case UInt8(ascii: "n"): try skipLiteral("null")
        default: throw error(.unexpectedCharacter)
        }
        return start..<offset
    }

    /// Checks that nothing but white space is left.
    mutating func finish() throws(JSONError) {
        while offset < bytes.count {
            guard Self.isWhitespace(bytes[offset]) else { throw error(.trailingCharacters) }
            offset &+= 1
        }
    }

    /// Steps over `literal`, of which the caller has seen the first character.
    mutating func skipLiteral(_ literal: StaticString) throws(JSONError) {
        let length = literal.utf8CodeUnitCount
        for index in 0..<length {
            guard offset < bytes.count else { throw error(.unexpectedEnd) }
            guard bytes[offset] == literal.utf8Start[index] else { throw error(.unexpectedCharacter) }
            offset &+= 1
        }
    }

    func error(_ reason: JSONError.Reason) -> JSONError {
        JSONError(offset: offset, reason: reason)
    }

    @inline(__always)
    private static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == ASCII.space || byte == ASCII.lineFeed || byte == ASCII.carriageReturn || byte == ASCII.tab
    }
}

/// The characters of the protocol's syntax, as bytes.
package enum ASCII {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let quote: UInt8 = 0x22
    static let percent: UInt8 = 0x25
    static let openParenthesis: UInt8 = 0x28
    static let closeParenthesis: UInt8 = 0x29
    static let plus: UInt8 = 0x2B
    static let comma: UInt8 = 0x2C
    static let minus: UInt8 = 0x2D
    static let dot: UInt8 = 0x2E
    static let slash: UInt8 = 0x2F
    static let zero: UInt8 = 0x30
    static let nine: UInt8 = 0x39
    static let colon: UInt8 = 0x3A
    static let openBracket: UInt8 = 0x5B
    static let backslash: UInt8 = 0x5C
    static let closeBracket: UInt8 = 0x5D
    static let openBrace: UInt8 = 0x7B
    static let closeBrace: UInt8 = 0x7D

    /// True for `0` to `9`.
    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool {
        byte &- zero < 10
    }

    /// The value of a hexadecimal digit of either case; nil for any other byte.
    @inline(__always)
    package static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte &- 0x30
        case 0x41...0x46: byte &- 0x37
        case 0x61...0x66: byte &- 0x57
        default: nil
        }
    }

    /// The upper-case hexadecimal digit for the low four bits of `value`.
    @inline(__always)
    static func upperHexDigit(_ value: UInt8) -> UInt8 {
        let nibble = value & 0x0F
        return nibble < 10 ? zero &+ nibble : 0x37 &+ nibble
    }

    /// The lower-case hexadecimal digit for the low four bits of `value`.
    @inline(__always)
    static func lowerHexDigit(_ value: UInt8) -> UInt8 {
        let nibble = value & 0x0F
        return nibble < 10 ? zero &+ nibble : 0x57 &+ nibble
    }
}

/// Where a JSON number lies in the text.
struct NumberToken {
    /// The bytes of the number.
    let range: Range<Int>
    /// True when it has neither a fraction nor an exponent.
    let isInteger: Bool
}

/// Where a JSON string lies in the text, without its quotes.
struct StringToken {
    /// The bytes between the quotes, still escaped.
    let range: Range<Int>
    /// True when at least one backslash escape is among them.
    let isEscaped: Bool
}

/// Where a value that a reply contains lies in the text.
struct JSONPart {
    /// The bytes of the value.
    let range: Range<Int>
    /// True when it is nested deeper than `JSONScanner.depthLimit`. Its grammar is not checked then.
    let isTooDeep: Bool
}
