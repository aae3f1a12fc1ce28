extension SwiftPorter {
    /// Functions of the standard library, which a call without a receiver can mean in place of a method.
    private static let globalFunctions: Set<String> = [
        "abs", "assert", "assertionFailure", "debugPrint", "debugPrintln", "dump", "fatalError", "max", "min",
        "precondition", "preconditionFailure", "print", "println", "repeatElement", "sequence", "stride", "swap",
        "type", "zip", "NSLog",
    ]

    /// `var channel = PNChannel()`, an object that the app replaces before it uses it.
    mutating func readPlaceholder(_ position: Int) {
        guard let type = source.word(at: position),
            ["PNChannel", "PNMessage"].contains(type),
            source.matches(["(", ")"], at: position + 1), !source.has(".", at: position + 3)
        else { return }
        let isVariable = source.has("=", at: position - 1) && source.has("var", at: position - 3)
        add(
            at: position,
            "\(type)()",
            current: isVariable ? "\(type)!" : nil,
            note: isVariable
                ? nil : "An object without a name does not exist here: declare a variable without a value.",
            isSure: isVariable,
            edits: isVariable ? [replace(position - 1, through: position + 2, with: ": \(type)!")] : []
        )
        if isVariable {
            // The equals sign became a colon: remove the space in front of it.
            let end = source.tokens[position - 2].range.upperBound
            edit([SourceEdit(range: end..<source.tokens[position - 1].range.lowerBound, text: "")])
        }
    }

    /// `message.message["key"]`: the content is of any type, so that it needs a cast.
    mutating func readMessageContent(_ position: Int) {
        guard source.has("message", at: position), source.has(".", at: position - 1), source.has("[", at: position + 1),
            source.partner[position + 1] == position + 3, case .object(let owners) = types.receiver(of: position),
            owners == ["PNMessage"], let start = startOfPath(position)
        else { return }
        let key = source.tokens[position + 2]
        guard key.kind == .string || key.kind == .number else { return }
        let type = key.kind == .string ? "[String: Any]" : "[Any]"
        add(
            at: position,
            "message[\(key.text)]",
            current: "(message as? \(type))?[\(key.text)]",
            edits: [insert("(", before: start), insert(" as? \(type))?", after: position)]
        )
    }

    /// The first token of `a.b.c`, of which the last is at a position.
    private func startOfPath(_ position: Int) -> Int? {
        var start = position
        while source.has(".", at: start - 1) {
            guard source.word(at: start - 2) != nil else { return nil }
            start -= 2
        }
        return start
    }

    /// Methods of the app whose first label Swift 1 and 2 left out in calls.
    mutating func readFirstLabels() {
        guard uses.contains(where: hasOldSpelling) else { return }
        var declarations: [String: [(position: Int, first: SwiftSource.Item?)]] = [:]
        var labels: [String: Set<Bool>] = [:]
        for position in source.tokens.indices {
            guard let name = source.word(at: position), source.has("(", at: position + 1) else { continue }
            if source.has("func", at: position - 1) {
                declarations[name, default: []].append((position, source.items(in: position + 1).first))
            } else if let argument = source.items(in: position + 1).first {
                let isUnlabelled = argument.names.isEmpty
                let isOfFile = !source.has(".", at: position - 1) || source.isMemberOfSelf(position)
                // A label shows the spelling of Swift 3, for any receiver.
                if isOfFile || !isUnlabelled { labels[name, default: []].insert(isUnlabelled) }
            }
        }
        for (name, found) in declarations.sorted(by: { $0.key < $1.key }) where labels[name] == [true] {
            // The calls can mean the function of the standard library, or the method that already has no label.
            let isOther = found.contains { _, first in
                first.map { $0.names.count == 2 && source.label($0) == "_" } == true
            }
            guard !isOther, !Self.globalFunctions.contains(name) else { continue }
            for (position, first) in found {
                guard let first, first.names.count == 1, names.byBase[name] == nil,
                    let word = source.word(at: first.names.lowerBound)
                else { continue }
                add(
                    at: position,
                    "func \(name)(\(word):)",
                    current: "func \(name)(_:)",
                    note: "Swift 1 and 2 wrote no first label in calls.",
                    edits: [insert("_ ", before: first.start)]
                )
            }
        }
    }

    /// Whether a use of the library has a spelling of Swift 1 or 2, and not only types that differ now.
    private func hasOldSpelling(_ use: PortedUse) -> Bool {
        guard use.isSure, use.isChange else { return false }
        // Raw values, operators of option sets and contents of messages have no name. `PNChannel()` is in every version.
        guard let name = use.name else { return !use.old.hasSuffix("()") }
        return use.current == name.shown && !name.shown.hasSuffix(use.old)
    }

    /// Imports the module, which replaces the bridging header.
    mutating func addImports() {
        var imported: Set<String> = []
        for position in source.tokens.indices where source.has("import", at: position) {
            if let module = source.word(at: position + 1) { imported.insert(module) }
        }
        let missing = ["Foundation", "PubNub"].filter { !imported.contains($0) }
        guard imported.isDisjoint(with: ["PubNub"]), let first = source.tokens.indices.first else { return }
        let text = missing.map { "import \($0)\n" }.joined()
        add(
            at: first,
            "bridging header",
            current: "import PubNub",
            edits: [insert(source.has("import", at: first) ? text : text + "\n", before: first)]
        )
    }
}
