import PubNubWire

/// The items of a query, decoded. Of items with the same name the first counts; unknown items do no harm.
///
/// It is a class, as a request and its call share it.
package final class OriginQuery: Sendable {
    private struct Item: Sendable {
        let name: String
        /// Where the value is among the UTF-8 bytes of the text.
        let value: Range<Int>
    }

    /// The text that the query is part of, still percent-encoded.
    private let text: String

    /// In the order of the query: it has few, so looking through them is faster than a dictionary.
    private let items: [Item]

    package convenience init(_ query: Substring?) {
        self.init(of: String(query ?? ""), from: 0)
    }

    /// The query that begins at an offset among the UTF-8 bytes of a string; without an offset, a query without items.
    init(of text: String, from start: Int?) {
        self.text = text
        items = start.map { start in Self.withBytes(of: text) { Self.items(of: $0, from: start) } } ?? []
    }

    private static func items(of bytes: UnsafeRawBufferPointer, from start: Int) -> [Item] {
        var items: [Item] = []
        var start = start
        while start < bytes.count {
            let next = bytes.position(of: UInt8(ascii: "&"), from: start) ?? bytes.count
            let item = UnsafeRawBufferPointer(rebasing: bytes[..<next])
            let equals = item.position(of: UInt8(ascii: "="), from: start)
            let name = UnsafeRawBufferPointer(rebasing: item[start..<(equals ?? next)])
            if start < next, let name = PercentEncoding.unescape(name) {
                items.append(Item(name: name, value: (equals.map { $0 + 1 } ?? next)..<next))
            }
            start = next + 1
        }
        return items
    }

    /// An item's text; nil when it is missing or not UTF-8.
    package subscript(name: String) -> String? { value(of: name) { PercentEncoding.unescape($0) } }

    /// Passes an item's value as it was sent to a closure, and returns the result; nil when the item is missing.
    private func value<Value>(of name: String, _ body: (UnsafeRawBufferPointer) -> Value?) -> Value? {
        for index in items.indices where items[index].name == name {
            let range = items[index].value
            return Self.withBytes(of: text) { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
        }
        return nil
    }

    private static func withBytes<Result>(of text: String, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let result = text.utf8.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
        // Only a string that is not UTF-8 inside has no such storage.
        var text = text
        return result ?? text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }

    /// An item's text, nil also when it is empty.
    package func text(_ name: String) -> String? {
        guard let text = self[name], !text.isEmpty else { return nil }
        return text
    }

    /// The JSON text of an item, in which some clients write a space as `+`.
    func json(_ name: String) -> String? {
        value(of: name) { value in
            guard !value.isEmpty else { return nil }
            guard value.position(of: UInt8(ascii: "+")) != nil else { return PercentEncoding.unescape(value) }
            let spaced = value.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
            return spaced.withUnsafeBytes { PercentEncoding.unescape($0) }
        }
    }

    /// The names in an item that is a list.
    package func list(_ name: String) -> [String] {
        self[name]?.split(at: ",").map(String.init) ?? []
    }

    /// Whether an item says yes, as `1` or `true`.
    func flag(_ name: String) -> Bool {
        let value = self[name]
        return value == "1" || value == "true"
    }

    func integer(_ name: String) -> Int? { self[name].flatMap { Int($0) } }
}
