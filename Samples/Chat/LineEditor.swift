/// A line being written: what is before the cursor and what is behind it.
struct LineEditor {
    private(set) var (before, after) = ("", "")
    private static let limit = 4000  // A message on the service has 32 KiB at most.
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
        default: if key >= " ", before.utf8.count + after.utf8.count < Self.limit { before += key }
        }
    }

    /// The part around the cursor that fits in `width` cells, and the cell of the cursor in it.
    func shown(in width: Int) -> (text: String, column: Int) {
        let head = String(String(before.reversed()).fitting(max(0, width - 1)).reversed())
        return ((head + after.fitting(width - head.width)).printable, head.width)
    }
}

/// Cuts the bytes of a terminal into keys: a character, a control character or a sequence, such as "a", "\u{3}", "\u{1B}[D".
struct KeyDecoder {
    private var key: [UInt8] = []
    /// The keys that are complete with these bytes; the rest waits for more.
    mutating func keys(in bytes: [UInt8]) -> [String] {
        bytes.compactMap { byte in
            key = byte == 0x1B ? [byte] : key + [byte]
            guard isComplete(byte) else { return nil }
            defer { key = [] }
            return String(decoding: key, as: UTF8.self)
        }
    }

    private func isComplete(_ last: UInt8) -> Bool {
        let first = key[0]
        guard first == 0x1B else { return key.count >= (first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4) }
        return key.count > 2 ? !(0x20...0x3F).contains(last) : key.count == 2 && !"[O".utf8.contains(last)
    }
}
