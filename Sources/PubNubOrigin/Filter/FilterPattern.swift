/// A text in which `*` stands for any characters, and `\*` for itself. It is compared whatever the case.
struct FilterPattern: Sendable, Equatable {
    /// The texts between the stars, in lower case.
    private let parts: [[Unicode.Scalar]]

    /// The pattern of a text, with its backslashes as they were written.
    init(_ raw: String) {
        var parts: [[Unicode.Scalar]] = [[]]
        var isEscaped = false
        for scalar in raw.lowercased().unicodeScalars {
            if !isEscaped, scalar == "\\" {
                isEscaped = true
            } else if !isEscaped, scalar == "*" {
                parts.append([])
            } else {
                parts[parts.count - 1].append(scalar)
                isEscaped = false
            }
        }
        self.parts = parts
    }

    func matches(_ text: String) -> Bool {
        let text = Array(text.lowercased().unicodeScalars)
        guard let first = parts.first, let last = parts.last, parts.count > 1 else { return text == parts.first }
        guard text.count >= first.count + last.count, text.starts(with: first),
            text.suffix(last.count).elementsEqual(last)
        else { return false }
        var start = first.count
        let end = text.count - last.count
        // Each part at the first place where it fits leaves the most for those after it.
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = text[start..<max(start, end)].firstRange(of: part) else { return false }
            start = range.upperBound
        }
        return true
    }

    /// A text without the backslashes it was written with.
    static func unescaped(_ raw: String) -> String {
        var text = ""
        var isEscaped = false
        for character in raw {
            if !isEscaped, character == "\\" {
                isEscaped = true
            } else {
                text.append(character)
                isEscaped = false
            }
        }
        return text
    }
}
