/// A line being written: what is before the cursor and what is behind it.
struct LineEditor {
    private(set) var before = ""
    private(set) var after = ""
    // The service takes messages of 32 KiB.
    private static let limit = 4000

    var text: String { before + after }

    /// Changes the line or moves the cursor; a key that is not for editing does nothing.
    mutating func apply(_ key: String) {
        switch key {
        case "\u{7F}", "\u{8}": _ = before.popLast()
        case "\u{1B}[3~": after = String(after.dropFirst())
        case "\u{1B}[D", "\u{1B}OD", "\u{2}": if let character = before.popLast() { after = "\(character)\(after)" }
        case "\u{1B}[C", "\u{1B}OC", "\u{6}": if !after.isEmpty { before.append(after.removeFirst()) }
        case "\u{1B}[H", "\u{1B}OH", "\u{1B}[1~", "\u{1B}[7~", "\u{1}": (before, after) = ("", text)
        case "\u{1B}[F", "\u{1B}OF", "\u{1B}[4~", "\u{1B}[8~", "\u{5}": (before, after) = (text, "")
        case "\u{15}": before = ""
        case "\u{B}": after = ""
        case "\u{17}": before = String(String(before.reversed().drop { $0 == " " }.drop { $0 != " " }).reversed())
        default: if key >= " ", text.utf8.count < Self.limit { before += key }
        }
    }

    /// Gives the line away and begins an empty one.
    mutating func take() -> String {
        defer { self = LineEditor() }
        return text
    }

    /// The part around the cursor that fits in `width` cells, and the cell of the cursor in it.
    func shown(in width: Int) -> (text: String, column: Int) {
        let head = String(String(before.reversed()).fitting(max(0, width - 1)).reversed())
        return (head.printable + after.printable.fitting(width - head.width), head.width)
    }
}
