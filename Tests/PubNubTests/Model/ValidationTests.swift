import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore

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

    @Test("Unicode scalars are counted, not bytes, in names and identifiers", arguments: ["n", "ü", "\u{1F600}"])
    func length(character: String) {
        for count in [57, 92] { #expect(isAllowed(String(repeating: character, count: count))) }
        #expect(isAllowed(String(repeating: character, count: 92) + "-pnpres"))
        #expect(!isAllowed(String(repeating: character, count: 93)))
        #expect(!isAllowed(String(repeating: character, count: 93) + "-pnpres"))
        #expect(Validation.identifierFault(String(repeating: character, count: 92)) == nil)
        #expect(Validation.identifierFault(String(repeating: character, count: 93)) != nil)
    }

    @Test("A character of two scalars counts as two")
    func combined() {
        #expect(isAllowed(String(repeating: "e\u{301}", count: 46)))
        #expect(!isAllowed(String(repeating: "e\u{301}", count: 47)))
    }

    @Test(
        "The error has the name, escaped, and the rule that it breaks",
        arguments: [
            ("a/b", #"The name "a/b" contains a slash."#), ("a,b", #"The name "a,b" contains a comma."#),
            ("a:b", #"The name "a:b" contains a colon."#), ("", "The name is empty."),
            ("\n/\u{1B}[0m", #"The name "\n/\u{1B}[0m" contains a slash."#),
            (
                String(repeating: "n", count: 120),
                "The name \"\(String(repeating: "n", count: 100))\"… has 120 characters; the maximum is 92."
            ),
            ("..", #"The name ".." is '.' or '..', which proxies remove from the path of a URL."#),
        ]
    )
    func reason(name: String, reason: String) {
        let failure = #expect(throws: Failure.self) {
            try Validation.check(name, kPNRestrictedCharacterInChannelNameError)
        }
        #expect(failure.map { PNError($0) }?.localizedFailureReason == reason)
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
