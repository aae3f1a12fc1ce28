import PubNubWire

/// A hidden value of a request as a service may repeat it: escaped or not, one of a list, the content of a JSON string, in
/// upper or lower case.
struct EchoedSecret {
    /// Shorter ones are hidden only where they stand alone, so that the key `a` does not blot out every `a`.
    private static let distinctiveLength = 8

    private let forms: [String]

    /// A value as it stands in a URL.
    init(escaped: Substring) {
        self.init(plain: PercentEncoding.unescape(escaped) ?? String(escaped), escaped: String(escaped))
    }

    /// A value as it is.
    init(plain: String, escaped: String = "") {
        var forms: Set = [plain, escaped]
        if let value = try? JSONValue(parsing: plain) {
            // Parts of an object are words of any text.
            if let content = value.stringValue { forms.insert(content) }
        } else {
            forms.formUnion(plain.split(at: ",").map(String.init))
        }
        // The longest first: what it covers must not be left in halves by a part of it.
        self.forms = forms.subtracting([""]).sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    }

    /// The text with a mask in the place of the secret.
    func hidden(in text: String) -> String {
        forms.reduce(text) { Self.hide($1.utf8.map(Self.lowered), in: $0) }
    }

    private static func hide(_ secret: [UInt8], in text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if matches(secret, bytes, at: index) {
                result += Redaction.mask.utf8
                index += secret.count
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func matches(_ secret: [UInt8], _ text: [UInt8], at start: Int) -> Bool {
        let end = start + secret.count
        guard end <= text.count, lowered(text[start]) == secret[0] else { return false }
        guard text[start..<end].elementsEqual(secret, by: { lowered($0) == $1 }) else { return false }
        guard secret.count < distinctiveLength else { return true }
        let joinsBefore = start > 0 && isWord(text[start - 1])
        let joinsAfter = end < text.count && isWord(text[end])
        return !joinsBefore && !joinsAfter
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
        default: false
        }
    }
}
