/// The screen: messages, remarks, a status line, and the line being written.
struct View {
    /// The cells of a screen.
    struct Size {
        var width = 80
        var height = 24
    }

    /// A row of a message.
    struct Position {
        /// The message.
        let id: String
        /// Which of its rows.
        let part: Int
    }

    /// What the screen shows.
    struct Frame {
        /// The rows from top to bottom.
        let rows: [String]
        /// The cell of the cursor in the last row.
        let cursor: Int
    }

    private struct Row {
        let position: Position
        let text: String
    }

    var size = Size()
    var entries: [Entry] = []
    var remarks: [String] = []
    var status = ""
    var editor = LineEditor()
    /// The row that stays at the bottom of the list while messages arrive; nil follows the newest.
    var bottom: Position?

    private var listHeight: Int { max(1, size.height - 2 - remarks.count) }

    /// Scrolls by pages that overlap by a row; true when that shows the first row.
    mutating func scroll(pages: Int) -> Bool {
        let rows = rows
        let wanted = end(of: rows) + pages * max(1, listHeight - 1)
        let end = max(wanted, min(listHeight, rows.count))
        if end >= rows.count {
            bottom = nil
        } else {
            bottom = rows[end - 1].position
        }
        return end <= listHeight
    }

    func frame() -> Frame {
        let rows = rows
        let end = end(of: rows)
        let list = rows[max(0, end - listHeight)..<end].map(\.text)
        let margin = Array(repeating: "", count: listHeight - list.count)
        let input = editor.shown(in: size.width - 2)
        let all =
            margin + list + remarks.map { $0.cut(to: size.width) }
            + [statusRow(isAtEnd: end == rows.count), "> \(input.text)"]
        return Frame(rows: all.suffix(size.height), cursor: 2 + input.column)
    }

    /// The status in reverse video; an arrow says that there is more below.
    private func statusRow(isAtEnd: Bool) -> String {
        let text = ((isAtEnd ? " " : " ▼ ") + status).cut(to: size.width)
        let padding = String(repeating: " ", count: size.width - text.width)
        return "\u{1B}[7m\(text)\(padding)"
    }

    private var rows: [Row] {
        entries.flatMap { entry in
            entry.rows(width: size.width).enumerated().map { part, text in
                Row(position: Position(id: entry.id, part: part), text: text)
            }
        }
    }

    /// The index behind the row at the bottom of the list.
    private func end(of rows: [Row]) -> Int {
        guard let bottom else { return rows.count }
        let last = rows.lastIndex { $0.position.id == bottom.id && $0.position.part <= bottom.part }
        return last.map { $0 + 1 } ?? rows.count
    }
}

/// A message as the screen has it.
struct Entry {
    let id: String
    let label: String
    let author: String
    let text: String
    var reactions = ""
    var isPending = false

    /// The rows that show it, the reactions beneath.
    func rows(width: Int) -> [String] {
        let heading = "\(label) \(author): "
        let below = reactions.isEmpty ? "" : "\n\(reactions)"
        let lines = (heading + text + below).wrapped(to: max(1, width - 2))
        let rows = lines.prefix(1) + lines.dropFirst().map { "  \($0)" }
        if isPending { return rows.map { "\u{1B}[2m\($0)" } }
        // A heading that is wider than the screen stays without a colour.
        guard let first = rows.first, first.hasPrefix(heading) else { return Array(rows) }
        let coloured = "\u{1B}[\(colour)m\(heading)\u{1B}[0m\(first.dropFirst(heading.count))"
        return [coloured] + rows.dropFirst()
    }

    /// The same colour for the same author, on every screen.
    private var colour: Int {
        31 + author.utf8.reduce(0) { $0 + Int($1) } % 6
    }
}
