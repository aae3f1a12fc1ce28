/// The types of the variables, instance variables and properties of an Objective-C file.
///
/// A variable belongs to the braces in which it is declared, and a member to its class; the innermost declaration counts.
struct ObjectiveCTypes {
    /// A part of a file between `@interface`, `@protocol` or `@implementation` and `@end`.
    private struct Section {
        let type: String
        let positions: Range<Int>
        let isImplementation: Bool
    }

    private struct Variable {
        let scope: Range<Int>
        let type: String
    }

    private static let sectionWords: Set<String> = ["@interface", "@protocol", "@implementation"]
    private static let qualifiers: Set<String> = [
        "const", "__weak", "__strong", "__block", "__nullable", "__nonnull", "_Nullable", "_Nonnull", "__unused",
    ]

    private let source: SwiftSource
    private let names = OldNameTable.shared
    private var sections: [Section] = []
    private var variables: [String: [Variable]] = [:]
    /// The types of members, by their names, by their classes; an empty class for an object of an unknown one.
    private var members: [String: [String: String]] = [:]

    init(_ source: SwiftSource) {
        self.source = source
        for position in source.tokens.indices { readSection(position) }
        for position in source.tokens.indices { readDeclaration(position) }
        for position in source.tokens.indices {
            readSynthesis(position)
            readAssignment(position)
        }
    }

    /// The type of the variable or of the member whose name ends an expression; `nil` if it is not known.
    func type(endingAt position: Int) -> String? {
        guard let name = source.word(at: position) else { return nil }
        guard let owner = owner(of: position) else { return variable(name, position) ?? member(name, position) }
        if source.has("self", at: owner) { return member(name, position) }
        return type(endingAt: owner).flatMap { members[$0]?[name] } ?? memberOfAnyClass(name)
    }

    /// The last token of the object in front of `.name` or `->name`.
    private func owner(of position: Int) -> Int? {
        if source.has(".", at: position - 1) { return position - 2 }
        return source.matches(["-", ">"], at: position - 2) ? position - 3 : nil
    }

    private func variable(_ name: String, _ position: Int) -> String? {
        let visible = (variables[name] ?? []).filter { $0.scope.contains(position) }
        return visible.max { $0.scope.lowerBound < $1.scope.lowerBound }?.type
    }

    private func member(_ name: String, _ position: Int) -> String? {
        let type = section(at: position).flatMap { members[$0.type]?[name] }
        return type ?? memberOfAnyClass(name)
    }

    /// The type of the library that a member has in other classes, if it is one type: a class inherits members.
    private func memberOfAnyClass(_ name: String) -> String? {
        let types = Set(members.values.compactMap { $0[name] }).intersection(names.types)
        return types.count == 1 ? types.first : nil
    }

    private func section(at position: Int) -> Section? {
        sections.first { $0.positions.contains(position) }
    }

    private mutating func readSection(_ position: Int) {
        guard let word = source.word(at: position), Self.sectionWords.contains(word),
            let type = source.word(at: position + 1)
        else { return }
        let end = (position..<source.tokens.count).first { source.has("@end", at: $0) } ?? source.tokens.count
        // A protocol that is only named has no end of its own.
        let next = (position + 1..<end).first { source.word(at: $0).map(Self.sectionWords.contains) == true }
        let isImplementation = word == "@implementation"
        sections.append(Section(type: type, positions: position..<(next ?? end), isImplementation: isImplementation))
    }

    // MARK: Declarations

    /// `PNChannel *room`, in declarations, parameters and properties, and `(PNChannel *)room` in methods.
    private mutating func readDeclaration(_ position: Int) {
        guard let word = source.word(at: position), word.first?.isUppercase == true,
            source.has("*", at: position + 1)
        else { return }
        if source.has("(", at: position - 1), source.has(")", at: position + 2) {
            return readMethodType(position, word)
        }
        var name = position + 2
        while let variable = source.word(at: name) {
            if Self.qualifiers.contains(variable) {
                name += 1
            } else {
                addDeclaration(variable, word, name)
                guard source.matches([",", "*"], at: name + 1) else { return }
                name += 3
            }
        }
    }

