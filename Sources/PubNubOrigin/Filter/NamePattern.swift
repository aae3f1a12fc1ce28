/// A regular expression of an access token, which is searched for in the names of channels, groups and users.
///
/// The syntax is the part of RE2 that names need: characters, `.`, classes, groups, `|`, `*`, `+`, `?`, `{n,m}`, `^`, `$`, `\b` and the
/// escapes `\d`, `\w` and `\s`. A search takes time in proportion to the length of the name and the size of the expression at
/// most, as it follows all possibilities at the same time and never goes back.
struct NamePattern: Sendable {
    /// The longest expression, in bytes of UTF-8.
    static let maxTextBytes = 512
    /// The size of all expressions of a token together.
    static let budget = 1000

    private let program: [PatternInstruction]
    /// Whether it has a group that captures, with a name or without. A search captures nothing.
    let isCapturing: Bool

    /// Reads an expression.
    ///
    /// - Parameters:
    ///   - text: The expression.
    ///   - budget: The size that it may have; what it takes is subtracted.
    /// - Throws: ``NamePatternFault``.
    init(parsing text: String, budget: inout Int) throws(NamePatternFault) {
        guard text.utf8.count <= Self.maxTextBytes else { throw .tooLarge }
        var parser = NamePatternParser(text)
        var compiler = PatternCompiler(budget: budget)
        try compiler.emit(try parser.pattern())
        program = try compiler.finished()
        isCapturing = parser.isCapturing
        budget = compiler.budget
    }

    /// Whether a part of a name matches.
    func isFound(in name: String) -> Bool {
        var search = PatternSearch(program, name)
        return search.finds()
    }
}

/// The reason why a string cannot be a pattern of a token.
enum NamePatternFault: Error, Equatable {
    /// It is not an expression, or has syntax that is not supported.
    case syntax
    /// It repeats a repetition.
    case repetition
    /// It has a group that captures, which a grant may not have.
    case capturing
    /// It is too long, too deep, or takes too much work.
    case tooLarge
}

/// A set of characters.
struct ScalarSet: Sendable, Equatable {
    /// Apart from each other and in their order.
    private(set) var ranges: [ClosedRange<UInt32>]

    private static let last: UInt32 = 0x10FFFF

    init(_ ranges: [ClosedRange<UInt32>]) {
        self.ranges = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let end = self.ranges.last, range.lowerBound <= end.upperBound {
                self.ranges[self.ranges.count - 1] = end.lowerBound...max(end.upperBound, range.upperBound)
            } else {
                self.ranges.append(range)
            }
        }
    }

    init(_ scalar: Unicode.Scalar) {
        ranges = [scalar.value...scalar.value]
    }

    static let digits = ScalarSet([0x30...0x39])
    static let words = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let spaces = ScalarSet([0x09...0x0A, 0x0C...0x0D, 0x20...0x20])
    /// Any character but a line feed.
    static let any = ScalarSet([0x0A...0x0A]).inverted

    /// All other characters.
    var inverted: ScalarSet {
        var others: [ClosedRange<UInt32>] = []
        var start: UInt32 = 0
        for range in ranges {
            if range.lowerBound > start { others.append(start...range.lowerBound - 1) }
            start = range.upperBound + 1
        }
        if start <= Self.last { others.append(start...Self.last) }
        return ScalarSet(others)
    }

    func contains(_ scalar: UInt32) -> Bool { ranges.contains { $0.contains(scalar) } }
}

/// A place in a name that an expression asks for.
enum PatternAssertion: Sendable, Equatable {
    case start
    case end
    case wordBoundary
    case noWordBoundary
}

/// An expression as a tree.
indirect enum PatternNode: Sendable, Equatable {
    case set(ScalarSet)
    case assertion(PatternAssertion)
    case sequence([PatternNode])
    case choice([PatternNode])
    /// Repetitions; without a maximum any number of them.
    case repeated(PatternNode, minimum: Int, maximum: Int?)
}

/// A step of an expression.
private enum PatternInstruction: Sendable {
    /// The next character is in the set.
    case set(ScalarSet)
    case assertion(PatternAssertion)
    /// Continues at both places.
    case split(Int, Int)
    case jump(Int)
    case match
}

/// Turns a tree into steps.
private struct PatternCompiler {
    private var program: [PatternInstruction] = []
    private(set) var budget: Int

