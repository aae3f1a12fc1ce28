/// Elements in order, in chunks so small that inserting and removing cost little however many there are. Places are
/// counted, so that a page can begin anywhere.
struct SortedIndex<Element: Comparable & Sendable>: Sendable {
    private static var chunkSize: Int { 512 }

    private var chunks: [[Element]] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// Inserts an element that is not there yet.
    mutating func insert(_ element: Element) {
        count += 1
        guard !chunks.isEmpty else {
            chunks = [[element]]
            return
        }
        let chunk = min(chunk { $0 > element }, chunks.count - 1)
        let offset = Self.firstIndex(in: chunks[chunk]) { $0 > element }
        chunks[chunk].insert(element, at: offset)
        guard chunks[chunk].count > Self.chunkSize else { return }
        let upper = Array(chunks[chunk][(Self.chunkSize / 2)...])
        chunks[chunk].removeSubrange((Self.chunkSize / 2)...)
        chunks.insert(upper, at: chunk + 1)
    }

    /// Removes an element that is there.
    mutating func remove(_ element: Element) {
        let chunk = chunk { $0 >= element }
        guard chunk < chunks.count else { return }
        let offset = Self.firstIndex(in: chunks[chunk]) { $0 >= element }
        guard offset < chunks[chunk].count, chunks[chunk][offset] == element else { return }
        count -= 1
        chunks[chunk].remove(at: offset)
        if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
    }

    /// The first place whose element is past a point; `isPast` holds for all elements from some point on.
    func position(where isPast: (Element) -> Bool) -> Int {
        let chunk = chunk(where: isPast)
        guard chunk < chunks.count else { return count }
        let before = chunks[..<chunk].reduce(0) { $0 + $1.count }
        return before + Self.firstIndex(in: chunks[chunk], where: isPast)
    }

    /// Goes through the elements at some places until `body` has had enough and returns false.
    func visit(_ offsets: Range<Int>, _ body: (Element) -> Bool) {
        var left = offsets.count
        var skipped = offsets.lowerBound
        for chunk in chunks where left > 0 {
            guard skipped < chunk.count else {
                skipped -= chunk.count
                continue
            }
            for element in chunk[skipped...].prefix(left) {
                guard body(element) else { return }
            }
            left -= min(left, chunk.count - skipped)
            skipped = 0
        }
    }

    /// The element at a place; nil beyond the end.
    func element(at offset: Int) -> Element? {
        var found: Element?
        guard offset >= 0, offset < count else { return nil }
        visit(offset..<offset + 1) { element in
            found = element
            return false
        }
        return found
    }

    /// The first chunk with an element past a point; as many as there are chunks when none has.
    private func chunk(where isPast: (Element) -> Bool) -> Int {
        Self.firstIndex(in: chunks) { $0.last.map(isPast) ?? false }
    }

    private static func firstIndex<Item>(in items: [Item], where isPast: (Item) -> Bool) -> Int {
        var low = 0
        var high = items.count
        while low < high {
            let middle = (low + high) / 2
            if isPast(items[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// Where an object stands in an index: by a value, and among equal ones by its identifier.
struct IndexKey: Sendable, Comparable {
    let value: ObjectValue
    let id: String

    static func == (left: IndexKey, right: IndexKey) -> Bool { left.order(right) == 0 }

    static func < (left: IndexKey, right: IndexKey) -> Bool { left.order(right) < 0 }

    private func order(_ other: IndexKey) -> Int {
        let order = value.order(other.value)
        return order == 0 ? TextOrder.compare(id, other.id) : order
    }
}

/// A string that is ordered by its code points.
struct OrderedText: Sendable, Comparable {
    let text: String

    static func == (left: OrderedText, right: OrderedText) -> Bool { TextOrder.compare(left.text, right.text) == 0 }

    static func < (left: OrderedText, right: OrderedText) -> Bool { TextOrder.compare(left.text, right.text) < 0 }
}

/// The order of strings: that of their UTF-8 bytes, which is the order of their code points.
enum TextOrder {
    /// Below, at or above 0 as the first text is to the second.
    static func compare(_ left: String, _ right: String) -> Int {
        var others = right.utf8.makeIterator()
        for byte in left.utf8 {
            guard let other = others.next() else { return 1 }
            if byte != other { return byte < other ? -1 : 1 }
        }
        return others.next() == nil ? 0 : -1
    }
}
