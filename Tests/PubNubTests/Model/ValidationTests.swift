import Testing

@testable import PubNub

@Suite("Names: 1 to 92 characters without comma, slash and colon")
struct ValidationTests {
    @Test("Characters are counted, not their bytes", arguments: ["n", "ü", "\u{1F600}", "e\u{301}"])
    func length(character: String) {
        #expect(Validation.isAllowed(String(repeating: character, count: 92)))
        #expect(!Validation.isAllowed(String(repeating: character, count: 93)))
    }

    @Test("A separator is one wherever it stands, with a combining mark behind it, too", arguments: [",", "/", ":"])
    func separators(separator: String) {
        #expect(Validation.isAllowed("room"))
        for name in [separator, "a\(separator)b", "a\(separator)", "a\(separator)\u{301}b"] {
            #expect(!Validation.isAllowed(name))
        }
    }

    @Test("No name is none")
    func empty() {
        #expect(!Validation.isAllowed(""))
    }
}
