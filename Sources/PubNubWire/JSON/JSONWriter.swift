/// Writes `JSONValue`s as compact JSON: keys sorted, `/` and non-ASCII characters as they are.
struct JSONWriter {
    private(set) var output: [UInt8] = []

    /// Appends the text of `value`.
    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let flag): output.append(contentsOf: flag ? "true".utf8 : "false".utf8)
        case .integer(let number): output.append(contentsOf: String(number).utf8)
        case .unsigned(let number): output.append(contentsOf: String(number).utf8)
        case .double(let number): write(number)
        case .string(let text): write(text)
        case .array(let elements): write(elements)
        case .object(let members): write(members)
        }
    }

    private mutating func write(_ number: Double) {
        // JSON has no spelling for infinities and NaN.
        output.append(contentsOf: number.isFinite ? number.description.utf8 : "null".utf8)
    }

    private mutating func write(_ elements: [JSONValue]) {
        output.append(ASCII.openBracket)
        var isFirst = true
        for element in elements {
            if !isFirst { output.append(ASCII.comma) }
            isFirst = false
            write(element)
        }
        output.append(ASCII.closeBracket)
    }

    private mutating func write(_ members: [String: JSONValue]) {
        output.append(ASCII.openBrace)
        var isFirst = true
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            if !isFirst { output.append(ASCII.comma) }
            isFirst = false
            write(key)
            output.append(ASCII.colon)
            write(value)
        }
        output.append(ASCII.closeBrace)
    }

    private mutating func write(_ text: String) {
        output.append(ASCII.quote)
        defer { output.append(ASCII.quote) }
        // Most texts need no escape, and are then copied in one piece.
        guard !text.utf8.allSatisfy(Self.isPlain) else { return output.append(contentsOf: text.utf8) }
        for byte in text.utf8 {
            switch byte {
            case ASCII.quote, ASCII.backslash:
                output.append(ASCII.backslash)
                output.append(byte)
            case 0..<ASCII.space:
                writeControl(byte)
            default:
                output.append(byte)
            }
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= ASCII.space && byte != ASCII.quote && byte != ASCII.backslash
    }

    private mutating func writeControl(_ byte: UInt8) {
        output.append(ASCII.backslash)
        switch byte {
        case 0x08: output.append(UInt8(ascii: "b"))
        case 0x0C: output.append(UInt8(ascii: "f"))
        case ASCII.lineFeed: output.append(UInt8(ascii: "n"))
        case ASCII.carriageReturn: output.append(UInt8(ascii: "r"))
        case ASCII.tab: output.append(UInt8(ascii: "t"))
        default:
            output.append(contentsOf: "u00".utf8)
            output.append(ASCII.lowerHexDigit(byte >> 4))
            output.append(ASCII.lowerHexDigit(byte))
        }
    }
}
