import PubNubWire

/// The uses of the old SDK in all files, as the command prints them.
struct PortReport {
    private var files: [(path: String, uses: [PortedUse])] = []
    private var written: [String] = []
    private var unread: [String] = []

    mutating func add(_ file: PortedFile, at path: String) {
        files.append((path, file.uses))
    }

    mutating func addWritten(_ path: String) {
        written.append(path)
    }

    /// Adds a file that is not UTF-8.
    mutating func addUnread(_ path: String) {
        unread.append(path)
    }

    /// The topics that apply to a use, in the order of the list of differences.
    private var topics: [DifferenceTopic] {
        let found = files.flatMap(\.uses).compactMap(\.name)
        return DifferenceTopic.all.compactMap { $0.rows(about: found) }
    }

    func json(isWritten: Bool) -> JSON {
        let uses = files.flatMap { path, uses in
            uses.map { use -> JSON in
                .object([
                    "file": .string(path),
                    "line": .integer(Int64(use.line)),
                    "column": .integer(Int64(use.column)),
                    "old": .string(use.old),
                    "new": use.current.map(JSON.string) ?? .null,
                    "sure": .bool(use.isSure),
                    "written": .bool(use.isSure && use.isChange && written.contains(path)),
                    "note": use.note.map(JSON.string) ?? .null,
                    "topics": .array(use.topics.map(JSON.string)),
                ])
            }
        }
        let differences = topics.map { topic -> JSON in
            .object([
                "topic": .string(topic.title),
                "rows": .array(
                    topic.rows.map { .object(["before": .string($0.before), "here": .string($0.here)]) }
                ),
            ])
        }
        return .object([
            "uses": .array(uses),
            "differences": .array(differences),
            "written": .array(written.map(JSON.string)),
            "notRead": .array(unread.map(JSON.string)),
        ])
    }

    func lines(isWritten: Bool) -> [String] {
        var lines: [String] = []
        for (path, uses) in files {
            for use in uses {
                let current = use.current ?? "(none)"
                let name = current.hasSuffix(use.old) ? "\(current), the same name" : "\(use.old) -> \(current)"
                let topics = use.topics.isEmpty ? "" : "  [\(use.topics.joined(separator: ", "))]"
                lines.append("\(path):\(use.line):\(use.column): \(name)\(topics)")
                if let note = use.note { lines.append("    note: \(note)") }
            }
        }
        let count = files.map(\.uses.count).reduce(0, +)
        let unread = unread.map { "Not read, because it is not UTF-8: \($0)" }
        guard count > 0 else { return ["No use of the 3.x SDK was found in \(files.count.of("file"))."] + unread }
        for topic in topics {
            lines += ["", topic.title.uppercased()]
            lines += topic.rows.flatMap { ["  3.7.8: \($0.before)", "  here:  \($0.here)"] }
        }
        lines += ["", "\(count.of("use")) in \(files.filter { !$0.uses.isEmpty }.count.of("file"))."]
        lines += written.map { "Changed: \($0)" }
        return lines + unread
    }
}
