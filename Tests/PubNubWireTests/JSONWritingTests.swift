import PubNubWire
import TestRandom
import Testing

@Suite("Writing JSON (RFC 8259)")
struct JSONWritingTests {
    @Test(
        "Writes each kind of value",
        arguments: [
            (.null, "null"), (true, "true"), (false, "false"), (0, "0"), (-1, "-1"),
            (.integer(.min), "-9223372036854775808"),
            (.unsigned(.max), "18446744073709551615"), (14_186_550_834_114_471, "14186550834114471"),
            (0.1, "0.1"), (2.5, "2.5"), (1e300, "1e+300"), (.double(.leastNonzeroMagnitude), "5e-324"),
            (.double(3), "3.0"),
            (.double(.infinity), "null"), (.double(-.infinity), "null"), (.double(.nan), "null"),
            ("", "\"\""), ("a/b", "\"a/b\""), ("漢語🙃", "\"漢語🙃\""), ("say \"hi\" \\ there", #""say \"hi\" \\ there""#),
            ("\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}", "\"\\b\\f\\n\\r\\t\\u0000\\u001f\u{7F}\""),
            ([], "[]"), ([:], "{}"), ([1, [2, .null]], "[1,[2,null]]"),
            (["b": 1, "a": ["d": [], "c": "x"]], #"{"a":{"c":"x","d":[]},"b":1}"#), (["\"": 1], #"{"\"":1}"#),
        ] as [(JSON, String)]
    )
    func texts(_ value: JSON, _ text: String) {
        #expect(value.text == text)
        #expect(value.bytes == Array(text.utf8))
        #expect(RawJSON.isValid(value.bytes))
    }

    @Test("Doubles survive a round trip bit for bit")
    func doubles() throws {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<20_000 {
            let number = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &generator))
            guard number.isFinite else { continue }
            let short = Double(Int64.random(in: -999_999_999...999_999_999, using: &generator)) / 1e6
            for value in [number, short] {
                let parsed = try JSON(parsing: JSON.double(value).text)
                #expect(parsed.double?.bitPattern == value.bitPattern)
            }
        }
    }

    @Test("Integers of every size survive a round trip")
    func integers() throws {
        var generator = SeededGenerator(seed: 12)
        for _ in 0..<20_000 {
            let number =
                UInt64.random(in: 0...UInt64.max, using: &generator)
                >> UInt64.random(in: 0..<64, using: &generator)
            let value = JSON(number)
            #expect(value.uint64Value == number)
            #expect(try JSON(parsing: value.text) == value)
            let signed = JSON(Int64(bitPattern: number))
            #expect(try JSON(parsing: signed.text) == signed)
        }
    }
}
