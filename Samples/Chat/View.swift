/// The screen: messages, remarks, a status line, and the line being written.
struct View {
    private typealias Row = (id: String, part: Int, text: String)
    var size = (width: 80, height: 24)
    var entries: [Entry] = []
    var remarks: [String] = []
    var status = ""
    var editor = LineEditor()
    /// The message, and which of its rows, that stays at the bottom of the list while others come; nil follows the newest.
    var bottom: (id: String, part: Int)?
    private var listHeight: Int { max(1, size.height - 2 - remarks.count) }
    /// Scrolls by pages that overlap by a row; true when that shows the first row.
    mutating func scroll(pages: Int) -> Bool {
        let rows = rows
        let end = max(end(of: rows) + pages * max(1, listHeight - 1), min(listHeight, rows.count))
        bottom = end >= rows.count ? nil : (rows[end - 1].id, rows[end - 1].part)
        return end <= listHeight
    }

    /// The rows from top to bottom, and the cell of the cursor in the last.
    func frame() -> (rows: [String], cursor: Int) {
        let (width, rows) = (size.width, rows)
        let end = end(of: rows)
        let list = rows[max(0, end - listHeight)..<end].map(\.text)
        let bar = ((end < rows.count ? " ▼ " : " ") + status).cut(to: width)
        let padding = String(repeating: " ", count: width - bar.width)
        let input = editor.shown(in: width - 2)
        let above = Array(repeating: "", count: listHeight - list.count) + list + remarks.map { $0.cut(to: width) }
        return ((above + ["\u{1B}[7m\(bar)\(padding)", "> \(input.text)"]).suffix(size.height), 2 + input.column)
    }

    private var rows: [Row] {
        entries.flatMap { entry in
            entry.rows(width: size.width).enumerated().map { (entry.id, $0.offset, $0.element) }
        }
    }

    /// The index behind the row at the bottom of the list.
    private func end(of rows: [Row]) -> Int {
        guard let bottom else { return rows.count }
        return rows.lastIndex { $0.id == bottom.id && $0.part <= bottom.part }.map { $0 + 1 } ?? rows.count
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
        let rows = (heading + text + (reactions.isEmpty ? "" : "\n\(reactions)")).wrapped(to: max(1, width - 2))
        let below = rows.dropFirst().map { "  \($0)" }
        if isPending { return ([rows[0]] + below).map { "\u{1B}[2m\($0)" } }
        guard rows[0].hasPrefix(heading) else { return [rows[0]] + below }
        // The same colour for the same author, on every screen.
        let colour = 31 + author.utf8.reduce(0) { $0 + Int($1) } % 6
        return ["\u{1B}[\(colour)m\(heading)\u{1B}[0m\(rows[0].dropFirst(heading.count))"] + below
    }
}
