/// A message as the screen has it.
struct Entry {
    let id: String
    /// Its number and time.
    let label: String
    let author: String
    let text: String
    var reactions = ""
    var isPending = false

    var heading: String { "\(label) \(author): " }

    /// The rows that show it, the reactions beneath.
    func rows(width: Int) -> [String] {
        let indent = String(repeating: " ", count: min(2, width / 10))
        let text = (heading + text).wrapped(to: max(1, width - indent.width))
        let below = reactions.isEmpty ? [] : reactions.wrapped(to: max(1, width - indent.width))
        var rows = text.prefix(1) + (text.dropFirst() + below).map { indent + $0 }
        if isPending { return rows.map { "\u{1B}[2m\($0)" } }
        // The same colour for the same author, on every screen.
        let colour = 31 + author.utf8.reduce(0) { $0 + Int($1) } % 6
        if rows[0].hasPrefix(heading) { rows[0] = "\u{1B}[\(colour)m\(heading)\u{1B}[0m\(rows[0].dropFirst(heading.count))" }
        return Array(rows)
    }
}
