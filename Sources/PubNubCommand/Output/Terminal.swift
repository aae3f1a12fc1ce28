import Foundation

/// The layout of text for people: aligned columns, and colour only on a terminal that supports it.
struct Terminal: Sendable {
    enum Colour: String {
        case red = "31"
        case green = "32"
        case yellow = "33"
        case blue = "34"
    }

    /// Whether escape sequences may be written.
    let hasColour: Bool
    /// Whether the descriptor is a terminal.
    let isTerminal: Bool

    init(descriptor: Int32) {
        let environment = ProcessInfo.processInfo.environment
        let isWanted = environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
        isTerminal = isatty(descriptor) == 1
        hasColour = isWanted && isTerminal
    }

    func paint(_ text: String, _ colour: Colour) -> String {
        hasColour ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// The rows with every column but the last padded to its widest cell.
    static func columns(_ rows: [[String]]) -> [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { $0.indices.contains(column) ? $0[column].width : 0 }.max() ?? 0
        }
        return rows.map { row in
            row.enumerated()
                .map { column, cell in
                    column == row.count - 1
                        ? cell : cell + String(repeating: " ", count: widths[column] - cell.width)
                }
                .joined(separator: "  ")
        }
    }
}

extension String {
    /// The number of cells of a terminal that the string occupies.
    var width: Int {
        utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + $1.width }
    }
}

extension Int {
    /// The number with a noun, which has an `s` unless the number is 1.
    func of(_ noun: String) -> String {
        self == 1 ? "1 \(noun)" : "\(self) \(noun)s"
    }
}

extension Character {
    /// Two for East Asian wide characters and emoji, zero for combining characters, one for all others.
    fileprivate var width: Int {
        if unicodeScalars.contains(where: { $0.isWide || $0 == "\u{FE0F}" }) { return 2 }
        return unicodeScalars.allSatisfy(\.isWithoutWidth) ? 0 : 1
    }
}

extension Unicode.Scalar {
    /// The blocks that are wide or full width in Unicode's table of East Asian widths.
    private static let wideBlocks: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x18AFF, 0x1AFF0...0x1B2FB, 0x1D300...0x1D376, 0x20000...0x3FFFD,
    ]

    fileprivate var isWide: Bool {
        properties.isEmojiPresentation || Self.wideBlocks.contains { $0.contains(value) }
    }

    fileprivate var isWithoutWidth: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: true
        default: false
        }
    }
}

extension String {
    /// The string on one line with control characters escaped, because other users can have written it.
    var printable: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        return unicodeScalars.map { scalar in
            switch scalar {
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            case let scalar where scalar.isControl: "\\u{\(String(scalar.value, radix: 16))}"
            default: String(scalar)
            }
        }
        .joined()
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { properties.generalCategory == .control }
}
