/// A declaration in a Swift file that has the name of a delegate method.
private struct DelegateDeclaration {
    /// A parameter, with the tokens of its type.
    struct Parameter {
        let item: SwiftSource.Item
        let name: String
        let typePosition: Range<Int>
        let type: WrittenType
    }

    let position: Int
    let base: String
    let parameters: [Parameter]
    /// The tokens of the type of the result; empty without one.
    let resultPosition: Range<Int>
    let result: WrittenType
    /// The tokens of the body; empty without one.
    let body: Range<Int>

    /// Whether the types are those of a form of the method.
    func hasTypes(of form: DelegateForm) -> Bool {
        let isSame = parameters.count == form.parameters.count && isResult(form)
        return isSame && zip(parameters, form.parameters).allSatisfy { $0.type.isSame(as: $1) }
    }

    func isResult(_ form: DelegateForm) -> Bool {
        result.isSame(as: form.result) || result.isVoid && form.result.isVoid
    }

    /// How many parameters have a type of the same kind as in a form.
    func similarity(to form: DelegateForm) -> Int {
        zip(parameters, form.parameters).filter { $0.type.isSimilar(to: $1) }.count
    }
}

extension SwiftPorter {
    /// Reports a method of the delegate, and gives it its current spelling with the types that the client calls.
    mutating func readDeclaration(_ position: Int) {
        guard source.has("func", at: position), let declared = delegateDeclaration(position + 1) else { return }
        let candidates = methods(of: declared)
        guard let name = candidates.first else { return }
        let labels = declared.parameters.map { source.label($0.item) }
        let old = "\(declared.base)(\(labels.map { $0 + ":" }.joined()))"
        guard candidates.count == 1 else {
            let selectors = candidates.map(\.objectiveC).joined(separator: " or ")
            let note = "The types do not show which method it is: \(selectors)."
            return add(at: declared.position, old, name, note: note, isSure: false)
        }
        var changed = labelEdits(declared, name)
        var note: String?
        if let forms = DelegateForm.all[name.objectiveC], let form = forms.first,
            !forms.contains(where: declared.hasTypes)
        {
            changed += typeEdits(declared, form)
            note = typeNote(declared, form)
        }
        add(at: declared.position, old, name, note: note, edits: changed)
    }

    /// The declaration whose name is at a position, if it can be a method of the delegate.
    private func delegateDeclaration(_ position: Int) -> DelegateDeclaration? {
        guard let base = source.word(at: position), source.has("(", at: position + 1),
            let close = source.partner[position + 1],
            names.byBase[base]?.contains(where: { $0.kind == .delegateMethod }) == true
        else { return nil }
        let items = source.items(in: position + 1)
        let parameters = items.compactMap(parameter)
        guard parameters.count == items.count else { return nil }
        var end = close + 1
        var resultPosition = end..<end
        if source.matches(["-", ">"], at: end) {
            end = endOfResult(end + 2)
            resultPosition = (close + 3)..<end
        }
        let bodyEnd = source.has("{", at: end) ? source.partner[end] ?? end : end
        return DelegateDeclaration(
            position: position,
            base: base,
            parameters: parameters,
            resultPosition: resultPosition,
            result: WrittenType(source.text(resultPosition)),
            body: end..<bodyEnd
        )
    }

    private func parameter(_ item: SwiftSource.Item) -> DelegateDeclaration.Parameter? {
        guard !item.names.isEmpty, let name = source.word(at: item.names.upperBound - 1) else { return nil }
        let start = item.names.upperBound + 1
        let end = (start..<max(start, item.end)).first { source.has("=", at: $0) } ?? item.end
        guard start < end else { return nil }
        let type = WrittenType(source.text(start..<end))
        return DelegateDeclaration.Parameter(item: item, name: name, typePosition: start..<end, type: type)
    }

    /// The position after the type of a result, which ends before the body or with the line.
    private func endOfResult(_ start: Int) -> Int {
        var end = start
        while end < source.tokens.count, !source.has("{", at: end), !source.has("}", at: end),
            source.tokens[end].line == source.tokens[start].line
        {
            end = (source.partner[end].flatMap { $0 > end ? $0 : nil } ?? end) + 1
        }
        return end
    }

