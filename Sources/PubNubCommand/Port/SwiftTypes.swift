import Foundation

/// The types of the variables and functions of a Swift file that belong to the library.
///
/// A name belongs to the braces in which it is declared; the innermost declaration counts. An empty type stands for any type that
/// is not of the library.
struct SwiftTypes {
    enum Receiver {
        /// A type of the library itself.
        case type(String)
        /// An object of one of the types.
        case object(Set<String>)
        /// No expression in front of the name.
        case none
        case unknown
    }

    /// The types of a variable between two braces.
    private struct Variable {
        let scope: Range<String.Index>
        var types: Set<String>
    }

    private var source: SwiftSource
    private let names = OldNameTable.shared
    private var variables: [String: [Variable]] = [:]
    /// The types that calls give to the parameters of closures, which have none in the file.
    private var learnt: [String: [Variable]] = [:]
    private var functions: [String: Set<String>] = [:]

    init(_ source: SwiftSource) {
        self.source = source
        for position in source.tokens.indices where source.has("func", at: position) { readResult(position + 1) }
        readVariables()
    }

    /// Reads the variables again, whose types can follow from what calls gave to the parameters of closures.
    mutating func readVariables() {
        // The value of a variable can be a property that follows.
        for _ in 0..<2 {
            var found = learnt
            for position in source.tokens.indices { read(position, into: &found) }
            variables = found
        }
    }

    /// The same types for other tokens of the file.
    func reading(_ source: SwiftSource) -> Self {
        var types = self
        types.source = source
        return types
    }

    /// Records the type of a parameter of the closure whose brace is at a position, and that has none in the file.
    mutating func add(_ name: String, _ type: String, inClosure open: Int) {
        let variable = Variable(scope: source.block(from: open), types: [plain(type)])
        guard !isLearnt(name, variable.scope) else { return }
        learnt[name, default: []].append(variable)
        variables[name, default: []].removeAll { $0.scope == variable.scope }
        variables[name, default: []].append(variable)
    }

    private func isLearnt(_ name: String, _ scope: Range<String.Index>) -> Bool {
        learnt[name]?.contains { $0.scope == scope } == true
    }

    private func add(
        _ name: String,
        _ types: Set<String>,
        _ scope: Range<String.Index>,
        into found: inout [String: [Variable]]
    ) {
        if let known = found[name]?.firstIndex(where: { $0.scope == scope }) {
            found[name]?[known].types.formUnion(types)
        } else {
            found[name, default: []].append(Variable(scope: scope, types: types))
        }
    }

    /// The types of a variable at a position; those of a property for `self.name`.
    private func types(of name: String, at position: Int, isProperty: Bool) -> Set<String>? {
        let offset = source.tokens[position].range.lowerBound
        let visible = (variables[name] ?? []).filter { $0.scope.contains(offset) }
        let outwards = visible.sorted { $0.scope.lowerBound > $1.scope.lowerBound }
        return (isProperty ? outwards.last : outwards.first)?.types
    }

    private func plain(_ type: String) -> String {
        let name = type.trimmingCharacters(in: ["?", "!", " "])
        return names.types.contains(name) ? name : ""
    }

    private func read(_ position: Int, into found: inout [String: [Variable]]) {
        switch source.word(at: position) {
        case "let", "var": readVariable(position + 1, into: &found)
        case "func": readParameters(of: position + 2, into: &found)
        case "init": readParameters(of: position + 1, into: &found)
        case "for": readElement(position + 1, into: &found)
        default:
            guard source.has("{", at: position) else { return }
            readParameters(source.closureParameters(at: position), source.block(from: position), into: &found)
        }
    }

    /// The elements of `for x in list as! [Type]`; others are unknown.
    private func readElement(_ start: Int, into found: inout [String: [Variable]]) {
        guard let name = source.word(at: start), source.has("in", at: start + 1) else { return }
        var position = start + 2
        var element = ""
        while position < source.tokens.count, !source.has("{", at: position) {
            if source.has("[", at: position), source.has("]", at: position + 2),
                let type = source.word(at: position + 1)
            {
                element = type
            }
            position += 1
        }
        add(name, [plain(element)], source.block(from: position), into: &found)
    }

    /// The variables of a declaration: `a = b, c: D`.
    private func readVariable(_ position: Int, into found: inout [String: [Variable]]) {
        guard let name = source.word(at: position) else { return }
        let scope = source.block(around: position)
        let end = endOfVariable(position)
        if source.has(":", at: position + 1) {
            add(name, [plain(type(at: position + 2))], scope, into: &found)
        } else {
            add(name, source.has("=", at: position + 1) ? object(end - 1) : [""], scope, into: &found)
        }
        if source.has(",", at: end) { readVariable(end + 1, into: &found) }
    }

