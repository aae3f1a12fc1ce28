/// A one-pass, validating reader of JSON bytes (RFC 8259) that allocates nothing.
///
/// It steps over values and reports where they lie; turning them into values is left to `JSONBuilder`. Every function
/// leaves `offset` behind what it read, or throws and leaves it anywhere. The buffer must outlive the scanner.
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