    init(budget: Int) {
        self.budget = budget
    }

    mutating func finished() throws(NamePatternFault) -> [PatternInstruction] {
        try add(.match)
        return program
    }

    mutating func emit(_ node: PatternNode) throws(NamePatternFault) {
        switch node {
        case .set(let set):
            try spend(set.ranges.count)
            try add(.set(set))
        case .assertion(let assertion): try add(.assertion(assertion))
        case .sequence(let nodes):
            try spend(1)
            for node in nodes { try emit(node) }
        case .choice(let nodes): try emitChoice(nodes)
        case .repeated(let node, let minimum, let maximum):
            try spend(1)
            try emitRepeated(node, minimum, maximum)
        }
    }

    private mutating func emitChoice(_ nodes: [PatternNode]) throws(NamePatternFault) {
        var ends: [Int] = []
        for (index, node) in nodes.enumerated() {
            guard index < nodes.count - 1 else {
                try emit(node)
                break
            }
            let split = program.count
            try add(.split(split + 1, split + 1))
            try emit(node)
            ends.append(program.count)
            try add(.jump(0))
            program[split] = .split(split + 1, program.count)
        }
        for end in ends { program[end] = .jump(program.count) }
    }

    private mutating func emitRepeated(
        _ node: PatternNode,
        _ minimum: Int,
        _ maximum: Int?
    ) throws(NamePatternFault) {
        for _ in 0..<minimum { try emit(node) }
        guard let maximum else {
            let split = program.count
            try add(.split(split + 1, split + 1))
            try emit(node)
            try add(.jump(split))
            program[split] = .split(split + 1, program.count)
            return
        }
        var splits: [Int] = []
        for _ in minimum..<maximum {
            splits.append(program.count)
            try add(.split(0, 0))
            try emit(node)
        }
        for split in splits { program[split] = .split(split + 1, program.count) }
    }

    private mutating func add(_ instruction: PatternInstruction) throws(NamePatternFault) {
        try spend(1)
        program.append(instruction)
    }

    /// An expression without steps takes a share as well, so that repeating it ends.
    private mutating func spend(_ amount: Int) throws(NamePatternFault) {
        budget -= amount
        guard budget >= 0 else { throw .tooLarge }
    }
}

/// A search for an expression in a name: the steps that are possible at each character.
private struct PatternSearch {
    private let program: [PatternInstruction]
    private let scalars: [UInt32]
    private var position = 0
    private var current: [Int] = []
    /// For each step, one more than the last place at which it was added.
    private var added: [Int]
    private var waiting: [Int] = []
    private var hasMatch = false

    init(_ program: [PatternInstruction], _ name: String) {
        self.program = program
        scalars = name.unicodeScalars.map(\.value)
        added = [Int](repeating: 0, count: program.count)
    }

    mutating func finds() -> Bool {
        while true {
            add(0)
            if hasMatch { return true }
            // An expression that begins with ^ has no further beginnings.
            guard position < scalars.count, !(current.isEmpty && isAnchored) else { return false }
            let steps = current
            let scalar = scalars[position]
            position += 1
            current = []
            for step in steps {
                if case .set(let set) = program[step], set.contains(scalar) { add(step + 1) }
            }
        }
    }

    private var isAnchored: Bool {
        if case .assertion(.start)? = program.first { true } else { false }
    }

    /// Adds a step, and those that follow without a character.
    private mutating func add(_ step: Int) {
        waiting.append(step)
        while let step = waiting.popLast() {
            guard added[step] <= position else { continue }
            added[step] = position + 1
            switch program[step] {
            case .set: current.append(step)
            case .assertion(let assertion): if holds(assertion) { waiting.append(step + 1) }
            case .split(let first, let second): waiting += [first, second]
            case .jump(let target): waiting.append(target)
            case .match: hasMatch = true
            }
        }
    }

    private func holds(_ assertion: PatternAssertion) -> Bool {
        switch assertion {
        case .start: position == 0
        case .end: position == scalars.count
        case .wordBoundary: isWord(position - 1) != isWord(position)
        case .noWordBoundary: isWord(position - 1) == isWord(position)
        }
    }

    private func isWord(_ position: Int) -> Bool {
        scalars.indices.contains(position) && ScalarSet.words.contains(scalars[position])
    }
}
