import Foundation

/// A topic of the list of differences, as Scripts/class_forms.py took it from Documentation/DifferencesFrom3x.md.
struct DifferenceTopic {
    struct Row {
        /// The names that the row is about: `base`, `Type.base`, a method of the delegate with its labels, or a beginning and `*`.
        fileprivate let patterns: [String]
        /// The behaviour of 3.7.8.
        let before: String
        /// The behaviour of this library.
        let here: String

        /// Whether the row is about a name.
        func isAbout(_ name: OldName) -> Bool {
            let base = OldName.base(name.current)
            let full = "\(name.owner).\(base)"
            return patterns.contains { pattern in
                if pattern.hasSuffix("*") {
                    return full.hasPrefix(pattern.dropLast()) || base.hasPrefix(pattern.dropLast())
                }
                return pattern == base || pattern == full || pattern == name.current
            }
        }
    }

    let title: String
    private(set) var rows: [Row]

    /// The titles of the topics with a row about a name.
    static func titles(about name: OldName) -> [String] {
        all.filter { topic in topic.rows.contains { $0.isAbout(name) } }.map(\.title)
    }

    /// The topic with the rows about some of the names; `nil` without such a row.
    func rows(about names: [OldName]) -> Self? {
        var topic = self
        topic.rows = rows.filter { row in names.contains { row.isAbout($0) } }
        return topic.rows.isEmpty ? nil : topic
    }

    static let all: [Self] = PortTables.differences.components(separatedBy: "\n\n").map(Self.init)

    private init(_ text: String) {
        let lines = text.components(separatedBy: "\n")
        title = lines[0]
        rows = lines.dropFirst().compactMap { line in
            let parts = line.components(separatedBy: " => ")
            guard parts.count == 3 else { return nil }
            return Row(patterns: parts[0].components(separatedBy: " "), before: parts[1], here: parts[2])
        }
    }
}
