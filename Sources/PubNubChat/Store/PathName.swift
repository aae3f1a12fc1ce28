/// Any text as names of directories. Different texts have different names.
enum PathName {
    /// How many bytes a name has at most; file systems take 255.
    private static let longest = 200

    /// The names of directories, one in the other, that stand for a text.
    ///
    /// Letters, digits, `-`, `_`, `@` and dots that do not come first stay; every other byte becomes `%` and two hexadecimal digits. A
    /// longer text goes on in a directory in the first one. Only the name of such a first one ends in a `%` without digits.
    static func parts(of text: String) -> [String] {
        var parts: [String] = []
        var part = ""
        for byte in text.utf8 {
            if part.utf8.count > longest - 4 {
                parts.append(part + "%")
                part = ""
            }
            part += name(of: byte, isFirst: part.isEmpty)
        }
        // An empty text has a name, too, which no other text has.
        return parts + [part.isEmpty ? "%" : part]
    }

    private static func name(of byte: UInt8, isFirst: Bool) -> String {
        switch byte {
        case UInt8(ascii: "."): isFirst ? "%2E" : "."
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "@"):
            String(UnicodeScalar(byte))
        default: "%" + String(byte >> 4, radix: 16, uppercase: true) + String(byte & 15, radix: 16, uppercase: true)
        }
    }
}
