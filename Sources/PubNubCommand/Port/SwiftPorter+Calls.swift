import Foundation

/// A call in a Swift file of a method of 3.7.8.
struct SwiftCall {
    let position: Int
    let name: OldName
    let arguments: [SwiftSource.Item]
    /// Whether the last closure follows the parentheses.
    let hasTrailingClosure: Bool
    /// The position of the brace of the closure that is the last argument.
    let closure: Int?
    /// Whether the receiver is of the type of the method.
    let isSure: Bool
}

/// A parameter of a closure that has a type in the file.
private struct TypedParameter {
    /// The position of its type.
    let start: Int
    /// The type that the library passes, without its question mark.
    let wanted: String
}

extension SwiftPorter {
    /// The call whose base name is at a position; `nil` if it is not of a method of the library.
    func call(at position: Int) -> SwiftCall? {
        guard let base = source.word(at: position), !source.has("func", at: position - 1) else { return nil }
        let hasParentheses = source.has("(", at: position + 1)
        let end = hasParentheses ? source.partner[position + 1] : position
        guard let end, hasParentheses || source.has("{", at: position + 1) else { return nil }
        let arguments = hasParentheses ? source.items(in: position + 1) : []
        let isTrailing = source.has("{", at: end + 1) && source.canHaveTrailingClosure(at: position)
        let candidates =
            base.first?.isUppercase == true ? initializers(of: base) : names.methods(base: base) + factories(base)
        let labels = arguments.map(source.label)
        func fits(_ name: OldName, _ withClosure: Bool) -> Bool {
            let wanted = callLabels(name, base)
            return withClosure ? !name.block.isEmpty && Array(wanted.dropLast()) == labels : wanted == labels
        }
        let found = candidates.filter { fits($0, isTrailing) }
        let fitting = found.isEmpty ? candidates.filter { fits($0, false) } : found
        guard !fitting.isEmpty, let (name, isSure) = choose(fitting, position, base) else { return nil }
        let isUsed = isTrailing && !found.isEmpty
        var closure = isUsed ? end + 1 : nil
        if closure == nil, !name.block.isEmpty, let last = arguments.last {
            let start = last.names.isEmpty ? last.start : last.names.upperBound + 1
            closure = source.has("{", at: start) ? start : nil
        }
        return SwiftCall(
            position: position,
            name: name,
            arguments: arguments,
            hasTrailingClosure: isUsed,
            closure: closure,
            isSure: isSure
        )
    }

    private func initializers(of type: String) -> [OldName] {
        (names.byBase["init"] ?? []).filter { $0.owner == type }
    }

    /// The initializers that were factories in Objective-C.
    private func factories(_ base: String) -> [OldName] {
        (names.byBase["init"] ?? []).filter { $0.objectiveC.prefix { $0 != ":" } == base }
    }

    /// The labels with which the file has to call a method: those of its spelling.
    private func callLabels(_ name: OldName, _ base: String) -> [String] {
        if name.kind == .initializer, base.first?.isUppercase == false {
            return ["_"] + name.objectiveC.split(separator: ":").dropFirst().map(String.init)
        }
        let isOld = name.kind == .initializer || OldName.base(name.swift2) == base
        return OldName.labels(isOld ? name.swift2 : name.current)
    }

    /// The method that belongs to the receiver, and whether that is certain; `nil` if the call is of something else.
    private func choose(_ candidates: [OldName], _ position: Int, _ base: String) -> (OldName, Bool)? {
        if base.first?.isUppercase == true { return candidates.first.map { ($0, true) } }
        switch types.receiver(of: position) {
        case .type(let type):
            return candidates.first { $0.owner == type && $0.kind != .instanceMethod }.map { ($0, true) }
        case .object(let owners):
            guard let name = candidates.first(where: { owners.contains($0.owner) && $0.kind == .instanceMethod })
            else { return nil }
            return (name, !owners.contains(""))
        case .none: return nil
        case .unknown:
            // Only names that apps hardly use for something else.
            return candidates.first { $0.isRenamed && $0.objectiveC.contains(":") && $0.kind == .instanceMethod }.map {
                ($0, false)
            }
        }
    }

    /// Records the types of a closure's parameters that have none in the file.
    mutating func learnTypes(_ call: SwiftCall) {
        guard call.isSure, let closure = call.closure, let block = names.blocks[call.name.block] else { return }
        for (item, type) in zip(source.closureParameters(at: closure), block) where item.names.isEmpty {
            if let name = source.word(at: item.start) { types.add(name, type, inClosure: closure) }
        }
    }

