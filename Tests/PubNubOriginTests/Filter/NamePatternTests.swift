import Foundation
import TestRandom
import Testing

@testable import PubNubOrigin

/// The syntax and the meaning are those of RE2.
@Suite("Regular expressions of access tokens")
struct NamePatternTests {
    private static func pattern(_ text: String) throws(NamePatternFault) -> NamePattern {
        var budget = NamePattern.budget
        return try NamePattern(parsing: text, budget: &budget)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let text: String
        let found: [String]
        let missing: [String]
        var testDescription: String { text }

        init(_ text: String, _ found: [String], not missing: [String] = []) {
            self.text = text
            self.found = found
            self.missing = missing
        }
    }

    private static let rows = [
        Row("", ["", "a"]), Row("a", ["a", "bab"], not: ["", "b"]), Row("^a", ["a", "ab"], not: ["ba"]),
        Row("a$", ["a", "ba"], not: ["ab"]), Row("^a$", ["a"], not: ["aa", ""]), Row("^$", [""], not: ["a"]),
        Row("^.$", ["a", "é", "🙂"], not: ["", "ab", "\n"]), Row("^.*$", ["", "abc"], not: ["a\nb"]),
        Row("^a|b$", ["ac", "cb"], not: ["ca", "bc"]), Row("^(a|b)$", ["a", "b"], not: ["ab"]),
        Row("^(?:ab)+$", ["ab", "abab"], not: ["", "aba"]), Row("^(?P<name>a)(?<other>b)$", ["ab"], not: ["a"]),
        Row("^a?b*c+$", ["c", "abbc", "acc"], not: ["ab", "aac"]), Row("^a{2}$", ["aa"], not: ["a", "aaa"]),
        Row("^a{2,}$", ["aa", "aaaa"], not: ["a"]), Row("^a{1,3}$", ["a", "aaa"], not: ["", "aaaa"]),
        Row("^a{0}$", [""], not: ["a"]), Row("^a{,3}$", ["a{,3}"], not: ["aa"]), Row("^a{x$", ["a{x"]),
        Row("^a*?b+?$", ["b", "aabb"], not: ["a"]), Row("^[abc]$", ["a", "c"], not: ["d", "ab"]),
        Row("^[a-cx-z]$", ["b", "y"], not: ["d", "-"]), Row("^[^a-c]$", ["d", "-"], not: ["a"]),
        Row("^[]a]$", ["]", "a"], not: ["b"]), Row("^[^]a]$", ["b"], not: ["]"]),
        Row("^[a-]$", ["a", "-"], not: ["b"]),
        Row(#"^[\d_]+$"#, ["1_2"], not: ["a"]), Row(#"^[\W]$"#, ["-"], not: ["a"]),
        Row(#"^\d{2}\D$"#, ["12a"], not: ["123"]),
        Row(#"^\w+\s\S$"#, ["ab_1 x"], not: ["ab"]), Row(#"^a\.b\*$"#, ["a.b*"], not: ["axb*"]),
        Row(#"\bcat\b"#, ["a cat", "cat"], not: ["cats", "scat"]), Row(#"\Bat"#, ["cat"], not: ["at"]),
        Row(#"^\x41\x{1F642}\z"#, ["A🙂"], not: ["A"]), Row(#"\Aa"#, ["ab"], not: ["ba"]),
        Row("^(a*)*$", ["", "aaa"], not: ["b"]), Row("^(|a)+$", ["", "aa"], not: ["b"]),
        Row("some_*", ["some", "awesome_", "some__x"], not: ["som_"]), Row("^é+$", ["é", "éé"], not: ["e"]),
        Row("^room-(?:[0-9]{1,3}|lobby)$", ["room-7", "room-lobby"], not: ["room-1234", "room-"]),
    ]

    @Test("Finds what RE2 finds", arguments: rows)
    func finds(row: Row) throws {
        let pattern = try Self.pattern(row.text)
        for name in row.found { #expect(pattern.isFound(in: name), "\(name)") }
        for name in row.missing { #expect(!pattern.isFound(in: name), "\(name)") }
    }

    @Test(
        "Refuses text that is no expression, and syntax that is not supported",
        arguments: [
            "(", ")", "a)", "(a", "[", "[a", "[]", "[b-a]", "*", "+a", "?", "|*", "(*)", #"\"#,
            #"\q"#,
            #"\1"#, #"\pL"#, #"\x4"#, #"\x{110000}"#, #"\x{+1}"#, "(?i)a", "(?=a)", "(?<=a)", "(?!a)", "(?P<>a)",
            "[[:alpha:]]",
            #"[a-\d]"#, #"\Qa\E"#, "{2}", "a{2,1}",
        ]
    )
    func refuses(text: String) {
        #expect(throws: NamePatternFault.syntax) { try Self.pattern(text) }
    }

    @Test("Refuses a repetition of a repetition", arguments: ["a**", "a*+", "a{2}{3}", "!<[^>]+>++", "(?:a+)*+"])
    func refusesRepetitions(text: String) {
        #expect(throws: NamePatternFault.repetition) { try Self.pattern(text) }
    }

    @Test(
        "Knows which expressions have a group that captures",
        arguments: [
            ("(a)", true), ("(!<[^>]+>)+", true), ("(?P<n>a)", true), ("(?<n>a)", true), ("(?:(a))", true),
            ("", false), ("a", false), ("(?:a)", false), ("(?:a|(?:b))+", false), ("[(]", false), (#"\("#, false),
        ]
    )
    func capturing(text: String, isCapturing: Bool) throws {
        #expect(try Self.pattern(text).isCapturing == isCapturing)
    }

    @Test(
        "Refuses expressions that are too long, too deep or too large",
        arguments: [
            String(repeating: "a", count: 513), String(repeating: "(", count: 40) + String(repeating: ")", count: 40),
            "(a{100}){100}", "((){1000}){1000}", "a{1001}", "a{99999999}", "a{3,1001}",
        ]
    )
    func refusesLarge(text: String) {
        #expect(throws: NamePatternFault.tooLarge) { try Self.pattern(text) }
    }

    @Test("All expressions of a token share one budget")
    func budget() throws {
        var budget = 100
        _ = try NamePattern(parsing: "^[a-z]{10}$", budget: &budget)
        #expect((1..<90).contains(budget))
        #expect(throws: NamePatternFault.tooLarge) { try NamePattern(parsing: "[a-z]{60}", budget: &budget) }
    }

    @Test("Agrees with the regular expressions of Foundation for random expressions and names")
    func random() throws {
        var random = SeededGenerator(seed: 7)
        let parts = [
            "a", "b", ".", "(a|b)", "[ab]", "[^a]", "(ab)", "a?", "b*", "(a|)", "(ab?)*", "c{1,2}", "^", "$", #"\w"#,
        ]
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                parts.randomElement(using: &random) ?? ""
            }.joined(separator: Bool.random(using: &random) ? "" : "|")
            let pattern = try Self.pattern(text)
            let other = try NSRegularExpression(pattern: text)
            for _ in 0..<5 {
                let letters = (0..<Int.random(in: 0...7, using: &random)).map { _ in
                    ["a", "b", "c", "-"].randomElement(using: &random) ?? ""
                }
                let name = letters.joined()
                let range = NSRange(name.startIndex..., in: name)
                let isFound = other.firstMatch(in: name, range: range) != nil
                #expect(pattern.isFound(in: name) == isFound, "\(text) in \(name)")
            }
        }
    }
}
