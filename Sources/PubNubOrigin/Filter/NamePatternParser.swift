/// Reads regular expressions; see ``NamePattern`` for the syntax.
struct NamePatternParser {
    /// The deepest nesting of groups.
    private static let deepest = 32
    /// The most repetitions that `{n,m}` may ask for, as in RE2.
    private static let maxRepetitions = 1000

    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var depth = 0
    /// Whether a group captures, as `(` and named groups do, and `(?:` does not.
    private(set) var isCapturing = false

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// The whole text as an expression.
    mutating func pattern() throws(NamePatternFault) -> PatternNode {
        let node = try choice()
        // Only a parenthesis without its partner ends an expression early.
        guard position == scalars.count else { throw .syntax }
        return node
    }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    private mutating func any() throws(NamePatternFault) -> Unicode.Scalar {
        guard let scalar = next else { throw .syntax }
        position += 1
        return scalar
    }

    private mutating func choice() throws(NamePatternFault) -> PatternNode {
        var nodes = [try sequence()]
        while take("|") { nodes.append(try sequence()) }
        return nodes.count == 1 ? nodes[0] : .choice(nodes)
    }

    private mutating func sequence() throws(NamePatternFault) -> PatternNode {
        var nodes: [PatternNode] = []
        while let scalar = next, scalar != "|", scalar != ")" { nodes.append(try repeated()) }
        return nodes.count == 1 ? nodes[0] : .sequence(nodes)
    }

    private mutating func repeated() throws(NamePatternFault) -> PatternNode {
        let node = try atom()
        guard let range = try repetition() else { return node }
        // A short match is as good as a long one.
        _ = take("?")
        if try repetition() != nil { throw .repetition }
        return .repeated(node, minimum: range.minimum, maximum: range.maximum)
    }

    private struct Repetition {
        let minimum: Int
        let maximum: Int?
    }

    /// The repetition that follows; nil without one.
    private mutating func repetition() throws(NamePatternFault) -> Repetition? {
        if take("*") { return Repetition(minimum: 0, maximum: nil) }
        if take("+") { return Repetition(minimum: 1, maximum: nil) }
        if take("?") { return Repetition(minimum: 0, maximum: 1) }
        let start = position
        guard take("{"), let minimum = number() else {
            position = start
            return nil
        }
        var maximum: Int? = minimum
        if take(",") { maximum = number() }
        // A brace that no repetition follows stands for itself.
        guard take("}") else {
            position = start
            return nil
        }
        let most = maximum ?? minimum
        guard most >= minimum else { throw .syntax }
        guard most <= Self.maxRepetitions else { throw .tooLarge }
        return Repetition(minimum: minimum, maximum: maximum)
    }

    private mutating func number() -> Int? {
        var digits = ""
        while let scalar = next, ("0"..."9").contains(scalar), digits.utf8.count < 9 {
            digits.unicodeScalars.append(scalar)
            position += 1
        }
        return Int(digits)
    }

    private mutating func atom() throws(NamePatternFault) -> PatternNode {
        let start = position
        if try repetition() != nil { throw .syntax }
        position = start
        let scalar = try any()
        switch scalar {
        case "(": return try group()
        case "[": return .set(try characterClass())
        case ".": return .set(.any)
        case "^": return .assertion(.start)
        case "$": return .assertion(.end)
        case "\\": return try escape()
        default: return .set(ScalarSet(scalar))
        }
    }

    private mutating func group() throws(NamePatternFault) -> PatternNode {
        depth += 1
        guard depth <= Self.deepest else { throw .tooLarge }
        if take("?") { try groupKind() } else { isCapturing = true }
        let node = try choice()
        guard take(")") else { throw .syntax }
        depth -= 1
        return node
    }

    /// The rest of `(?:` or of the beginning of a named group. Flags and assertions about the following characters are not supported.
    private mutating func groupKind() throws(NamePatternFault) {
        if take(":") { return }
        isCapturing = true
        _ = take("P")
        guard take("<") else { throw .syntax }
        var length = 0
        while !take(">") {
            guard ScalarSet.words.contains(try any().value) else { throw .syntax }
            length += 1
        }
        guard length > 0 else { throw .syntax }
    }

    private mutating func escape() throws(NamePatternFault) -> PatternNode {
        let start = position
        switch try any() {
        case "b": return .assertion(.wordBoundary)
        case "B": return .assertion(.noWordBoundary)
        case "A": return .assertion(.start)
        case "z": return .assertion(.end)
        default:
            position = start
            return .set(try escapedSet())
        }
    }

    /// The characters that an escape stands for.
    private mutating func escapedSet() throws(NamePatternFault) -> ScalarSet {
        let scalar = try any()
        switch scalar {
        case "d": return .digits
        case "D": return ScalarSet.digits.inverted
        case "w": return .words
        case "W": return ScalarSet.words.inverted
        case "s": return .spaces
        case "S": return ScalarSet.spaces.inverted
        case "t": return ScalarSet("\t")
        case "n": return ScalarSet("\n")
        case "r": return ScalarSet("\r")
        case "x": return ScalarSet(try hexadecimal())
        default:
            guard scalar.isASCII, !ScalarSet.words.contains(scalar.value) || scalar == "_" else { throw .syntax }
            return ScalarSet(scalar)
        }
    }

    /// `41` or `{1F600}`.
    private mutating func hexadecimal() throws(NamePatternFault) -> Unicode.Scalar {
        var digits = ""
        if take("{") {
            while !take("}") {
                guard digits.utf8.count < 6 else { throw .syntax }
                digits.unicodeScalars.append(try any())
            }
        } else {
            digits.unicodeScalars.append(try any())
            digits.unicodeScalars.append(try any())
        }
        guard digits.utf8.allSatisfy({ UInt8(ascii: "+") != $0 && UInt8(ascii: "-") != $0 }),
            let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value)
        else { throw .syntax }
        return scalar
    }

    private mutating func characterClass() throws(NamePatternFault) -> ScalarSet {
        let isInverted = take("^")
        var ranges: [ClosedRange<UInt32>] = []
        var isFirst = true
        while isFirst || next != "]" {
            // A bracket at the beginning stands for itself.
            isFirst = false
            let set = try classItem()
            guard let low = set.single, next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
                ranges += set.ranges
                continue
            }
            position += 1
            guard let high = try classItem().single, low <= high else { throw .syntax }
            ranges.append(low...high)
        }
        position += 1
        let set = ScalarSet(ranges)
        return isInverted ? set.inverted : set
    }

    private mutating func classItem() throws(NamePatternFault) -> ScalarSet {
        let scalar = try any()
        if scalar == "\\" { return try escapedSet() }
        // Names of classes such as [:alpha:] are not supported.
        if scalar == "[", next == ":" { throw .syntax }
        return ScalarSet(scalar)
    }
}

extension ScalarSet {
    /// The only character; nil for any other set.
    fileprivate var single: UInt32? {
        guard ranges.count == 1, let range = ranges.first, range.lowerBound == range.upperBound else { return nil }
        return range.lowerBound
    }
}
