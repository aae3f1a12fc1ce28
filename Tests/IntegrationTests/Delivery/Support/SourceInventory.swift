import Foundation

/// The names of all deliveries to an app, as the library's source declares them.
struct SourceInventory {
    /// Current and deprecated delegate methods by full name, each with the number of its overloads.
    let methods: [String: Int]
    /// The values of the constants.
    let notifications: Set<String>
    /// The names of registrations of observers; with the label if they have one.
    let observers: Set<String>

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../../Sources/PubNub/Client"
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

    /// The full names of the functions that a source file declares.
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
                    // Between a comma and its label there may be white space; the name or the colon follows.
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
