import PubNubWire

/// The items of a query, decoded. Of items with the same name the first counts; unknown items do no harm.
struct OriginQuery: Sendable {
    private var items: [String: Substring] = [:]

    init(_ query: Substring?) {
        for item in query?.split(at: "&") ?? [] {
            let (name, value) = item.cut(at: "=")
            guard let key = PercentEncoding.unescape(name), items[key] == nil else { continue }
            items[key] = value ?? ""
        }
    }

    /// An item's text; nil when it is missing or not UTF-8.
    subscript(name: String) -> String? { items[name].flatMap { PercentEncoding.unescape($0) } }

    /// An item's text, nil also when it is empty.
    func text(_ name: String) -> String? {
        guard let text = self[name], !text.isEmpty else { return nil }
        return text
    }

    /// The JSON text of an item, in which some clients write a space as `+`.
    func json(_ name: String) -> String? {
        guard let value = items[name], !value.isEmpty else { return nil }
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
