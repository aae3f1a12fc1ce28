import PubNubWire
import Testing

@Suite("Names as keys are compared by their bytes")
struct NameKeyTests {
    /// Strings that Swift takes for equal, long and short: marks in other places, in another order, and other scalars of the same meaning.
    private static let families = [
        ["\u{E9}", "e\u{301}"], ["\u{C5}", "A\u{30A}", "\u{212B}"],
        ["a\u{323}\u{307}", "a\u{307}\u{323}"], ["\u{AC00}", "\u{1100}\u{1161}"],
        ["a channel with a long name: caf\u{E9}", "a channel with a long name: cafe\u{301}"],
    ]

    @Test("Canonically equivalent strings are different names", arguments: families)
    func equivalent(family: [String]) {
        #expect(Set(family).count == 1, "they are equal as strings")
        #expect(Set(family.map(NameKey.init)).count == family.count)
        let ordered = family.map(NameKey.init).sorted().map { Array($0.text.utf8) }
        #expect(ordered == family.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
    }

    @Test("Names are equal, hashed and ordered as their bytes are, whatever their lengths and wherever they are stored")
    func agreesWithBytes() {
        let names = (0...40).flatMap { length in
            let name = String(repeating: "x", count: length)
            return [name, name + "a", name + "b", "a" + name, name + "\u{E9}", name + "e\u{301}"]
        }
        for left in names {
            for right in names {
                let leftBytes = Array(left.utf8)
                let rightBytes = Array(right.utf8)
                #expect(left.hasSameBytes(as: right) == (leftBytes == rightBytes))
                #expect(left.precedesInBytes(right) == leftBytes.lexicographicallyPrecedes(rightBytes))
                // Another copy of the string, so that equal names need not share their storage.
                let copy = String(decoding: rightBytes, as: UTF8.self)
                if leftBytes == rightBytes { #expect(NameKey(left).hashValue == NameKey(copy).hashValue) }
            }
        }
        #expect(Set(names.map(NameKey.init)).count == Set(names.map { Array($0.utf8) }).count)
    }

    @Test("Names that others have are left out by their bytes")
    func others() {
        #expect(["a", "e\u{301}"].names(notIn: ["\u{E9}", "b"]).count == 2)
        #expect(["a", "\u{E9}"].names(notIn: ["\u{E9}", "b"]) == ["a"])
    }
}