    /// The position after the type and the value of a variable.
    private func endOfVariable(_ start: Int) -> Int {
        var end = start + 1
        while end < source.tokens.count {
            let token = source.tokens[end]
            let last = source.tokens[end - 1]
            if [";", "}", ",", ")", "{"].contains(where: token.is) { break }
            if end > start + 2, token.line > last.line, !token.is("."), !last.is("=") { break }
            end = (source.partner[end].flatMap { $0 > end ? $0 : nil } ?? end) + 1
        }
        return end
    }

    /// The result of the function whose name is at a position.
    private mutating func readResult(_ position: Int) {
        guard let name = source.word(at: position), source.has("(", at: position + 1),
            let end = source.partner[position + 1]
        else { return }
        let hasResult = source.matches(["-", ">"], at: end + 1)
        functions[name, default: []].insert(hasResult ? plain(type(at: end + 3)) : "")
    }

    /// The parameters in the parentheses at a position, which belong to the body that follows.
    private func readParameters(of open: Int, into found: inout [String: [Variable]]) {
        guard source.has("(", at: open), let close = source.partner[open],
            let body = (close..<min(close + 12, source.tokens.count)).first(where: { source.has("{", at: $0) })
        else { return }
        readParameters(source.items(in: open), source.block(from: body), into: &found)
    }

    private func readParameters(
        _ items: [SwiftSource.Item],
        _ scope: Range<String.Index>,
        into found: inout [String: [Variable]]
    ) {
        for item in items {
            let isTyped = !item.names.isEmpty
            guard let name = source.word(at: isTyped ? item.names.upperBound - 1 : item.start) else { continue }
            guard isTyped || !isLearnt(name, scope) else { continue }
            add(name, [isTyped ? plain(type(at: item.names.upperBound + 1)) : ""], scope, into: &found)
        }
    }

    /// The type that is written at a position: one word, which may be optional.
    private func type(at position: Int) -> String {
        let start = source.has("any", at: position) ? position + 1 : position
        guard let name = source.word(at: start), !source.has(".", at: start + 1) else { return "" }
        return name
    }

    /// The types of the object that an expression makes, by its last token.
    private func object(_ end: Int) -> Set<String> {
        switch receiver(endingAt: end) {
        case .object(let types): types
        case .type, .none, .unknown: [""]
        }
    }

    /// The receiver of the member whose name is at a position.
    func receiver(of position: Int) -> Receiver {
        guard source.has(".", at: position - 1) else { return .none }
        return receiver(endingAt: position - 2)
    }

    /// The value of the expression whose last token is at a position.
    func receiver(endingAt end: Int) -> Receiver {
        let end = source.withoutMarks(end)
        guard end >= 0 else { return .unknown }
        if source.has(")", at: end), let open = source.partner[end] { return result(of: open, end) }
        guard let name = source.word(at: end) else { return .unknown }
        // The app's own methods.
        if name == "self" || name == "super" { return .none }
        if source.has("as", at: end - 1) || source.matches(["as", "!"], at: end - 2)
            || source.matches(["as", "?"], at: end - 2)
        {
            return names.types.contains(name) ? .object([name]) : .unknown
        }
        guard source.has(".", at: end - 1), !source.isMemberOfSelf(end) else {
            if names.types.contains(name) { return .type(name) }
            let isProperty = source.has(".", at: end - 1)
            return types(of: name, at: end, isProperty: isProperty).map(Receiver.object) ?? .unknown
        }
        guard case .object(let owners) = receiver(of: end) else { return .unknown }
        let results = (names.byBase[name] ?? []).filter { $0.kind == .property && owners.contains($0.owner) }.map(
            \.result
        )
        return results.isEmpty ? .unknown : .object(Set(results.map(plain)))
    }

    /// The result of a call whose arguments are in the parentheses at two positions.
    private func result(of open: Int, _ close: Int) -> Receiver {
        guard let name = source.word(at: open - 1) else {
            return close - 1 > open ? receiver(endingAt: close - 1) : .unknown
        }
        guard source.has(".", at: open - 2), !source.isMemberOfSelf(open - 1) else {
            if names.types.contains(name) { return .object([name]) }
            return functions[name].map(Receiver.object) ?? .unknown
        }
        let owners: Set<String>
        switch receiver(of: open - 1) {
        case .type(let type): owners = [type]
        case .object(let types): owners = types
        case .none, .unknown: owners = []
        }
        let found = names.methods(base: name).filter { owners.contains($0.owner) && !$0.result.isEmpty }.map(\.result)
        guard found.isEmpty else { return .object(Set(found.map(plain))) }
        return functions[name].map(Receiver.object) ?? .unknown
    }
}
