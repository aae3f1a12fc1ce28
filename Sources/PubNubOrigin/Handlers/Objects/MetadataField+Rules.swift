import PubNubWire

extension MetadataField {
    /// The most characters.
    var maxLength: Int {
        switch self {
        case .name, .description, .externalId, .profileUrl: 2048
        case .email: 320
        case .type, .status: 50
        }
    }

    /// Checks a string.
    ///
    /// - Parameters:
    ///   - text: The string.
    ///   - validatesContacts: Whether an email address and a profile URL have to be one.
    /// - Returns: The error, as the end of a sentence; nil for a valid string.
    func fault(_ text: String, validatesContacts: Bool) -> String? {
        let length = text.unicodeScalars.count
        guard length <= maxLength else { return "must not be longer than \(maxLength) characters." }
        // A data file ends a string there.
        guard !text.utf8.contains(0) else { return "must not contain U+0000." }
        switch self {
        case .name:
            let isBlank = text.allSatisfy(\.isWhitespace)
            return isBlank ? "must have at least one character that is not white space." : nil
        case .profileUrl where validatesContacts: return Self.isURL(text) ? nil : "must be a valid URL."
        case .email where validatesContacts: return Self.isAddress(text) ? nil : "must be a valid email address."
        case .profileUrl, .email, .externalId, .description, .type, .status: return nil
        }
    }

    /// Whether a string is a URI with a scheme (RFC 3986), judged by its characters.
    private static func isURL(_ text: String) -> Bool {
        let (scheme, rest) = text.cut(at: ":")
        guard let rest, !rest.isEmpty, rest != "//", let first = scheme.utf8.first, isLetter(first),
            scheme.utf8.allSatisfy({ isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) })
        else { return false }
        var bytes = Array(rest.utf8)[...]
        while let byte = bytes.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard bytes.count >= 2, bytes.prefix(2).allSatisfy(isHex) else { return false }
                bytes = bytes.dropFirst(2)
            } else if !isLetter(byte), !isDigit(byte), !"-._~:/?#[]@!$&'()*+,;=".utf8.contains(byte) {
                return false
            }
        }
        return true
    }

    /// Whether a string is an address specification (RFC 5322, 3.4.1) without comments and folding.
    private static func isAddress(_ text: String) -> Bool {
        guard let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return false }
        let local = Array(text.utf8[..<at])
        let domain = Array(text.utf8[text.utf8.index(after: at)...])
        return (isDotAtom(local) || isQuoted(local)) && (isDotAtom(domain) || isLiteral(domain))
    }

    private static func isDotAtom(_ bytes: [UInt8]) -> Bool {
        bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { atom in
            !atom.isEmpty
                && atom.allSatisfy { isLetter($0) || isDigit($0) || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0) }
        }
    }

    private static func isQuoted(_ bytes: [UInt8]) -> Bool {
        let quote = UInt8(ascii: "\"")
        guard bytes.count >= 2, bytes.first == quote, bytes.last == quote else { return false }
        var rest = bytes.dropFirst().dropLast()
        while let byte = rest.popFirst() {
            guard (0x20...0x7E).contains(byte), byte != quote else { return false }
            guard byte == UInt8(ascii: "\\") else { continue }
            guard let quoted = rest.popFirst(), (0x20...0x7E).contains(quoted) else { return false }
        }
        return true
    }

    private static func isLiteral(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") else { return false }
        return bytes.dropFirst().dropLast().allSatisfy { (0x21...0x7E).contains($0) && !"[]\\".utf8.contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isHex(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x66).contains(byte | 0x20) }
}
