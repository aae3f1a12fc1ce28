extension Character {
    // The wide blocks of Unicode's East Asian Width table.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FB, 0x20000...0x3FFFD,
    ]

    /// The number of cells that it takes in a terminal.
    var width: Int {
        let isWide = unicodeScalars.contains { scalar in
            scalar == "\u{FE0F}" || scalar.properties.isEmojiPresentation || Self.wide.contains { $0 ~= scalar.value }
        }
        return isWide ? 2 : 1
    }
}

extension String {
    var width: Int { reduce(0) { $0 + $1.width } }

    /// The text on one line, without terminal commands, because other users may have written it.
    var printable: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: text += " "
            case .format where scalar != "\u{200D}": break
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// The longest prefix that fits in `width` cells.
    func fitting(_ width: Int) -> String {
        var cells = 0
        return String(
            prefix { character in
                cells += character.width
                return cells <= width
            }
        )
    }

    /// The text in `width` cells, with an ellipsis if it was cut.
    func cut(to width: Int) -> String { self.width <= width ? self : fitting(width - 1) + "…" }

    /// The text in rows of `width` cells, broken at line ends and spaces, and inside words that are longer than a row.
    func wrapped(to width: Int) -> [String] {
        split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap { line in
            var rows: [String] = []
            var rest = String(line).printable
            repeat {
                var row = rest.fitting(max(width, 2))
                if row.count < rest.count, let space = row.lastIndex(of: " ") { row = String(row[...space]) }
                rows.append(row)
                rest.removeFirst(row.count)
            } while !rest.isEmpty
            return rows
        }
    }
}
