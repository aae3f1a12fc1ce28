/// Builds `JSONValue`s from a scanner.
///
/// Elements of open containers wait on two stacks shared by all levels, so that each array and dictionary is allocated
/// once and at its final size.
struct JSONBuilder {
    private var scanner: JSONScanner
    private var keys: [String] = []
    private var values: [JSONValue] = []

    init(_ scanner: JSONScanner) {
        self.scanner = scanner
    }

    /// Reads the whole text as one value.
    mutating func build() throws(JSONError) -> JSONValue {
        let value = try value(depth: 0)
        try scanner.finish()
        return value
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        switch try scanner.peek() {
        case ASCII.quote:
            return .string(scanner.text(of: try scanner.scanString()))
        case ASCII.openBrace:
            return try object(depth: depth)
        case ASCII.openBracket:
            return try array(depth: depth)
        case ASCII.minus, ASCII.zero...ASCII.nine:
            return scanner.value(of: try scanner.scanNumber())
        case UInt8(ascii: "t"):
            try scanner.skipLiteral("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try scanner.skipLiteral("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try scanner.skipLiteral("null")
            return .null
        default:
            throw scanner.error(.unexpectedCharacter)
        }
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
        try scanner.enterArray(depth: depth)
        let start = values.count
        var isFirst = true
        while try scanner.nextElement(isFirst: &isFirst) {
            values.append(try value(depth: depth &+ 1))
        }
        let elements = Array(values[start...])
        values.removeLast(values.count &- start)
        return .array(elements)
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
        try scanner.enterObject(depth: depth)
        let firstKey = keys.count
        var isFirst = true
        while let key = try scanner.nextKey(isFirst: &isFirst) {
            keys.append(scanner.text(of: key))
            values.append(try value(depth: depth &+ 1))
        }
        let count = keys.count &- firstKey
        let firstValue = values.count &- count
        var members = [String: JSONValue](minimumCapacity: count)
        for index in 0..<count {
            members.updateValue(values[firstValue &+ index], forKey: keys[firstKey &+ index])
        }
        keys.removeLast(count)
        values.removeLast(count)
        return .object(members)
    }
}
