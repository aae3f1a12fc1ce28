import Foundation
import GRDB

/// Splits text into the tokens of the search index. The index and the queries use it, so a message is found by its own text in any
/// script.
///
/// A word of a script with spaces is one token, in lower case and without diacritics. Chinese, Japanese, Korean, Thai, Lao, Khmer and
/// Burmese have one token for each character, and each emoji is one: a phrase of such tokens is any part of the text. The points of
/// Arabic and Hebrew, variation selectors and skin tones are left out.
///
/// Other rules need another name, and a migration that builds the index again. Each connection has an object of its own.
final class SearchTokenizer: FTS5CustomTokenizer {
    static let name = "pubnub1"

    /// The longest token, in bytes of UTF-8; the rest of a longer word is left out. The name of a channel is one token in hexadecimal
    /// digits, with at most 737 bytes.
    static let maxTokenBytes = 800

    private var scalars = ScalarTable()
    /// The bytes of the token that is being read. In an array, each byte would cost a check of its owner and of its access; every
    /// text is read when it is stored, and again for each result of a search.
    private let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: maxTokenBytes)

    init(db: Database, arguments: [String]) throws {}

    deinit { bytes.deallocate() }

    func tokenize(
        context: UnsafeMutableRawPointer?,
        tokenization: FTS5Tokenization,
        pText: UnsafePointer<CChar>?,
        nText: CInt,
        tokenCallback: @escaping FTS5TokenCallback
    ) -> CInt {
        guard let pText, nText > 0 else { return 0 }
        let text = UnsafeRawBufferPointer(start: pText, count: Int(nText))
        return split(text) { token, range in
            token.withMemoryRebound(to: CChar.self) { token in
                tokenCallback(
                    context,
                    0,
                    token.baseAddress,
                    CInt(token.count),
                    CInt(range.lowerBound),
                    CInt(range.upperBound)
                )
            }
        }
    }

    /// The token whose end is not reached yet.
    private struct OpenToken {
        enum Kind {
            case none
            case word
            /// One character with the marks that follow it.
            case character
            /// The first half of a flag.
            case flag
        }

        let bytes: UnsafeMutablePointer<UInt8>
        var kind = Kind.none
        var count = 0
        var start = 0
        var end = 0

        mutating func append(_ byte: UInt8) {
            guard count < SearchTokenizer.maxTokenBytes else { return }
            bytes[count] = byte
            count += 1
        }

        /// Adds the bytes of a character, all or none.
        mutating func append(_ character: [UInt8]) {
            guard count + character.count <= SearchTokenizer.maxTokenBytes else { return }
            for byte in character { append(byte) }
        }
    }

    /// Passes each token of a message, with its range.
    ///
    /// - Parameters:
    ///   - text: UTF-8. Bytes that are not separate words.
    ///   - emit: Receives the tokens. It returns 0 to continue.
    /// - Returns: The last result of `emit`.
    private func split(
        _ text: UnsafeRawBufferPointer,
        _ emit: (UnsafeBufferPointer<UInt8>, Range<Int>) -> CInt
    ) -> CInt {
        var position = 0
        var token = OpenToken(bytes: bytes)
        var result: CInt = 0

        func close() {
            if token.count > 0 {
                result = emit(UnsafeBufferPointer(start: token.bytes, count: token.count), token.start..<token.end)
            }
            token.count = 0
            token.kind = .none
        }
        func begin(_ kind: OpenToken.Kind) {
            close()
            token.kind = kind
            token.start = position
        }

        while position < text.count, result == 0 {
            let byte = text[position]
            if byte < 0x80 {
                if let lower = Self.lowercased(byte) {
                    if token.kind != .word { begin(.word) }
                    token.append(lower)
                    token.end = position + 1
                } else {
                    close()
                }
                position += 1
                continue
            }
            guard let (scalar, length) = Self.scalar(in: text, at: position) else {
                close()
                position += 1
                continue
            }
            let entry = scalars[scalar]
            let next = position + length
            switch entry.kind {
            case .separator: close()
            case .ignored: if token.kind != .none { token.end = next }
            case .mark:
                if token.kind != .none {
                    token.append(entry.folded)
                    token.end = next
                }
            case .letter:
                if token.kind != .word { begin(.word) }
                token.append(entry.folded)
                token.end = next
            case .character:
                begin(.character)
                token.append(entry.folded)
                token.end = next
            case .flag:
                if token.kind == .flag {
                    // A third letter begins the next flag.
                    token.kind = .character
                } else {
                    begin(.flag)
                }
                token.append(entry.folded)
                token.end = next
            }
            position = next
        }
        if result == 0 { close() }
        return result
    }

    /// A letter or digit of ASCII in lower case; nil for any other byte.
    private static func lowercased(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        default: nil
        }
    }

    /// The scalar that begins with a byte above 0x7F, and its bytes; nil for malformed UTF-8.
    private static func scalar(in text: UnsafeRawBufferPointer, at start: Int) -> (scalar: Unicode.Scalar, length: Int)?
    {
        let first = text[start]
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard first >= 0xC2, first <= 0xF4, start + length <= text.count else { return nil }
        var value = UInt32(first) & (0xFF >> UInt32(length + 1))
        for offset in 1..<length {
            let byte = text[start + offset]
            guard byte & 0xC0 == 0x80 else { return nil }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        return Unicode.Scalar(value).map { ($0, length) }
    }
}

