extension String {
    /// How many cells of a terminal the text takes.
    var width: Int {
        utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + $1.width }
    }
}

extension Character {
    /// Two for East Asian wide characters and emoji, none for what only changes its neighbour, one for anything else.
    fileprivate var width: Int {
        if unicodeScalars.contains(where: { $0.isWide || $0 == "\u{FE0F}" }) { return 2 }
        return unicodeScalars.allSatisfy(\.isWithoutWidth) ? 0 : 1
    }
}

extension Unicode.Scalar {
    /// The blocks that Unicode's table of East Asian widths has as wide or full width.
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
