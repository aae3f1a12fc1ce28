/// Builds values from a scanner, of the type its factory makes.
///
/// Elements of open containers wait on two stacks shared by all levels, so that each array and dictionary is allocated
/// once and at its final size.
struct JSONBuilder<Factory: JSONFactory> {
    /// Room for the members of most messages without growing.
    private static var usualCount: Int { 24 }

    private let factory: Factory
    private let replacesDeepParts: Bool
    private var scanner: JSONScanner
    private var keys: [String] = []
    private var values: [Factory.Value] = []
    private var remaining = ReplyLimits.values

    /// - Parameters:
    ///   - scanner: The text.
    ///   - factory: Makes the values.
    ///   - replacesDeepParts: Whether a value inside the wrappers that is nested too deeply becomes
    ///     `JSON.nestedTooDeeply`. Otherwise the whole text cannot be read.
    init(_ scanner: JSONScanner, _ factory: Factory, replacesDeepParts: Bool = false) {
        self.factory = factory
        self.scanner = scanner
        self.replacesDeepParts = replacesDeepParts
    }

    /// Reads the whole text as one value, in which that many of the outermost levels do not count as nesting.
    mutating func build(wrappers: Int = 0) throws(JSONError) -> Factory.Value {
        let value = try value(depth: -wrappers)
        try scanner.finish()
        return value
    }

    private mutating func value(depth: Int) throws(JSONError) -> Factory.Value {
        guard depth == 0, replacesDeepParts else { return try content(depth: depth) }
        let (start, keyCount, valueCount) = (scanner.offset, keys.count, values.count)
        do throws(JSONError) {
            return try content(depth: depth)
        } catch {
            guard error.reason == .tooDeep else { throw error }
            keys.removeLast(keys.count &- keyCount)
            values.removeLast(values.count &- valueCount)
            scanner.offset = start
            try scanner.skipPart()
            return factory.string(JSON.nestedTooDeeply)
        }
    }

    private mutating func content(depth: Int) throws(JSONError) -> Factory.Value {
        remaining &-= 1
        guard remaining >= 0 else { throw scanner.error(.tooMany) }
        switch try scanner.peek() {
        case ASCII.quote:
            return factory.string(scanner.text(of: try scanner.scanString()))
        case ASCII.openBrace:
            return try object(depth: depth)
        case ASCII.openBracket:
            return try array(depth: depth)
        case ASCII.minus, ASCII.zero...ASCII.nine:
            return factory.number(try scanner.scanNumber(), in: scanner)
        case UInt8(ascii: "t"):
            try scanner.skipLiteral("true")
            return factory.bool(true)
        case UInt8(ascii: "f"):
            try scanner.skipLiteral("false")
            return factory.bool(false)
        case UInt8(ascii: "n"):
            try scanner.skipLiteral("null")
            return factory.null
        default:
            throw scanner.error(.unexpectedCharacter)
        }
    }

    private mutating func array(depth: Int) throws(JSONError) -> Factory.Value {
        try scanner.enterArray(depth: depth)
        if depth <= 0 { values.reserveCapacity(Self.usualCount) }
        let start = values.count
        var isFirst = true
        while try scanner.nextElement(isFirst: &isFirst) {
            values.append(try value(depth: depth &+ 1))
        }
        let elements = Array(values[start...])
        values.removeLast(values.count &- start)
        return factory.array(elements)
    }

    private mutating func object(depth: Int) throws(JSONError) -> Factory.Value {
        try scanner.enterObject(depth: depth)
        if depth <= 0 {
            keys.reserveCapacity(Self.usualCount)
            values.reserveCapacity(Self.usualCount)
        }
        let firstKey = keys.count
        var isFirst = true
        while let key = try scanner.nextKey(isFirst: &isFirst) {
            keys.append(scanner.text(of: key))
            values.append(try value(depth: depth &+ 1))
        }
        let count = keys.count &- firstKey
        var members = [String: Factory.Value](minimumCapacity: count)
        // From the back, so that everything is moved and nothing copied; of equal keys the last one stands.
        for _ in 0..<count {
            let key = keys.removeLast()
            if let later = members.updateValue(values.removeLast(), forKey: key) { members[key] = later }
        }
        return factory.object(members)
    }
}

/// Makes the values that a `JSONBuilder` reads: one requirement for each kind.
protocol JSONFactory {
    /// The type that values of all kinds become.
    associatedtype Value

    var null: Value { get }
    func bool(_ flag: Bool) -> Value
    func number(_ token: NumberToken, in scanner: JSONScanner) -> Value
    func string(_ text: String) -> Value
    func array(_ elements: [Value]) -> Value
    func object(_ members: [String: Value]) -> Value
}

/// Makes `JSON`s.
struct JSONValueFactory: JSONFactory {
    var null: JSON { .null }

    func bool(_ flag: Bool) -> JSON { .bool(flag) }

    func number(_ token: NumberToken, in scanner: JSONScanner) -> JSON { scanner.value(of: token) }

    func string(_ text: String) -> JSON { .string(text) }

    func array(_ elements: [JSON]) -> JSON { .array(elements) }

    func object(_ members: [String: JSON]) -> JSON { .object(members) }
}

/// The scalars of JSON in values for applications.
package struct NativeScalars {
    let null: Any
    let yes: Any
    let no: Any
    let number: (JSON) -> Any

    /// - Parameters:
    ///   - null: Stands for `null`.
    ///   - yes: Stands for `true`.
    ///   - no: Stands for `false`.
    ///   - number: Makes a value of a number: `integer`, `unsigned`, `double` or `decimal`.
    package init(null: Any, yes: Any, no: Any, number: @escaping (JSON) -> Any) {
        self.null = null
        self.yes = yes
        self.no = no
        self.number = number
    }
}

/// Makes values for applications. Containers are made of `Any` from the start: a cast to `[String: Any]` is then free.
struct NativeFactory: JSONFactory {
    let scalars: NativeScalars

    var null: Any { scalars.null }

    func bool(_ flag: Bool) -> Any { flag ? scalars.yes : scalars.no }

    func number(_ token: NumberToken, in scanner: JSONScanner) -> Any { scalars.number(scanner.value(of: token)) }

    func string(_ text: String) -> Any { text }

    func array(_ elements: [Any]) -> Any { elements }

    func object(_ members: [String: Any]) -> Any { members }
}