    /// The type in parentheses of a parameter or of the result of a method. Inside of brackets it is a cast.
    private mutating func readMethodType(_ position: Int, _ type: String) {
        guard let name = source.word(at: position + 3),
            source.bracket(["(", "[", "{"], around: position - 1) == nil
        else { return }
        if source.has(":", at: position - 2) {
            if let scope = bodyScope(position + 3) { add(name, type, scope) }
        } else if let section = section(at: position) {
            // A method without arguments can be called like a property.
            let isGetter = !source.has(":", at: position + 4)
            if isGetter { members[section.type, default: [:]][name] = type }
        }
    }

    private mutating func addDeclaration(_ name: String, _ type: String, _ position: Int) {
        let bracket = source.bracket(["(", "[", "{"], around: position)
        guard let section = section(at: position), isMember(section, bracket) else {
            return addVariable(name, type, position, bracket)
        }
        members[section.type, default: [:]][name] = type
        // The instance variable of a property.
        if bracket == nil { members[section.type, default: [:]]["_" + name] = type }
    }

    /// Whether a declaration inside a bracket is of an instance variable, or outside of all is of a property.
    private func isMember(_ section: Section, _ bracket: Int?) -> Bool {
        guard let bracket else { return !section.isImplementation }
        guard source.has("{", at: bracket) else { return false }
        // Only the braces after the name of an implementation have instance variables.
        return !section.isImplementation || bracket == section.positions.lowerBound + 2
    }

    private mutating func addVariable(_ name: String, _ type: String, _ position: Int, _ bracket: Int?) {
        if let scope = bodyScope(position) { return add(name, type, scope) }
        // A parameter without a body is visible nowhere, but a loop can have a statement without braces.
        guard let block = source.bracket(["{"], around: position) else {
            return bracket == nil ? add(name, type, source.tokens.indices) : ()
        }
        add(name, type, block..<(source.partner[block] ?? source.tokens.count))
    }

    private mutating func add(_ name: String, _ type: String, _ scope: Range<Int>) {
        variables[name, default: []].removeAll { $0.scope == scope }
        variables[name, default: []].append(Variable(scope: scope, type: type))
    }

    /// The braces that follow a parameter or the variable of a loop; `nil` for another variable.
    private func bodyScope(_ position: Int) -> Range<Int>? {
        var next = position + 1
        while next < source.tokens.count {
            if source.has("{", at: next) { return source.partner[next].map { next..<$0 } }
            if [";", "=", "}"].contains(where: source.tokens[next].is) { return nil }
            next = (source.partner[next].flatMap { $0 > next ? $0 : nil } ?? next) + 1
        }
        return nil
    }

    // MARK: Statements

    /// `@synthesize room = room_`
    private mutating func readSynthesis(_ position: Int) {
        guard source.has("@synthesize", at: position), let section = section(at: position) else { return }
        var next = position + 1
        while let property = source.word(at: next) {
            let hasVariable = source.has("=", at: next + 1)
            if hasVariable, let name = source.word(at: next + 2), let type = member(property, position) {
                members[section.type, default: [:]][name] = type
            }
            next += hasVariable ? 3 : 1
            guard source.has(",", at: next) else { return }
            next += 1
        }
    }

    /// `room = [PNChannel …]`, for a variable that is declared in another file or without a type.
    private mutating func readAssignment(_ position: Int) {
        guard source.matches(["=", "["], at: position + 1), let name = source.word(at: position),
            type(endingAt: position) == nil, let type = source.word(at: position + 3), names.types.contains(type)
        else { return }
        if source.has("id", at: position - 1) { return addVariable(name, type, position, nil) }
        let owner = owner(of: position)
        let isOwn = owner.map { source.has("self", at: $0) } ?? true
        members[isOwn ? section(at: position)?.type ?? "" : "", default: [:]][name] = type
    }
}
