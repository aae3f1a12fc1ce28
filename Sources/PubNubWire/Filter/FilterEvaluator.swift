/// Evaluates an expression for a message. nil means neither true nor false, or a missing value.
struct FilterEvaluator {
    let subject: FilterSubject

    func truth(of node: FilterNode) -> Bool? {
        switch node {
        case .not(let node): return truth(of: node).map { !$0 }
        case .all(let left, let right):
            let first = truth(of: left)
            if first == false { return false }
            let second = truth(of: right)
            return second == false ? false : first == true && second == true ? true : nil
        case .any(let left, let right):
            let first = truth(of: left)
            if first == true { return true }
            let second = truth(of: right)
            return second == true ? true : first == false && second == false ? false : nil
        case .comparison(let operation, let left, let right): return compare(operation, left, right)
        default: return value(of: node).flatMap { Self.truth(of: $0) }
        }
    }

    private func value(of node: FilterNode) -> JSONValue? {
        switch node {
        case .value(let value): return value
        case .text(let text, _): return .string(text)
        case .list(let nodes):
            let values = nodes.compactMap { value(of: $0) }
            return values.count == nodes.count ? .array(values) : nil
        case .metadata: return subject.metadata
        case .data: return subject.data
        case .member(let node, let name): return present(value(of: node)?[name])
        case .element(let node, let place): return present(value(of: node)?[place])
        case .negative(let node): return value(of: node).flatMap { Self.calculate(.minus, 0, $0) }
        case .arithmetic(let operation, let left, let right):
            guard let left = value(of: left), let right = value(of: right) else { return nil }
            return Self.calculate(operation, left, right)
        case .not, .all, .any, .comparison: return truth(of: node).map { .bool($0) }
        }
    }

    private func present(_ value: JSONValue?) -> JSONValue? { value == .null ? nil : value }

    private func compare(_ operation: FilterNode.Comparison, _ left: FilterNode, _ right: FilterNode) -> Bool? {
        guard let first = value(of: left), let second = value(of: right) else { return nil }
        switch operation {
        // Values of different kinds can be compared for equality, but have no order.
        case .ordering(.equal): return Self.equal(first, second)
        case .ordering(.notEqual): return !Self.equal(first, second)
        case .ordering(let ordering): return Self.order(first, second).map { ordering.holds($0) }
        case .contains: return Self.contains(first, second)
        case .like:
            if case .text(_, let pattern) = right { return Self.like(first, pattern) }
            return second.stringValue.flatMap { Self.like(first, FilterPattern($0)) }
        }
    }
}

extension FilterEvaluator {
    private static func truth(of value: JSONValue) -> Bool? {
        switch value {
        case .bool(let flag): flag
        case .integer, .unsigned, .double, .decimal: value.doubleValue.map { $0 != 0 }
        case .string(let text): !text.isEmpty
        case .null, .array, .object: nil
        }
    }

    private static func equal(_ left: JSONValue, _ right: JSONValue) -> Bool {
        switch (left, right) {
        case (.bool(let flag), .string(let text)), (.string(let text), .bool(let flag)): text == "\(flag)"
        case (.bool, .bool): left == right
        case (.bool(let flag), let number), (let number, .bool(let flag)): order(number, flag ? 1 : 0) == 0
        default: left == right || order(left, right) == 0
        }
    }

    /// Less than, equal to or greater than 0 as the first number is to the second; nil if either value is not a number.
    private static func order(_ left: JSONValue, _ right: JSONValue) -> Int? {
        if let left = left.int64Value, let right = right.int64Value { return left < right ? -1 : left > right ? 1 : 0 }
        if let left = left.uint64Value, let right = right.uint64Value {
            return left < right ? -1 : left > right ? 1 : 0
        }
        guard let left = left.doubleValue, let right = right.doubleValue else { return nil }
        return left < right ? -1 : left > right ? 1 : 0
    }

    private static func contains(_ whole: JSONValue, _ part: JSONValue) -> Bool? {
        if let elements = whole.arrayValue { return elements.contains { equal($0, part) } }
        guard let text = whole.stringValue, let part = part.stringValue else { return nil }
        return part.isEmpty || text.utf8.firstRange(of: Array(part.utf8)) != nil
    }

    private static func like(_ value: JSONValue, _ pattern: FilterPattern) -> Bool? {
        if let elements = value.arrayValue { return elements.contains { like($0, pattern) == true } }
        return value.stringValue.map { pattern.matches($0) }
    }

    private static func calculate(
        _ operation: FilterNode.Arithmetic,
        _ left: JSONValue,
        _ right: JSONValue
    ) -> JSONValue? {
        if let left = left.int64Value, let right = right.int64Value, let exact = exactly(operation, left, right) {
            return .integer(exact)
        }
        guard let left = left.doubleValue, let right = right.doubleValue else { return nil }
        let result: Double =
            switch operation {
            case .plus: left + right
            case .minus: left - right
            case .times: left * right
            case .divided: left / right
            case .remainder: left.truncatingRemainder(dividingBy: right)
            }
        return result.isFinite ? .double(result) : nil
    }

    /// nil if the result does not fit in 64 bits.
    private static func exactly(_ operation: FilterNode.Arithmetic, _ left: Int64, _ right: Int64) -> Int64? {
        let (result, overflow) =
            switch operation {
            case .plus: left.addingReportingOverflow(right)
            case .minus: left.subtractingReportingOverflow(right)
            case .times: left.multipliedReportingOverflow(by: right)
            case .divided: left.dividedReportingOverflow(by: right)
            case .remainder: left.remainderReportingOverflow(dividingBy: right)
            }
        guard !overflow else { return nil }
        return operation == .divided && result * right != left ? nil : result
    }
}
