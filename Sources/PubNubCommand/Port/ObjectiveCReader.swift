/// Finds the uses of the old SDK in an Objective-C file. Such a file is not changed.
struct ObjectiveCReader {
    private let source: SwiftSource
    private let names = OldNameTable.shared
    private let types: ObjectiveCTypes
    private var uses: [PortedUse] = []

    static func read(_ text: String) -> PortedFile {
        var reader = ObjectiveCReader(text)
        for position in reader.source.tokens.indices { reader.read(position) }
        return PortedFile(uses: reader.uses.sorted { ($0.line, $0.column) < ($1.line, $1.column) }, text: text)
    }

    private init(_ text: String) {
        source = SwiftSource(text: text, tokens: SourceScanner.tokens(of: text, nestsComments: false))
        types = ObjectiveCTypes(source)
    }

    private mutating func read(_ position: Int) {
        if source.has("[", at: position) { return readMessage(position) }
        if source.has("-", at: position) || source.has("+", at: position) { return readMethod(position) }
        guard let word = source.word(at: position) else { return }
        if let name = (names.bySelector[word] ?? []).first(where: { $0.kind == .enumCase || $0.kind == .constant }) {
            return add(at: position, word, name)
        }
        readProperty(position, word)
    }

    private mutating func readProperty(_ position: Int, _ word: String) {
        guard source.has(".", at: position - 1), let owner = types.type(endingAt: position - 2),
            let name = (names.bySelector[word] ?? []).first(where: { $0.kind == .property && $0.owner == owner }),
            name.isRenamed || !DifferenceTopic.titles(about: name).isEmpty
        else { return }
        add(at: position, "\(owner).\(word)", name)
    }

    /// `[receiver selector:argument …]`
    private mutating func readMessage(_ open: Int) {
        guard !source.has("@", at: open - 1), let close = source.partner[open] else { return }
        var position = open + 1
        // The receiver: a word, or brackets or parentheses, with properties.
        let receiver = position
        position = (source.partner[position].flatMap { $0 > position ? $0 : nil } ?? position) + 1
        while source.has(".", at: position) || source.matches(["-", ">"], at: position) {
            position += source.has(".", at: position) ? 2 : 3
        }
        guard position < close, source.word(at: position) != nil else { return }
        let first = position
        let selector = selector(from: first, to: close)
        let candidates = (names.bySelector[selector] ?? []).filter {
            [.classMethod, .instanceMethod, .initializer].contains($0.kind)
        }
        let certain = candidates.first { isOf($0, receiver, first - 1) == true }
        guard let name = certain ?? candidates.first(where: { isOf($0, receiver, first - 1) != nil }) else { return }
        let sign = name.kind == .classMethod || name.kind == .initializer ? "+" : "-"
        add(at: first, "\(sign)[\(name.owner) \(selector)]", name, isSure: certain != nil)
    }

    /// The selector of the words with a colon at this depth.
    private func selector(from first: Int, to close: Int) -> String {
        guard source.has(":", at: first + 1) else { return first + 1 == close ? source.word(at: first) ?? "" : "" }
        var selector = ""
        var position = first
        while position < close {
            if let word = source.word(at: position), source.has(":", at: position + 1) {
                // In a conditional expression, a value is also in front of a colon.
                if !selector.isEmpty, source.has("?", at: position - 1) { return selector }
                selector += word + ":"
                position += 2
            } else {
                position = (source.partner[position].flatMap { $0 > position ? $0 : nil } ?? position) + 1
            }
        }
        return selector
    }

    /// Whether a method certainly belongs to the receiver between two positions; `nil` if it does not.
    private func isOf(_ name: OldName, _ first: Int, _ last: Int) -> Bool? {
        if first == last, let word = source.word(at: first) {
            if names.types.contains(word) { return name.owner == word && name.kind != .instanceMethod ? true : nil }
        }
        if let type = types.type(endingAt: last) {
            return name.owner == type && name.kind == .instanceMethod ? true : nil
        }
        // Another expression: only names that apps hardly use for something else.
        return name.kind == .instanceMethod && name.isRenamed && name.objectiveC.contains(":") ? false : nil
    }

    /// `- (void)pubnubClient:(PubNub *)client didReceiveMessage:(PNMessage *)message`
    private mutating func readMethod(_ position: Int) {
        guard source.has("(", at: position + 1), let type = source.partner[position + 1] else { return }
        var selector = ""
        var next = type + 1
        let first = next
        while let word = source.word(at: next) {
            guard source.has(":", at: next + 1), source.has("(", at: next + 2), let end = source.partner[next + 2]
            else {
                if selector.isEmpty { selector = word }
                break
            }
            selector += word + ":"
            next = end + 2
        }
        guard let name = (names.bySelector[selector] ?? []).first(where: { $0.kind == .delegateMethod }) else { return }
        add(at: first, "-\(selector)", name)
    }

    private mutating func add(at position: Int, _ old: String, _ name: OldName, isSure: Bool = true) {
        let token = source.tokens[position]
        uses.append(
            PortedUse(
                line: token.line,
                column: token.column,
                old: old,
                current: name.shown,
                name: name,
                topics: DifferenceTopic.titles(about: name),
                note: nil,
                isSure: isSure,
                isChange: false
            )
        )
    }
}
