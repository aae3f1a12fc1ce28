import PubNubWire

/// The items of a query, decoded. Of items with the same name the first counts; unknown items do no harm.
struct OriginQuery: Sendable {
    private struct Item: Sendable {
        let name: String
        /// Still percent-encoded.
        let value: Substring
    }

    /// In the order of the query: it has few, so looking through them is faster than a dictionary.
    private var items: [Item] = []

    init(_ query: Substring?) {
        var rest = query
        while let query = rest {
            let (item, behind) = query.cut(at: "&")
            rest = behind
            let (name, value) = item.cut(at: "=")
            guard !item.isEmpty, let name = PercentEncoding.unescape(name) else { continue }
            items.append(Item(name: name, value: value ?? ""))
        }
    }

    /// An item's text; nil when it is missing or not UTF-8.
    subscript(name: String) -> String? { value(of: name).flatMap { PercentEncoding.unescape($0) } }

    private func value(of name: String) -> Substring? {
        for index in items.indices where items[index].name == name { return items[index].value }
        return nil
    }

    /// An item's text, nil also when it is empty.
    func text(_ name: String) -> String? {
        guard let text = self[name], !text.isEmpty else { return nil }
        return text
    }

    /// The JSON text of an item, in which some clients write a space as `+`.
    func json(_ name: String) -> String? {
        guard let value = value(of: name), !value.isEmpty else { return nil }
        guard value.holds("+") else { return text(name) }
        let spaced = value.split(at: "+", keepsEmpty: true).joined(separator: " ")
        return PercentEncoding.unescape(spaced)
    }

    /// The names in an item that is a list.
    func list(_ name: String) -> [String] {
        self[name]?.split(at: ",").map(String.init) ?? []
    }

    /// Whether an item says yes, as `1` or `true`.
    func flag(_ name: String) -> Bool {
        let value = self[name]
        return value == "1" || value == "true"
    }

    func integer(_ name: String) -> Int? { self[name].flatMap { Int($0) } }
}
