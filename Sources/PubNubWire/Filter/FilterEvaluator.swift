/// Evaluates an expression for a message. A nil value is a null: something that the message does not have.
struct FilterEvaluator {
    let subject: FilterSubject

    func truth(of node: FilterNode) -> Bool {
        switch node {
        case .not(let node): !truth(of: node)
        case .all(let left, let right): truth(of: left) && truth(of: right)
        case .any(let left, let right): truth(of: left) || truth(of: right)
        case .comparison(let operation, let left, let right): compare(operation, left, right)
        default: value(of: node).map { Self.truth(of: $0) } ?? false
        }
    }

    private func value(of node: FilterNode) -> JSON? {
        switch node {
        case .value(let value): return value
        case .text(let text, _): return .string(text)
        case .list(let nodes): return .array(nodes.map { value(of: $0) ?? .null })
        case .metadata: return subject.metadata
        case .data: return subject.data
        case .member(let node, let name): return present(value(of: node)?[name])
        case .element(let node, let position): return present(value(of: node)?[position])
        case .negative(let node): return value(of: node).flatMap { Self.calculate(.minus, 0, $0) }
        case .inverted(let node): return value(of: node)?.int64Value.map { .integer(~$0) }
        case .arithmetic(let operation, let left, let right):
            guard let left = value(of: left), let right = value(of: right) else { return nil }
            return Self.calculate(operation, left, right)
        case .not, .all, .any, .comparison: return .bool(truth(of: node))
        }
    }

    private func present(_ value: JSON?) -> JSON? { value == .null ? nil : value }

    private func compare(_ operation: FilterNode.Comparison, _ left: FilterNode, _ right: FilterNode) -> Bool {
        let first = value(of: left)
        let second = value(of: right)
        switch operation {
        case .ordering(.equal): return Self.equal(first, second)
        case .ordering(.notEqual): return !Self.equal(first, second)
        case .ordering, .contains, .like: break
        }
        guard let first, let second else { return false }
        switch operation {
        case .ordering(let ordering): return Self.order(first, second).map { ordering.holds($0) } ?? false
        case .contains: return Self.contains(first, second)
        case .like:
            if case .text(_, let pattern) = right { return Self.like(first, pattern) }
            return second.string.map { Self.like(first, FilterPattern($0)) } ?? false
        }
    }
}

extension FilterEvaluator {
    private static func truth(of value: JSON) -> Bool {
        switch value {
        case .bool(let flag): flag
        case .integer, .unsigned, .double, .decimal: value.double.map { $0 != 0 } ?? false
        case .string(let text): !text.isEmpty
        case .null, .array, .object: false
        }
    }

    private static func equal(_ left: JSON?, _ right: JSON?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return equal(left, right)
    }

    private static func equal(_ left: JSON, _ right: JSON) -> Bool {
        switch (left, right) {
        case (.bool(let flag), .string(let text)), (.string(let text), .bool(let flag)): text == "\(flag)"
        case (.bool, .bool): left == right
        case (.bool(let flag), let number), (let number, .bool(let flag)): numericOrder(number, flag ? 1 : 0) == 0
        default: left == right || numericOrder(left, right) == 0
        }
    }

    /// Less than, equal to or greater than 0 as the first value is to the second; nil for values without an order.
    private static func order(_ left: JSON, _ right: JSON) -> Int? {
        switch (left.string, right.string) {
        case (let left?, let right?):
            if left.unicodeScalars.elementsEqual(right.unicodeScalars) { return 0 }
            return left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars) ? -1 : 1
        case (let text?, nil): return number(text).flatMap { numericOrder($0, right) }
        case (nil, let text?): return number(text).flatMap { numericOrder(left, $0) }
        case (nil, nil): return numericOrder(left, right)
        }
    }

    /// The number that a string is; nil for any other string.
    private static func number(_ text: String) -> JSON? {
        // White space around a number is valid JSON, and no number.
        guard let last = text.utf8.last, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(last),
            let first = text.utf8.first, first == UInt8(ascii: "-") || first >= UInt8(ascii: "0"),
            let value = try? JSON(parsing: text), value.double != nil
        else { return nil }
        return value
    }

    /// The order of two numbers; nil if either value is not a number.
    private static func numericOrder(_ left: JSON, _ right: JSON) -> Int? {
        if let left = left.int64Value, let right = right.int64Value { return left < right ? -1 : left > right ? 1 : 0 }
        if let left = left.uint64Value, let right = right.uint64Value {
            return left < right ? -1 : left > right ? 1 : 0
        }
        guard let left = left.double, let right = right.double else { return nil }
        return left < right ? -1 : left > right ? 1 : 0
    }

    private static func contains(_ whole: JSON, _ part: JSON) -> Bool {
        if let elements = whole.array { return elements.contains { equal($0, part) } }
        guard let text = whole.string, let part = part.string ?? decimal(part) else { return false }
        return part.isEmpty || text.utf8.firstRange(of: Array(part.utf8)) != nil
    }

    /// The decimal text of a number; nil for any other value.
    private static func decimal(_ value: JSON) -> String? { value.double == nil ? nil : value.text }

    private static func like(_ value: JSON, _ pattern: FilterPattern) -> Bool {
        if let elements = value.array { return elements.contains { like($0, pattern) } }
        return value.string.map { pattern.matches($0) } ?? false
    }

    private static func calculate(
        _ operation: FilterNode.Arithmetic,
        _ left: JSON,
        _ right: JSON
    ) -> JSON? {
        if let left = left.int64Value, let right = right.int64Value, let exact = exactly(operation, left, right) {
            return .integer(exact)
        }
        guard let left = left.double, let right = right.double else { return nil }
        let result: Double
        switch operation {
        case .plus: result = left + right
        case .minus: result = left - right
        case .times: result = left * right
        case .divided: result = left / right
        case .remainder: result = left.truncatingRemainder(dividingBy: right)
        // They are for integers.
        case .bitAnd, .bitOr, .bitXor: return nil
        }
        return result.isFinite ? .double(result) : nil
    }

    /// nil if the result does not fit in 64 bits.
    private static func exactly(_ operation: FilterNode.Arithmetic, _ left: Int64, _ right: Int64) -> Int64? {
        let result: (partialValue: Int64, overflow: Bool) =
            switch operation {
            case .plus: left.addingReportingOverflow(right)
            case .minus: left.subtractingReportingOverflow(right)
            case .times: left.multipliedReportingOverflow(by: right)
            case .divided: left.dividedReportingOverflow(by: right)
            case .remainder: left.remainderReportingOverflow(dividingBy: right)
            case .bitAnd: (left & right, false)
            case .bitOr: (left | right, false)
            case .bitXor: (left ^ right, false)
            }
        guard !result.overflow else { return nil }
        return operation == .divided && result.partialValue * right != left ? nil : result.partialValue
    }
}
