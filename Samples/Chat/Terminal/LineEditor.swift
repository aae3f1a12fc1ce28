/// An input line: the text before and after the cursor.
struct LineEditor {
    private(set) var before = ""
    private(set) var after = ""

    var text: String { before + after }

    /// The maximum length in bytes of UTF-8. The service limits a message to 32 KiB.
    private static let limit = 4000

    /// Changes the line or moves the cursor. Ignores keys that are not for editing.
    mutating func apply(_ key: String) {
        switch key {
        case Key.backspace, Key.controlH: _ = before.popLast()
        case Key.delete: after = String(after.dropFirst())
        case _ where Key.left.contains(key):
            if let character = before.popLast() { after = "\(character)\(after)" }
        case _ where Key.right.contains(key):
            if !after.isEmpty { before.append(after.removeFirst()) }
        case _ where Key.home.contains(key):
            after = text
            before = ""
        case _ where Key.end.contains(key):
            before = text
            after = ""
        case Key.controlU: before = ""
        case Key.controlK: after = ""
        case Key.controlW: removeWord()
        default:
            if key >= " ", before.utf8.count + after.utf8.count < Self.limit { before += key }
        }
    }

    /// Removes the word before the cursor, and the spaces after the word.
    private mutating func removeWord() {
        while before.last == " " { before.removeLast() }
        while let last = before.last, last != " " { before.removeLast() }
    }

    /// The part of a line that fits on the screen.
    struct Excerpt: Equatable {
        let text: String
        /// The cell of the cursor in the text.
        let column: Int
    }

    /// The part around the cursor that fits in `width` cells.
    func shown(in width: Int) -> Excerpt {
        let reversedHead = String(before.reversed()).fitting(max(0, width - 1))
        let head = String(reversedHead.reversed())
        let tail = after.fitting(width - head.width)
        return Excerpt(text: (head + tail).printable, column: head.width)
    }
}

/// The byte sequences of keys that are not text.
enum Key {
    static let backspace = "\u{7F}"
    static let delete = "\u{1B}[3~"
    static let left: Set = ["\u{1B}[D", "\u{1B}OD", "\u{2}"]
    static let right: Set = ["\u{1B}[C", "\u{1B}OC", "\u{6}"]
    static let home: Set = ["\u{1B}[H", "\u{1B}OH", "\u{1B}[1~", "\u{1B}[7~", "\u{1}"]
    static let end: Set = ["\u{1B}[F", "\u{1B}OF", "\u{1B}[4~", "\u{1B}[8~", "\u{5}"]
    static let pageUp = "\u{1B}[5~"
    static let pageDown = "\u{1B}[6~"
    static let controlC = "\u{3}"
    static let controlD = "\u{4}"
    static let controlH = "\u{8}"
    static let controlK = "\u{B}"
    static let controlL = "\u{C}"
    static let controlU = "\u{15}"
    static let controlW = "\u{17}"
}

/// Cuts the bytes of a terminal into keys: a character, a control character or a sequence, such as "a", "\u{3}", "\u{1B}[D".
struct KeyDecoder {
    private var key: [UInt8] = []

    /// The keys that these bytes complete. An incomplete key waits for further bytes.
    mutating func keys(in bytes: [UInt8]) -> [String] {
        bytes.compactMap { byte in
            // An escape begins a key, even if the previous one is incomplete.
            if byte == 0x1B { key = [] }
            key.append(byte)
            guard isComplete(byte) else { return nil }
            defer { key = [] }
            return String(decoding: key, as: UTF8.self)
        }
    }

    private func isComplete(_ last: UInt8) -> Bool {
        switch (key[0], key.count) {
        case (0x1B, 1): false
        case (0x1B, 2): !"[O".utf8.contains(last)
        // The parameters of a sequence are followed by the character that ends it.
        case (0x1B, _): !(0x20...0x3F).contains(last)
        case (0xC0..<0xE0, let count): count >= 2
        case (0xE0..<0xF0, let count): count >= 3
        case (0xF0..., let count): count >= 4
        default: true
        }
    }
}
