/// A form of a delegate method that the client calls, as Scripts/class_forms.py took it from the protocols of the delegate.
///
/// Swift binds a method to a requirement only if all types are the same, also in their optionality.
struct DelegateForm {
    let parameters: [WrittenType]
    let result: WrittenType

    /// The forms of each method, by its name in Objective-C. The command writes the first one.
    static let all = Dictionary(grouping: PortTables.delegate.split(separator: "\n"), by: name).mapValues { rows in
        rows.map(Self.init)
    }

    private static func name(_ row: Substring) -> String {
        String(row.prefix { $0 != "|" })
    }

    private init(_ row: Substring) {
        let fields = row.split(separator: "|", omittingEmptySubsequences: false).map { WrittenType(String($0)) }
        result = fields[1]
        parameters = Array(fields.dropFirst(2))
    }
}

/// A type as a source file writes it.
struct WrittenType {
    let text: String
    /// The tokens in one spelling: without `any`, and `[Type]` instead of `Array<Type>`.
    private let words: [String]

    init(_ text: String) {
        self.text = text
        words = Self.shortened(SourceScanner.tokens(of: text).map { String($0.text) }.filter { $0 != "any" })
    }

    private static func shortened(_ words: [String]) -> [String] {
        guard words.count > 3, words[1] == "<", let end = words.lastIndex(of: ">") else { return words }
        let inner = shortened(Array(words[2..<end]))
        let rest = Array(words[(end + 1)...])
        switch words[0] {
        case "Array": return ["["] + inner + ["]"] + rest
        case "Optional": return inner + ["?"] + rest
        case "ImplicitlyUnwrappedOptional": return inner + ["!"] + rest
        default: return words
        }
    }

    /// Whether it is the type of a function without a result.
    var isVoid: Bool { words.isEmpty || words == ["Void"] || words == ["(", ")"] }

    /// The type without `?` and `!`.
    private var wrapped: [String] {
        Array(words.prefix(words.count - words.reversed().prefix { $0 == "?" || $0 == "!" }.count))
    }

    private var isList: Bool { wrapped == ["NSArray"] || wrapped.first == "[" && !wrapped.contains(":") }

    /// Whether two types are the same.
    func isSame(as other: Self) -> Bool { words == other.words }

    /// Whether two types are of the same kind: lists, or the same type apart from optionality.
    func isSimilar(to other: Self) -> Bool { wrapped == other.wrapped || isList && other.isList }

    /// Whether code that uses a value of this type can use one of the other type, apart from optionality.
    func canBecome(_ other: Self) -> Bool {
        switch wrapped {
        case other.wrapped, ["AnyObject"], ["Any"]: true
        case ["[", "AnyObject", "]"]: other.isList
        case ["NSError"], ["Error"]: other.wrapped == ["PNError"]
        default: false
        }
    }
}
