/// The strings of filters of objects, which have the escapes of JSON and `\'`.
enum FilterString {
    /// The text that was written between quotes; nil when an escape is unknown.
    static func unescaped(_ raw: String) -> String? {
        guard raw.utf8.contains(UInt8(ascii: "\\")) else { return raw }
        var text = ""
        var rest = raw.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\" else {
                text.unicodeScalars.append(scalar)
                continue
            }
            guard let escaped = rest.popFirst() else { return nil }
            if escaped == "u" {
                guard let unit = unit(&rest), let decoded = decoded(unit, &rest) else { return nil }
                text.unicodeScalars.append(decoded)
            } else {
                guard let plain = plain[escaped] else { return nil }
                text.unicodeScalars.append(plain)
            }
        }
        return text
    }

    private static let plain: [Unicode.Scalar: Unicode.Scalar] = [
        "n": "\n", "t": "\t", "r": "\r", "b": "\u{8}", "f": "\u{C}", "\\": "\\", "\"": "\"", "'": "'", "/": "/",
    ]

    private static func unit(_ rest: inout Substring.UnicodeScalarView) -> UInt32? {
        let digits = rest.prefix(4)
        guard digits.count == 4, digits.allSatisfy(\.properties.isASCIIHexDigit) else { return nil }
        rest = rest.dropFirst(4)
        return UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
    }

    /// A code unit as a scalar, together with the one that follows when they are a pair; nil for half of a pair.
    private static func decoded(_ unit: UInt32, _ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
        guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
        guard rest.popFirst() == "\\", rest.popFirst() == "u", let low = self.unit(&rest),
            (0xDC00..<0xE000).contains(low)
        else { return nil }
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    }
}
