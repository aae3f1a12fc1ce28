/// The names met in one page, so that a name repeated by every message becomes one string.
struct NameCache {
    /// A name as the application knows it.
    struct Name {
        let text: String
        let isPresence: Bool
    }

    private struct Slot {
        let range: Range<Int>
        let name: Name
    }

    private static let size = 16
    private var slots: [Slot?] = Array(repeating: nil, count: size)
    private let stripsPresence: Bool

    /// - Parameter stripsPresence: true to take the presence suffix off; false for names that have none.
    init(stripsPresence: Bool) {
        self.stripsPresence = stripsPresence
    }

    /// The name at `token`.
    mutating func name(at token: StringToken, in scanner: JSONScanner) -> Name {
        guard !token.isEscaped, let last = token.range.last else { return read(token, in: scanner) }
        let bytes = scanner.bytes
        // Numbered names differ at the end, and the end of a presence name never does.
        let early = max(token.range.lowerBound, last &- PresenceName.suffix.utf8.count)
        let index = (token.range.count &* 7 &+ Int(bytes[last]) &* 3 &+ Int(bytes[early])) % Self.size
        if let slot = slots[index], slot.range.count == token.range.count,
            bytes[slot.range].elementsEqual(bytes[token.range])
        {
            return slot.name
        }
        let name = read(token, in: scanner)
        slots[index] = Slot(range: token.range, name: name)
        return name
    }

    private func read(_ token: StringToken, in scanner: JSONScanner) -> Name {
        guard stripsPresence else { return Name(text: scanner.text(of: token), isPresence: false) }
        let (text, isPresence) = PresenceName.strip(scanner.text(of: token))
        return Name(text: text, isPresence: isPresence)
    }
}
