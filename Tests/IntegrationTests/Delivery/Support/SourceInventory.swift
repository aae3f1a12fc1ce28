import Foundation

/// The names of everything that an app can receive, as the library itself declares them.
struct SourceInventory {
    /// Current and deprecated delegate methods by full name, each with the number of its overloads.
    let methods: [String: Int]
    /// The values of the constants.
    let notifications: Set<String>
    /// What observers are added with; with the label where there is one.
    let observers: Set<String>

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../../Sources/PubNub/Events"
        )
        let files = try FileManager.default.contentsOfDirectory(at: root.standardized, includingPropertiesForKeys: nil)
        func text(_ prefix: String) throws -> String {
            try files.filter { $0.lastPathComponent.hasPrefix(prefix) }
                .map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
                .joined(separator: "\n")
        }
        methods = Self.functions(try text("PNDelegate.swift")).reduce(into: [:]) { $0[$1, default: 0] += 1 }
        notifications = Set(
            try text("PNNotifications").matches(of: /let kPNClient\w+: String =\s+"(\w+)"/).map { String($0.1) }
        )
        observers = Set(
            try text("PNObservationCenter").matches(of: /public func (add\w+)\(\s*(\w+)/).map { match in
                match.2 == "_" ? String(match.1) : "\(match.1)(\(match.2):)"
            }
        )
    }

    /// The full names of the functions that a text declares.
    private static func functions(_ text: String) -> [String] {
        text.matches(of: /func (\w+)\(/).map { match in
            var depth = 1
            var labels = ""
            var isLabel = true
            for character in text[match.range.upperBound...] {
                if "([<".contains(character) { depth += 1 }
                if ")]>".contains(character) { depth -= 1 }
                if depth == 0 { break }
                if depth == 1, character == "," {
                    isLabel = true
                } else if isLabel, character.isWhitespace || character == ":" {
                    // Between a comma and its label there may be white space, after it comes the name or the colon.
                    isLabel = labels.isEmpty || labels.hasSuffix(":")
                    if !isLabel { labels += ":" }
                } else if isLabel {
                    labels.append(character)
                }
            }
            return "\(match.1)(\(labels))"
        }
    }
}
