@testable import PubNubOrigin
import PubNubWire

/// Access tokens and the requests for them.
enum TokenTargets {
    static let all = [
        FuzzTarget(name: "access-token", longest: 1024, check: token),
        FuzzTarget(name: "access-token-terms", dictionary: "json", longest: 1024, check: terms),
        FuzzTarget(name: "name-pattern", longest: 600, check: pattern),
    ]

    private static func token(_ bytes: [UInt8]) throws {
        guard let value = try? CBORValue(reading: bytes) else {
            return try require((try? AccessTokenContent(reading: bytes)) == nil, "a token is one value in CBOR")
        }
        let shortest = value.serialized()
        try require(shortest.count <= bytes.count + 8 * bytes.count, "what is written again stays small")
        try require(try CBORValue(reading: shortest).serialized() == shortest, "what was written is read the same")
        guard let content = try? AccessTokenContent(reading: bytes) else { return }
        let again = try AccessTokenContent(reading: content.serialized())
        try require(again.signedBytes == content.signedBytes, "the signature covers what is read")
        try require(again.signature == content.signature, "the signature stays")
    }

    private static func terms(_ bytes: [UInt8]) throws {
        guard let terms = try? AccessTokenTerms(reading: bytes) else { return }
        try require(AccessTokenTerms.minutesRange.contains(terms.minutes), "the time is in range")
        try require(!terms.resources.isEmpty || !terms.patterns.isEmpty, "there is a right")
        let again = try AccessTokenTerms(reading: terms.json.bytes)
        try require(again.resources == terms.resources && again.patterns == terms.patterns, "rights are read again")
        try require(again.user == terms.user && again.minutes == terms.minutes, "user and time are read again")
    }

    /// Two lines: the expression, and the name.
    private static func pattern(_ bytes: [UInt8]) throws {
        let lines = FuzzInput(bytes).lines
        let text = String(decoding: lines.first ?? [], as: UTF8.self)
        let name = String(decoding: (lines.count > 1 ? lines[1] : []).prefix(92), as: UTF8.self)
        var budget = NamePattern.budget
        guard let pattern = try? NamePattern(parsing: text, budget: &budget) else { return }
        try require((0..<NamePattern.budget).contains(budget), "an expression costs something")
        let isFound = pattern.isFound(in: name)
        var double = 2 * NamePattern.budget
        if let grouped = try? NamePattern(parsing: "(?:\(text))", budget: &double) {
            try require(grouped.isFound(in: name) == isFound, "a group changes nothing")
        }
        if let optional = try? NamePattern(parsing: "(?:\(text))?", budget: &double) {
            try require(optional.isFound(in: name), "what is optional is always found")
        }
    }
}
