import Testing

@testable import PubNub

@Suite("Names: 1 to 92 characters without comma, slash and colon, neither . nor ..")
struct ValidationTests {
    private func isAllowed(_ name: String) -> Bool {
        (try? Validation.check(name, kPNRestrictedCharacterInChannelNameError)) != nil
    }

    @Test("A name may contain dots, but may not be . or .., with or without the suffix of presence")
    func dots() {
        for name in [".", "..", ".-pnpres", "..-pnpres"] { #expect(!isAllowed(name)) }
        for name in ["...", ".a", "a.", "a..b", "a.*", "..*", "-pnpres", ".pnpres"] { #expect(isAllowed(name)) }
    }

    @Test("Characters are counted, not their bytes", arguments: ["n", "ü", "\u{1F600}", "e\u{301}"])
    func length(character: String) {
        #expect(isAllowed(String(repeating: character, count: 92)))
        #expect(!isAllowed(String(repeating: character, count: 93)))
    }

    @Test("Finds a separator at any position, also before a combining mark", arguments: [",", "/", ":"])
    func separators(separator: String) {
        #expect(isAllowed("room"))
        for name in [separator, "a\(separator)b", "a\(separator)", "a\(separator)\u{301}b"] {
            #expect(!isAllowed(name))
        }
    }

    @Test("An empty name is a missing name")
    func empty() {
        #expect(!isAllowed(""))
    }
}