    /// The methods of the delegate with the labels of a declaration; with several, those with the most similar types.
    private func methods(of declared: DelegateDeclaration) -> [OldName] {
        let labels = declared.parameters.dropFirst().map { source.label($0.item) }
        let methods = (names.byBase[declared.base] ?? []).filter { $0.kind == .delegateMethod }
        let old = methods.filter { Array(OldName.labels($0.swift2).dropFirst()) == labels }
        let current = methods.filter { Array(OldName.labels($0.current).dropFirst()) == labels }
        // Swift 1 and 2 wrote no label for the first parameter.
        let isOld = declared.parameters.first?.item.names.count == 1
        let others = isOld && !old.isEmpty ? [] : current.filter { !old.map(\.objectiveC).contains($0.objectiveC) }
        let found = old + others
        func similarity(_ name: OldName) -> Int {
            DelegateForm.all[name.objectiveC]?.first.map(declared.similarity) ?? 0
        }
        let most = found.map(similarity).max()
        return found.filter { similarity($0) == most && hasParameters($0, declared) }
    }

    private func hasParameters(_ name: OldName, _ declared: DelegateDeclaration) -> Bool {
        OldName.labels(name.current).count == declared.parameters.count
    }

    private func labelEdits(_ declared: DelegateDeclaration, _ name: OldName) -> [SourceEdit] {
        zip(declared.parameters.indices, OldName.labels(name.current)).compactMap { index, label in
            let item = declared.parameters[index].item
            let isSingle = item.names.count == 1
            // A first parameter with two words has the label of Swift 3 and later.
            guard index == 0 ? isSingle : source.label(item) != label else { return nil }
            return isSingle ? insert("\(label) ", before: item.start) : replace(item.names.lowerBound, with: label)
        }
    }

    /// Gives parameters and result the types of a form. A result that the form does not have, or that is missing, stays.
    private func typeEdits(_ declared: DelegateDeclaration, _ form: DelegateForm) -> [SourceEdit] {
        var edits = zip(declared.parameters, form.parameters).compactMap { parameter, type -> SourceEdit? in
            guard !parameter.type.isSame(as: type) else { return nil }
            let position = parameter.typePosition
            return replace(position.lowerBound, through: position.upperBound - 1, with: type.text)
        }
        if !declared.isResult(form), !declared.result.isVoid, !form.result.isVoid {
            let position = declared.resultPosition
            edits.append(replace(position.lowerBound, through: position.upperBound - 1, with: form.result.text))
        }
        return edits
    }

    /// Advice for a body that uses a parameter with its old type, or for another result; `nil` for none.
    private func typeNote(_ declared: DelegateDeclaration, _ form: DelegateForm) -> String? {
        let used = zip(declared.parameters, form.parameters).filter { parameter, type in
            !parameter.type.canBecome(type) && isUsed(parameter.name, in: declared.body)
        }
        var notes: [String] = []
        if !used.isEmpty {
            let types = used.map { "\($1.text) for \($0.name)" }.joined(separator: ", ")
            notes.append("The library passes \(types): change the uses in the method.")
        }
        if form.result.isVoid != declared.result.isVoid {
            let result = form.result.isVoid ? "no value" : form.result.text
            notes.append("The library calls the method only if it returns \(result).")
        } else if !declared.result.canBecome(form.result), !form.result.isVoid {
            notes.append("The method returns \(form.result.text): change what it returns.")
        }
        return notes.isEmpty ? nil : notes.joined(separator: " ")
    }

    /// Whether tokens use a variable other than in a cast.
    private func isUsed(_ name: String, in body: Range<Int>) -> Bool {
        body.contains { position in
            let isArgument = source.has("(", at: position - 1) || source.has(",", at: position - 1)
            let isLabel = isArgument && source.has(":", at: position + 1)
            return source.has(name, at: position) && !source.has(".", at: position - 1) && !isLabel
                && !source.has("as", at: source.withMarks(position) + 1)
        }
    }
}
