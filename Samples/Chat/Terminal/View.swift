/// The screen: messages, notices, a status line, and the input line.
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
        /// The index of the row in the message.
        let part: Int
    }

    /// The content of the screen.
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
    var notices: [String] = []
    var status = ""
    var editor = LineEditor()
    /// The row that stays at the bottom of the list while messages arrive; nil follows the newest.
    var bottom: Position?

    private var listHeight: Int { max(1, size.height - 2 - notices.count) }

    /// Scrolls by pages that overlap by a row. Returns whether the first row is shown.
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
            margin + list + notices.map { $0.cut(to: size.width) }
            + [statusRow(isAtEnd: end == rows.count), "> \(input.text)"]
        return Frame(rows: all.suffix(size.height), cursor: 2 + input.column)
    }

    /// The status in reverse video; an arrow indicates further messages below.
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

    /// The index after the row at the bottom of the list.
    private func end(of rows: [Row]) -> Int {
        guard let bottom else { return rows.count }
        let last = rows.lastIndex { $0.position.id == bottom.id && $0.position.part <= bottom.part }
        return last.map { $0 + 1 } ?? rows.count
    }
}