/// The meaning of scalars for ``SearchTokenizer``, by scalar, for those that occurred.
private struct ScalarTable {
    enum Kind {
        case separator
        /// It belongs to a token and adds nothing to it.
        case ignored
        /// It belongs to the token before it.
        case mark
        /// A part of a word.
        case letter
        /// A token by itself.
        case character
        /// One of the two letters of a flag.
        case flag
    }

    struct Entry {
        let kind: Kind
        let folded: [UInt8]
    }

    /// A chat with more scalars than this fills the table again.
    private static let maxEntries = 8192

    private var entries: [Unicode.Scalar: Entry] = [:]

    subscript(scalar: Unicode.Scalar) -> Entry {
        mutating get {
            if let entry = entries[scalar] { return entry }
            if entries.count >= Self.maxEntries { entries.removeAll(keepingCapacity: true) }
            let entry = Self.entry(scalar)
            entries[scalar] = entry
            return entry
        }
    }

    private static func entry(_ scalar: Unicode.Scalar) -> Entry {
        let kind = kind(scalar)
        switch kind {
        case .separator, .ignored: return Entry(kind: kind, folded: [])
        case .mark, .flag: return Entry(kind: kind, folded: Array(String(scalar).utf8))
        case .character:
            return Entry(kind: kind, folded: Array(String(scalar).precomposedStringWithCompatibilityMapping.utf8))
        case .letter: return Entry(kind: kind, folded: Array(folded(scalar).utf8))
        }
    }

    /// A letter in lower case, without diacritics, and apart if it is a ligature.
    private static func folded(_ letter: Unicode.Scalar) -> String {
        var result = ""
        for part in String(letter).decomposedStringWithCompatibilityMapping.unicodeScalars {
            for lower in part.properties.lowercaseMapping.unicodeScalars {
                switch lower {
                case "ß": result += "ss"
                case "ς": result += "σ"
                default:
                    // Of a fraction or a unit, signs are left out.
                    if lower.isASCII
                        ? lower.properties.isAlphabetic || lower.properties.numericType != nil : isPart(lower)
                    {
                        result.unicodeScalars.append(lower)
                    }
                }
            }
        }
        return result
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch kind(scalar) {
        case .letter, .mark, .character: true
        case .separator, .ignored, .flag: false
        }
    }

    private static func kind(_ scalar: Unicode.Scalar) -> Kind {
        if isIgnored(scalar.value) { return .ignored }
        if 0x1F1E6...0x1F1FF ~= scalar.value { return .flag }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return .mark
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse:
            return hasNoSpaces(scalar.value) ? .character : .letter
        default: return scalar.properties.isEmoji && !scalar.isASCII ? .character : .separator
        }
    }

    /// Diacritics, points, joiners, variation selectors, skin tones and tags.
    private static func isIgnored(_ value: UInt32) -> Bool {
        switch value {
        case 0x00AD, 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F,
            // Hebrew, without its punctuation.
            0x0591...0x05BD, 0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x05C7,
            // Arabic, with the stroke that lengthens words.
            0x0610...0x061A, 0x0640, 0x064B...0x065F, 0x0670,
            0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x2069, 0xFE00...0xFE0F, 0xFEFF,
            0x1F3FB...0x1F3FF, 0xE0020...0xE007F, 0xE0100...0xE01EF:
            true
        default: false
        }
    }

    /// Whether a letter belongs to a script that is written without spaces between words.
    private static func hasNoSpaces(_ value: UInt32) -> Bool {
        switch value {
        case 0x0E00...0x0EFF,  // Thai and Lao
            0x1000...0x109F, 0xA9E0...0xA9FF, 0xAA60...0xAA7F,  // Burmese
            0x1780...0x17FF,  // Khmer
            0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF,  // Korean
            0x2E80...0x312F, 0x3190...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFFDC, 0x1B000...0x1B16F,
            0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
