import PubNubWire

/// The items of a query, decoded. Of items with the same name the first counts; unknown items do no harm.
struct OriginQuery: Sendable {
    private struct Item: Sendable {
        let name: String
        /// Where the value is among the UTF-8 bytes of the text.
        let value: Range<Int>
    }

    /// The text that the query is part of, still percent-encoded.
    private var text = ""

    /// In the order of the query: it has few, so looking through them is faster than a dictionary.
    private var items: [Item] = []

    init(_ query: Substring?) {
        guard let query else { return }
        text = query.base
        let start = text.utf8.distance(from: text.startIndex, to: query.startIndex)
        let end = start + query.utf8.count
        items = text.withUTF8 { Self.items(of: UnsafeRawBufferPointer($0), from: start, to: end) }
    }

    private static func items(of bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> [Item] {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes[..<end])
        var items: [Item] = []
        var start = start
        while start < end {
            let next = bytes.place(of: UInt8(ascii: "&"), from: start) ?? end
            let item = UnsafeRawBufferPointer(rebasing: bytes[..<next])
            let equals = item.place(of: UInt8(ascii: "="), from: start)
            let name = UnsafeRawBufferPointer(rebasing: item[start..<(equals ?? next)])
            if start < next, let name = PercentEncoding.unescape(name) {
                items.append(Item(name: name, value: (equals.map { $0 + 1 } ?? next)..<next))
            }
            start = next + 1
        }
        return items
    }

    /// An item's text; nil when it is missing or not UTF-8.
    subscript(name: String) -> String? { value(of: name) { PercentEncoding.unescape($0) } }

    /// Passes an item's value as it was sent to a closure, and returns the result; nil when the item is missing.
    private func value<Value>(of name: String, _ body: (UnsafeRawBufferPointer) -> Value?) -> Value? {
        for index in items.indices where items[index].name == name {
            let range = items[index].value
            var text = text
            return text.withUTF8 { body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer($0)[range])) }
        }
        return nil
    }

    /// An item's text, nil also when it is empty.
    func text(_ name: String) -> String? {
        guard let text = self[name], !text.isEmpty else { return nil }
        return text
    }

    /// The JSON text of an item, in which some clients write a space as `+`.
    func json(_ name: String) -> String? {
        value(of: name) { value in
            guard !value.isEmpty else { return nil }
            guard value.place(of: UInt8(ascii: "+")) != nil else { return PercentEncoding.unescape(value) }
            let spaced = value.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
            return spaced.withUnsafeBytes { PercentEncoding.unescape($0) }
        }
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
