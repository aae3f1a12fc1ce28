/// A filter with its own evaluation in three-valued logic, and its expression.
indirect enum PlainFilter {
    struct Test {
        let field: String
        let operation: String
        /// nil for `null`.
        let operand: PlainObjects.Value?
        /// The operand as written in the expression.
        let text: String
    }

    case test(Test)
    case both(PlainFilter, PlainFilter)
    case either(PlainFilter, PlainFilter)
    case not(PlainFilter)

    var tests: [Test] {
        switch self {
        case .test(let test): [test]
        case .both(let left, let right), .either(let left, let right): left.tests + right.tests
        case .not(let filter): filter.tests
        }
    }

    var text: String {
        switch self {
        case .test(let test): "\(test.field) \(test.operation) \(test.text)"
        case .both(let left, let right): "(\(left.text)) && (\(right.text))"
        case .either(let left, let right): "(\(left.text)) || \(right.text)"
        case .not(let filter): "!(\(filter.text))"
        }
    }

    func truth(_ entry: PlainObjects.Entry) -> Bool { verdict(entry) == 1 }

    /// 1 for true, 0 for false, nil for neither.
    private func verdict(_ entry: PlainObjects.Entry) -> Int? {
        switch self {
        case .test(let test): return Self.verdict(test, entry.fields[test.field])
        case .not(let filter): return filter.verdict(entry).map { 1 - $0 }
        case .both(let left, let right):
            let verdicts = [left.verdict(entry), right.verdict(entry)]
            return verdicts.contains(0) ? 0 : verdicts.contains(nil) ? nil : 1
        case .either(let left, let right):
            let verdicts = [left.verdict(entry), right.verdict(entry)]
            return verdicts.contains(1) ? 1 : verdicts.contains(nil) ? nil : 0
        }
    }

    private static func verdict(_ test: Test, _ value: PlainObjects.Value?) -> Int? {
        guard let operand = test.operand else { return (value == nil) == (test.operation == "==") ? 1 : 0 }
        guard let value else { return nil }
        if test.operation.lowercased() == "like", case .text(let pattern) = operand, case .text(let text) = value {
            return like(Array(text.unicodeScalars), Array(pattern.unicodeScalars)) ? 1 : 0
        }
        let order = value.order(operand)
        let holds =
            switch test.operation {
            case "==": order == 0
            case "!=": order != 0
            case "<": order < 0
            case "<=": order <= 0
            case ">": order > 0
            default: order >= 0
            }
        return holds ? 1 : 0
    }

    /// A slow implementation that tries each length for a star.
    private static func like(_ text: [Unicode.Scalar], _ pattern: [Unicode.Scalar]) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        if first == "*" {
            return (0...text.count).contains { like(Array(text.dropFirst($0)), Array(pattern.dropFirst())) }
        }
        let isEscape = first == "\\" && pattern.count > 1
        let literal = isEscape ? pattern[1] : first
        guard text.first == literal else { return false }
        return like(Array(text.dropFirst()), Array(pattern.dropFirst(isEscape ? 2 : 1)))
    }
}