    mutating func report(_ call: SwiftCall) {
        let base = source.word(at: call.position) ?? ""
        var labels = callLabels(call.name, base)
        let old =
            call.name.kind == .initializer && base.first?.isUppercase == true
            ? base + "(\(labels.map { $0 + ":" }.joined()))"
            : "\(base)(\(labels.map { $0 + ":" }.joined()))"
        if call.hasTrailingClosure { labels.removeLast() }
        let changed = edits(of: call, base)
        var note: String?
        if !call.isSure, !changed.isEmpty {
            note = "The type in front of the name is not known here: rename it if it belongs to the library."
        }
        let isRemoved =
            call.name.kind != .initializer
            && OldName.labels(call.name.swift2).count != OldName.labels(call.name.current).count
        if isRemoved {
            note = "The argument withPresenceEvent is gone: the service reports joins and leaves by itself."
        }
        var isOtherClosure = false
        if let closure = call.closure, let advice = closureAdvice(closure, names.blocks[call.name.block] ?? []) {
            isOtherClosure = true
            note = [note, advice].compactMap(\.self).joined(separator: " ")
        }
        add(
            at: call.position,
            changed.isEmpty ? call.name.shownMember(base) : old,
            call.name,
            note: note,
            isSure: call.isSure && !isRemoved && !isOtherClosure,
            edits: isRemoved ? [] : changed
        )
    }

    /// The changes of a call: the base name, the labels, and types that differ now.
    private func edits(of call: SwiftCall, _ base: String) -> [SourceEdit] {
        var edits: [SourceEdit] = []
        let isFactory = call.name.kind == .initializer && base.first?.isUppercase == false
        let newBase = OldName.base(call.name.current)
        if isFactory {
            edits.append(replace(call.position - 1, through: call.position, with: ""))
        } else if call.name.kind != .initializer, newBase != base {
            edits.append(replace(call.position, with: newBase))
        }
        for (item, label) in zip(call.arguments, OldName.labels(call.name.current)) {
            let old = source.label(item)
            guard old != label else { continue }
            if old == "_" {
                edits.append(insert("\(label): ", before: item.start))
            } else if label == "_" {
                edits.append(replace(item.names.lowerBound, through: item.names.upperBound, with: ""))
            } else {
                edits.append(replace(item.names.lowerBound, with: label))
            }
        }
        if let closure = call.closure { edits += closureEdits(closure, names.blocks[call.name.block] ?? []) }
        for item in call.arguments { edits += dictionaryEdits(item) }
        return edits
    }

    /// Gives the parameters of a closure the types that the library passes.
    private func closureEdits(_ open: Int, _ block: [String]) -> [SourceEdit] {
        typedParameters(open, block).flatMap { parameter -> [SourceEdit] in
            let start = parameter.start
            let wanted = parameter.wanted
            if wanted.hasPrefix("["), let last = endOfList(start) {
                return [replace(start, through: last, with: wanted)]
            }
            if source.has("AnyObject", at: start), wanted == "Any" { return [replace(start, with: "Any")] }
            if source.has("NSError", at: start), wanted == "PNError" { return [replace(start, with: "PNError")] }
            return []
        }
    }

    /// Advice on a closure with a parameter of another type than the library passes; `nil` without one. 3.4 to 3.6 passed
    /// others to some closures.
    private func closureAdvice(_ open: Int, _ block: [String]) -> String? {
        let isOther = typedParameters(open, block).contains { parameter in
            let wanted = parameter.wanted
            if endOfList(parameter.start) != nil { return !wanted.hasPrefix("[") && wanted != "Any" }
            guard let word = source.word(at: parameter.start), names.types.contains(word) else { return false }
            return wanted.hasPrefix("[") || names.types.contains(wanted) && wanted != word
        }
        return isOther ? "The closure has other parameters now: (\(block.joined(separator: ", ")))." : nil
    }

    /// The parameters of a closure that have a type in the file.
    private func typedParameters(_ open: Int, _ block: [String]) -> [TypedParameter] {
        zip(source.closureParameters(at: open), block).compactMap { item, type in
            guard !item.names.isEmpty else { return nil }
            return TypedParameter(start: item.names.upperBound + 1, wanted: type.trimmingCharacters(in: ["?"]))
        }
    }

    /// The last token of the type of a list at a position, as Swift 1 and 2 wrote it; `nil` if there is another type.
    private func endOfList(_ start: Int) -> Int? {
        if source.matches(["[", "AnyObject", "]"], at: start) { return start + 2 }
        if source.matches(["Array", "<", "AnyObject", ">"], at: start) { return start + 3 }
        if source.matches(["AnyObject", "[", "]"], at: start) { return start + 2 }
        return source.has("NSArray", at: start) || source.has("Array", at: start) && !source.has("<", at: start + 1)
            ? start : nil
    }

    /// Casts a dictionary of Objective-C to that of the library, also in an array or a dictionary.
    ///
    /// Casts in closures, subscripts and the parentheses of other calls belong to the app, so they stay.
    private func dictionaryEdits(_ item: SwiftSource.Item) -> [SourceEdit] {
        var edits: [SourceEdit] = []
        var position = item.start
        while position < item.end {
            if source.matches(["as", "[", "NSObject", ":", "AnyObject", "]"], at: position) {
                edits.append(replace(position, through: position + 5, with: "as! [String: Any]"))
                position += 6
            } else if let close = source.partner[position], close > position, !source.isLiteral(at: position) {
                position = close + 1
            } else {
                position += 1
            }
        }
        return edits
    }
}
