/// `TYPE.A | TYPE.B`, cases of an option set that Swift 1 joined by an operator.
private struct UnionOfCases {
    let type: String
    /// The positions of the names of the cases, each after the type and a dot.
    var cases: [Int]
}

extension SwiftPorter {
    private static let operatorNote =
        "Option sets have no operators | and &: write an array, as in [a, b], or call contains(_:)."

    /// Reports a property, a case of an enumeration or a constant.
    mutating func readMember(_ position: Int) {
        guard let word = source.word(at: position), !readRawValue(position), let found = names.byBase[word] else {
            return
        }
        if let constant = found.first(where: { $0.kind == .constant }), !source.has(".", at: position - 1) {
            return add(at: position, word, constant)
        }
        guard source.has(".", at: position - 1) else { return }
        switch types.receiver(of: position) {
        case .type(let type):
            guard let name = found.first(where: { $0.kind == .enumCase && $0.owner == type }) else { return }
            addCase(position, "\(type).\(word)", name, note: operatorNote(position - 2, position))
        case .object(let owners):
            guard let name = found.first(where: { $0.kind == .property && owners.contains($0.owner) }) else { return }
            let isSure = !owners.contains("")
            guard name.isRenamed || !DifferenceTopic.titles(about: name).isEmpty else { return }
            let note = isSure || !name.isRenamed ? nil : "The type in front of the name is not known here."
            let changed = name.isRenamed ? [replace(position, with: name.current)] : []
            add(at: position, "\(name.owner).\(word)", name, note: note, isSure: isSure, edits: changed)
        case .none, .unknown:
            let renamed = found.filter { $0.isRenamed && ($0.kind == .property || $0.kind == .enumCase) }
            if let owners = comparedTypes(position), let name = renamed.first(where: { owners.contains($0.owner) }) {
                return addCase(position, ".\(word)", name, note: nil)
            }
            addUnknown(position, word, renamed)
        }
    }

    /// Changes `value` of an enumeration, as Swift 1 named the raw value: `event.type.value`, `PNMessageState.Sent.value`.
    ///
    /// - Returns: Whether there is one.
    private mutating func readRawValue(_ position: Int) -> Bool {
        guard source.matches([".", "value"], at: position - 1), !source.has("(", at: position + 1) else { return false }
        let isOfCase =
            source.has(".", at: position - 3)
            && source.word(at: position - 4).map { currentCase(position - 2, of: $0) != nil } == true
        if !isOfCase {
            guard case .object(let owners) = types.receiver(of: position), !owners.isEmpty,
                owners.isSubset(of: names.enumerations)
            else { return false }
        }
        add(at: position, "value", current: "rawValue", edits: [replace(position, with: "rawValue")])
        return true
    }

    private mutating func addCase(_ position: Int, _ old: String, _ name: OldName, note: String?) {
        let changed = name.isRenamed ? [replace(position, with: name.current)] : []
        add(at: position, old, name, note: note, edits: changed)
    }

    /// The types of the value with which `.Case` at a position is compared; `nil` if they are not known.
    private func comparedTypes(_ position: Int) -> Set<String>? {
        guard source.matches(["=", "=", "."], at: position - 3) || source.matches(["!", "=", "."], at: position - 3),
            case .object(let types) = types.receiver(endingAt: position - 4), !types.contains("")
        else { return nil }
        return types
    }

    /// Reports a name that can belong to several types.
    private mutating func addUnknown(_ position: Int, _ word: String, _ renamed: [OldName]) {
        guard let first = renamed.first else { return }
        let owners = renamed.filter { $0.current == first.current }.map(\.owner)
        let note =
            "The type in front of the name is not known here: rename it if it is \(owners.joined(separator: " or "))."
        let advice = [note, operatorNote(position - 1, position)].compactMap(\.self).joined(separator: " ")
        let current = owners.count == 1 ? first.shown : ".\(first.current)"
        add(at: position, ".\(word)", current: current, name: first, note: advice, isSure: false)
    }

    // MARK: Operators of option sets

    /// Advice for a case between two positions next to an operator that option sets do not have; `nil` without one.
    private func operatorNote(_ first: Int, _ last: Int) -> String? {
        guard !casesInArrays.contains(last) else { return nil }
        let isAssigned = source.has("=", at: first - 1) && isBitOperator(first - 2)
        return isAssigned || isBitOperator(first - 1) || isBitOperator(last + 1) ? Self.operatorNote : nil
    }

    /// Whether the token at a position is `|` or `&`, and not a part of `||` or `&&`.
    private func isBitOperator(_ position: Int) -> Bool {
        ["|", "&"].contains { sign in
            source.has(sign, at: position) && !source.has(sign, at: position - 1) && !source.has(sign, at: position + 1)
        }
    }

    /// Makes an array of cases that `|` joins.
    mutating func readUnions() {
        for position in source.tokens.indices {
            guard let union = union(at: position) else { continue }
            casesInArrays.formUnion(union.cases)
            let shown = union.cases.map { ".\(currentCase($0, of: union.type) ?? "")" }.joined(separator: ", ")
            add(
                at: position,
                union.cases.map { "\(union.type).\(source.tokens[$0].text)" }.joined(separator: " | "),
                current: "\(union.type)([\(shown)])",
                edits: edits(of: union)
            )
        }
    }

    /// The union that begins with the type at a position; `nil` if it has another operand.
    private func union(at position: Int) -> UnionOfCases? {
        guard let type = source.word(at: position), names.types.contains(type), !isBitOperator(position - 1),
            !source.has("=", at: position - 1) || !isBitOperator(position - 2)
        else { return nil }
        var union = UnionOfCases(type: type, cases: [])
        var next = position
        while source.matches([type, "."], at: next), currentCase(next + 2, of: type) != nil {
            union.cases.append(next + 2)
            guard isBitOperator(next + 3) else { return union.cases.count > 1 ? union : nil }
            guard source.has("|", at: next + 3) else { return nil }
            next += 4
        }
        return nil
    }

    /// The current name of the case at a position, in any spelling; `nil` if the type has no such case.
    private func currentCase(_ position: Int, of type: String) -> String? {
        guard let word = source.word(at: position) else { return nil }
        let found = (names.byBase[word] ?? []) + (names.byCurrentBase[word] ?? [])
        return found.first { $0.kind == .enumCase && $0.owner == type }?.current
    }

    /// The brackets and commas of the array. ``readMember(_:)`` changes the names of the cases.
    private func edits(of union: UnionOfCases) -> [SourceEdit] {
        var edits: [SourceEdit] = []
        for (index, position) in union.cases.enumerated() {
            edits.append(replace(position - 2, with: index == 0 ? "\(union.type)([" : ""))
            guard index > 0 else { continue }
            let comma = source.tokens[position - 4].range.upperBound..<source.tokens[position - 3].range.upperBound
            let hasComment = source.text[comma].contains("/")
            edits.append(hasComment ? replace(position - 3, with: ",") : SourceEdit(range: comma, text: ","))
        }
        if let last = union.cases.last { edits.append(insert("])", after: last)) }
        return edits
    }
}
