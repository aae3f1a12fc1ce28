/// Makes `JSONValue`s.
struct JSONValueFactory: JSONFactory {
    var null: JSONValue { .null }

    func bool(_ flag: Bool) -> JSONValue { .bool(flag) }

    func number(_ token: NumberToken, in scanner: JSONScanner) -> JSONValue { scanner.value(of: token) }

    func string(_ text: String) -> JSONValue { .string(text) }

    func array(_ elements: [JSONValue]) -> JSONValue { .array(elements) }

    func object(_ members: [String: JSONValue]) -> JSONValue { .object(members) }
}
