/// The tokens of a Swift file with their brackets, and what a call looks like.
struct SwiftSource {
    /// An argument of a call, or a parameter of a declaration: positions of tokens.
    struct Item {
        /// The first token.
        let start: Int
        /// The token after the last.
        let end: Int
        /// The words before the colon; empty without a label.
        let names: Range<Int>
    }

    let text: String
    let tokens: [SourceToken]
    /// The position of the bracket that belongs to one.
    let partner: [Int?]

    init(text: String, tokens: [SourceToken]) {
        self.text = text
        self.tokens = tokens
        var partner = [Int?](repeating: nil, count: tokens.count)
        var open: [Int] = []
        for (position, token) in tokens.enumerated() where token.kind == .punctuation {
            switch token.text {
            case "(", "[", "{": open.append(position)
            case ")", "]", "}":
                guard let start = open.popLast() else { continue }
                partner[start] = position
                partner[position] = start
            default: break
            }
        }
        self.partner = partner
    }

    /// The text between the braces of which the first is at a position; empty without such a brace.
    func block(from open: Int) -> Range<String.Index> {
        guard tokens.indices.contains(open), let close = partner[open] else { return text.startIndex..<text.startIndex }
        return tokens[open].range.lowerBound..<tokens[close].range.upperBound
    }

    /// The text between the innermost braces around a position; the whole text outside of all.
    func block(around position: Int) -> Range<String.Index> {
        bracket(["{"], around: position).map(block(from:)) ?? text.startIndex..<text.endIndex
    }

    /// The position of the innermost opening bracket of some kinds around a position; `nil` outside of all.
    func bracket(_ kinds: [String], around position: Int) -> Int? {
        var open = position - 1
        while open >= 0 {
            if kinds.contains(where: tokens[open].is) { return open }
            if let start = partner[open], start < open { open = start }
            open -= 1
        }
        return nil
    }

    /// The text from the first to the last of some tokens.
    func text(_ positions: Range<Int>) -> String {
        guard let first = positions.first, let last = positions.last else { return "" }
        return String(text[tokens[first].range.lowerBound..<tokens[last].range.upperBound])
    }

    /// The position of the token in front of the marks `?` and `!` that end at a position.
    func withoutMarks(_ position: Int) -> Int {
        var end = position
        while has("!", at: end) || has("?", at: end) { end -= 1 }
        return end
    }

    /// The position of the last of the marks `?` and `!` that follow the token at a position.
    func withMarks(_ position: Int) -> Int {
        var end = position
        while has("!", at: end + 1) || has("?", at: end + 1) { end += 1 }
        return end
    }

    /// Whether the name at a position follows `self.`, `self?.` or `self!.`.
    func isMemberOfSelf(_ position: Int) -> Bool {
        has(".", at: position - 1) && has("self", at: withoutMarks(position - 2))
    }

    /// Whether the token at a position is this one.
    func has(_ text: String, at position: Int) -> Bool {
        tokens.indices.contains(position) && tokens[position].is(text)
    }

    /// The word at a position.
    func word(at position: Int) -> String? {
        guard tokens.indices.contains(position), tokens[position].kind == .word else { return nil }
        return String(tokens[position].text)
    }

    /// Whether the tokens from a position on are these.
    func matches(_ texts: [String], at position: Int) -> Bool {
        texts.indices.allSatisfy { has(texts[$0], at: position + $0) }
    }

    /// The parts between commas inside the brackets that open at a position.
    func items(in open: Int) -> [Item] {
        guard let close = partner[open] else { return [] }
        var items: [Item] = []
        var start = open + 1
        var position = start
        while position <= close {
            if position == close || has(",", at: position) {
                if start < position { items.append(item(from: start, to: position)) }
                start = position + 1
            }
            let end = partner[position].flatMap { $0 > position ? $0 : nil }
            position = position == close ? close + 1 : (end ?? position) + 1
        }
        return items
    }

    private func item(from start: Int, to end: Int) -> Item {
        var position = start
        while position < end, word(at: position) != nil, position - start < 2 { position += 1 }
        let isLabelled = position > start && has(":", at: position)
        return Item(start: start, end: end, names: isLabelled ? start..<position : start..<start)
    }

    /// Whether the token at a position is the bracket that opens an array or a dictionary. That of a subscript directly
    /// follows its value.
    func isLiteral(at position: Int) -> Bool {
        guard has("[", at: position) else { return false }
        guard position > 0 else { return true }
        let previous = tokens[position - 1]
        let isAdjacent = previous.range.upperBound == tokens[position].range.lowerBound
        let isValue = previous.kind != .punctuation || [")", "]", "}", "?", "!"].contains(where: previous.is)
        return !isAdjacent || !isValue
    }

    /// The label of an argument or parameter, `_` without one.
    func label(_ item: Item) -> String {
        item.names.isEmpty ? "_" : String(tokens[item.names.lowerBound].text)
    }

    /// Whether a closure in braces can follow a call at a position: not in the condition of a statement.
    func canHaveTrailingClosure(at position: Int) -> Bool {
        var index = position - 1
        while index >= 0 {
            let token = tokens[index]
            if ["{", "}", ";", "(", "["].contains(where: token.is) { return true }
            if token.kind == .word, ["if", "while", "guard", "switch", "for", "where"].contains(token.text) {
                return false
            }
            if let open = partner[index], open < index { index = open }
            index -= 1
        }
        return true
    }

    /// The parameters of the closure that opens at a position.
    func closureParameters(at open: Int) -> [Item] {
        var position = open + 1
        if has("[", at: position), let end = partner[position] { position = end + 1 }
        if has("(", at: position), let end = partner[position], let close = partner[open],
            (end..<min(close, end + 6)).contains(where: { has("in", at: $0) })
        {
            return items(in: position)
        }
        var names: [Item] = []
        while word(at: position) != nil {
            if has("in", at: position) { return names }
            names.append(Item(start: position, end: position + 1, names: position..<position))
            guard has(",", at: position + 1) || has("in", at: position + 1) else { return [] }
            position += has(",", at: position + 1) ? 2 : 1
        }
        return []
    }
}
