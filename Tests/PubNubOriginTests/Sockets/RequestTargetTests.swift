import TestRandom
import Testing

@testable import PubNubOrigin

/// A target is a path or `*`; each escape has two digits, and what it stands for is UTF-8 without NUL.
@Suite
struct RequestTargetTests {
    /// The same rule, by decoding the whole target.
    private static func isWellFormed(_ target: String) -> Bool {
        guard target.hasPrefix("/") || target == "*" else { return false }
        var rest = Array(target.utf8)[...]
        var decoded: [UInt8] = []
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            let areDigits = digits.count == 2 && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
            guard areDigits, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) else { return false }
            decoded.append(value)
            rest = rest.dropFirst(2)
        }
        return !decoded.contains(0) && String(validating: decoded, as: UTF8.self) != nil
    }

    @Test
    func targetsWithEscapesOfAnyKind() {
        let parts = [
            "/", "a", "é", "🎈", "?", "%20", "%C3", "%A9", "%c3%a9", "%F0%9F%8E%88", "%F0%9F", "%ED%A0%80", "%00",
            "\u{0}", "%zz",
            "%", "%2", "*",
        ]
        var random = SeededGenerator(seed: 11)
        var found = [true: 0, false: 0]
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...5, using: &random)
            let text = (0..<count).map { _ in parts[Int.random(in: parts.indices, using: &random)] }.joined()
            let target = Bool.random(using: &random) ? "/" + text : text
            let isWellFormed = RequestTarget.isWellFormed(target)
            #expect(isWellFormed == Self.isWellFormed(target), "\(target.debugDescription)")
            found[isWellFormed, default: 0] += 1
        }
        #expect(found[true, default: 0] > 1_000 && found[false, default: 0] > 1_000)
    }
}
