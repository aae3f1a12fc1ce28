/// Writes `JSON`s as compact JSON: keys sorted, `/` and non-ASCII characters as they are.
struct JSONWriter {
    private(set) var output: [UInt8] = []

    /// Appends `value` as JSON.
    mutating func write(_ value: JSON) {
        switch value {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let flag): output.append(contentsOf: flag ? "true".utf8 : "false".utf8)
        case .integer(let number): output.append(contentsOf: String(number).utf8)
        case .unsigned(let number): output.append(contentsOf: String(number).utf8)
        case .double(let number): write(number)
        case .decimal(let number): output.append(contentsOf: number.text.utf8)
        case .string(let text): write(text)
        case .array(let elements): write(elements)
        case .object(let members): write(members)
        }
    }

    private mutating func write(_ number: Double) {
        // JSON has no spelling for infinities and NaN.
        output.append(contentsOf: number.isFinite ? number.description.utf8 : "null".utf8)
    }

    private mutating func write(_ elements: [JSON]) {
        output.append(ASCII.openBracket)
        var isFirst = true
        for element in elements {
            if !isFirst { output.append(ASCII.comma) }
            isFirst = false
            write(element)
        }
        output.append(ASCII.closeBracket)
    }

    private mutating func write(_ members: [String: JSON]) {
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

    /// Appends a string to bytes, which the writer takes over for that time.
    fileprivate mutating func append(_ text: String, to bytes: inout [UInt8]) {
        swap(&output, &bytes)
        write(text)
        swap(&output, &bytes)
    }

    private mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            if output.isEmpty { output.reserveCapacity(bytes.count + 2) }
            output.append(ASCII.quote)
            // Most strings need no escape, and are copied in one piece.
            if Self.isPlain(bytes) { output.append(contentsOf: bytes) } else { writeEscaped(bytes) }
            output.append(ASCII.quote)
        }
    }

    private mutating func writeEscaped(_ bytes: UnsafeBufferPointer<UInt8>) {
        for byte in bytes {
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

    private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        var offset = 0
        // Eight bytes at a time. A byte from 0x80 on is plain, but may be flagged; it is then looked at below.
        while offset &+ 8 <= raw.count {
            let word = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let quotes = (word ^ 0x2222_2222_2222_2222) &- 0x0101_0101_0101_0101
            let backslashes = (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- 0x0101_0101_0101_0101
            let controls = word &- 0x2020_2020_2020_2020
            if (quotes | backslashes | controls) & 0x8080_8080_8080_8080 != 0 { break }
            offset &+= 8
        }
        return bytes[offset...].allSatisfy { $0 >= ASCII.space && $0 != ASCII.quote && $0 != ASCII.backslash }
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

extension JSON {
    /// Appends a string as JSON to bytes, without a copy of its own.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        var writer = JSONWriter()
        writer.append(text, to: &bytes)
    }
}
