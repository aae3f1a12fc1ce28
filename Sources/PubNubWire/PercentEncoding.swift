/// Percent-encoding of URL parts.
///
/// Everything but `A-Z a-z 0-9 - _ .` is escaped, `~` and `'` too: both sides of a signature then sign the same text.
package enum PercentEncoding {
    /// Escapes one part: UTF-8, upper-case digits, a space as `%20`.
    package static func escape(_ text: String) -> String {
        var text = text
        return text.withUTF8 { escape(UnsafeRawBufferPointer($0)) }
    }

    /// Escapes one part given as UTF-8.
    package static func escape(_ bytes: [UInt8]) -> String {
        bytes.withUnsafeBytes { escape($0) }
    }

    /// Escapes each name and joins them with a literal `,`; an empty list is `,`.
    package static func escapeList(_ names: [String]) -> String {
        names.isEmpty ? "," : names.map { escape($0) }.joined(separator: ",")
    }

    /// Resolves `%XX`; `+` stands for itself.
    ///
    /// - Returns: nil when a `%` is not followed by two hexadecimal digits or the result is not UTF-8.
    package static func unescape(_ text: some StringProtocol) -> String? {
        let source = Array(text.utf8)
        guard source.contains(ASCII.percent) else { return String(text) }
        var result: [UInt8] = []
        result.reserveCapacity(source.count)
        var index = 0
        while index < source.count {
            guard source[index] == ASCII.percent else {
                result.append(source[index])
                index += 1
                continue
            }
            guard index + 2 < source.count, let high = ASCII.hexValue(source[index + 1]),
                let low = ASCII.hexValue(source[index + 2])
            else { return nil }
            result.append(high << 4 | low)
            index += 3
        }
        return String(validating: result, as: UTF8.self)
    }

    private static func escape(_ source: UnsafeRawBufferPointer) -> String {
        String(unsafeUninitializedCapacity: source.count * 3) { target in
            var end = 0
            for byte in source {
                if isUnreserved(byte) {
                    target[end] = byte
                    end &+= 1
                } else {
                    target[end] = ASCII.percent
                    target[end &+ 1] = ASCII.upperHexDigit(byte >> 4)
                    target[end &+ 2] = ASCII.upperHexDigit(byte)
                    end &+= 3
                }
            }
            return end
        }
    }

    @inline(__always)
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, ASCII.minus, ASCII.dot, UInt8(ascii: "_"): true
        default: false
        }
    }
}

/// Separators of the protocol as what they are in it: bytes.
///
/// Swift compares characters, and takes a separator and a combining mark behind it for one of them: `?` is not the first
/// character of `?` followed by U+0301. In a URL and in a list it separates all the same.
extension StringProtocol where SubSequence == Substring {
    /// The parts between ASCII separators; empty ones are left out unless `keepsEmpty` says otherwise.
    package func split(at separator: Unicode.Scalar, maxSplits: Int = .max, keepsEmpty: Bool = false) -> [Substring] {
        self[...].utf8
            .split(separator: UInt8(ascii: separator), maxSplits: maxSplits, omittingEmptySubsequences: !keepsEmpty)
            .map { Substring($0) }
    }

    /// What is before and behind the first ASCII separator; nil behind it when there is none.
    package func cut(at separator: Unicode.Scalar) -> (before: Substring, behind: Substring?) {
        let parts = split(at: separator, maxSplits: 1, keepsEmpty: true)
        return (parts.first ?? "", parts.count > 1 ? parts[1] : nil)
    }

    /// Whether the ASCII character is anywhere in the text.
    package func holds(_ separator: Unicode.Scalar) -> Bool {
        utf8.contains(UInt8(ascii: separator))
    }
}
