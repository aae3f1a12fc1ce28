import PubNubWire
import Testing

/// Documentation/WireProtocol.md, "Responses".
@Suite("Parsing JSON (RFC 8259): fragments and 64-bit integers")
struct JSONParsingTests {
    @Test(
        "Reads each kind of value",
        arguments: [
            ("null", .null), ("true", true), (" false\n", false), ("[]", []), ("{}", [:]), ("\"\"", ""),
            ("\t[ 1 , 2.5 ,\r\n\"x\" ] ", [1, 2.5, "x"]), ("{\"a\":{\"b\":[null]}}", ["a": ["b": [.null]]]),
            ("{\"\":1}", ["": 1]), ("[[[]]]", [[[]]]), ("\"漢語🙃\"", "漢語🙃"),
            ("{\"a\":1,\"b\":2,\"a\":3}", ["a": 3, "b": 2]),
        ] as [(String, JSON)]
    )
    func values(_ text: String, _ value: JSON) throws {
        #expect(try JSON(parsing: text) == value)
        #expect(RawJSON.isValid(Array(text.utf8)))
    }

    @Test(
        "Integers are exact up to 64 bits; fractions, exponents and longer integers are doubles if a double can hold them",
        arguments: [
            ("0", .integer(0)), ("-0", .integer(0)), ("-1", .integer(-1)),
            ("14186550834114471", 14_186_550_834_114_471),
            ("9007199254740993", 9_007_199_254_740_993), ("9223372036854775807", .integer(.max)),
            ("-9223372036854775808", .integer(.min)), ("9223372036854775808", .unsigned(9_223_372_036_854_775_808)),
            ("18446744073709551615", .unsigned(.max)),
            ("100000000000000000000", .double(1e20)),
            ("1.0", .double(1)), ("-0.0", .double(0)), ("1e2", .double(100)), ("1E+2", .double(100)),
            ("25e-1", .double(2.5)), ("0.1", .double(0.1)), ("-36.6", .double(-36.6)),
            ("123456789.123456", .double(123456789.123456)), ("0.30000000000000004", .double(0.30000000000000004)),
            ("2.2250738585072014e-308", .double(2.2250738585072014e-308)), ("5e-324", .double(.leastNonzeroMagnitude)),
            ("1.7976931348623157e308", .double(.greatestFiniteMagnitude)),
        ] as [(String, JSON)]
    )
    func numbers(_ text: String, _ value: JSON) throws {
        #expect(try JSON(parsing: text) == value)
    }

    @Test(
        "Reads escapes and surrogate pairs, and U+FFFD for a lone surrogate",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u6F22""#, "Aé漢"),
            (#""\ud83d\ude43""#, "🙃"), (#""a\uD83D\uDE43b""#, "a🙃b"), (#""\u0000""#, "\u{0}"),
            (#""\ud83d""#, "\u{FFFD}"), (#""\ude43""#, "\u{FFFD}"), (#""\ud83dx""#, "\u{FFFD}x"),
            (#""\ud83d\n""#, "\u{FFFD}\n"), (#""\ud83d\ud83d\ude43""#, "\u{FFFD}🙃"),
            (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\ude43\ud83d""#, "\u{FFFD}\u{FFFD}"),
        ]
    )
    func escapes(_ text: String, _ value: String) throws {
        #expect(try JSON(parsing: text) == .string(value))
    }

    @Test("Reads strings with special characters at any position", arguments: 0..<40)
    func alignment(_ length: Int) throws {
        let run = String(repeating: "x", count: length)
        for (raw, value) in [("é", "é"), ("\\n", "\n"), ("\\\"", "\""), ("🙃", "🙃"), ("\u{7F}", "\u{7F}"), ("", "")] {
            #expect(try JSON(parsing: "\"\(run)\(raw)\(run)\"") == .string(run + value + run))
        }
        #expect(throws: JSONError(offset: length + 1, reason: .controlCharacter)) {
            try JSON(parsing: "\"\(run)\u{1F}\(run)\"")
        }
    }

    @Test(
        "Refuses invalid JSON with the reason",
        arguments: [
            ("", .unexpectedEnd), ("  ", .unexpectedEnd), ("nul", .unexpectedEnd), ("nulL", .unexpectedCharacter),
            ("True", .unexpectedCharacter), ("NaN", .unexpectedCharacter), ("Infinity", .unexpectedCharacter),
            ("undefined", .unexpectedCharacter), ("'a'", .unexpectedCharacter), ("// a\n1", .unexpectedCharacter),
            ("\u{FEFF}1", .unexpectedCharacter), ("\u{A0}1", .unexpectedCharacter), ("\u{C}1", .unexpectedCharacter),
            ("01", .invalidNumber), ("-01", .invalidNumber), ("1.", .unexpectedEnd), ("[1.]", .invalidNumber),
            (".5", .unexpectedCharacter), ("+1", .unexpectedCharacter), ("-", .unexpectedEnd), ("[-]", .invalidNumber),
            ("1e", .unexpectedEnd), ("1e+", .unexpectedEnd), ("[1e]", .invalidNumber), ("0x10", .trailingCharacters),
            ("1 2", .trailingCharacters), ("[] []", .trailingCharacters), ("{}x", .trailingCharacters),
            ("1,", .trailingCharacters), ("[1,]", .unexpectedCharacter), ("[,1]", .unexpectedCharacter),
            ("[1 2]", .unexpectedCharacter), ("[1", .unexpectedEnd), ("[", .unexpectedEnd), ("]", .unexpectedCharacter),
            ("[1}", .unexpectedCharacter), ("{", .unexpectedEnd), ("{\"a\"}", .unexpectedCharacter),
            ("{\"a\":}", .unexpectedCharacter), ("{\"a\":1,}", .unexpectedCharacter), ("{,}", .unexpectedCharacter),
            ("{a:1}", .unexpectedCharacter), ("{1:1}", .unexpectedCharacter), ("{\"a\" 1}", .unexpectedCharacter),
            ("{\"a\":1 \"b\":2}", .unexpectedCharacter), ("\"", .unexpectedEnd), ("\"a", .unexpectedEnd),
            ("\"\\", .unexpectedEnd), ("\"\\\"", .unexpectedEnd), ("\"\\x41\"", .invalidEscape),
            ("\"\\u00g0\"", .invalidEscape), ("\"\\u00\"", .invalidEscape), ("\"\\u12", .unexpectedEnd),
            ("\"\\U0041\"", .invalidEscape), ("\"\n\"", .controlCharacter), ("\"\t\"", .controlCharacter),
            ("\"\u{0}\"", .controlCharacter),
        ] as [(String, JSONError.Reason)]
    )
    func refused(_ text: String, _ reason: JSONError.Reason) {
        let building = #expect(throws: JSONError.self) { try JSON(parsing: text) }
        #expect(building?.reason == reason)
        let skipping = #expect(throws: JSONError.self) { try RawJSON(validating: Array(text.utf8)) }
        #expect(skipping == building)
    }

    @Test(
        "Refuses bytes that are not UTF-8",
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
            [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80],
            [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xFE, 0xFE],
        ] as [[UInt8]]
    )
    func notUTF8(_ bytes: [UInt8]) {
        let quoted = [0x22] + bytes + [0x22]
        let error = #expect(throws: JSONError.self) { try JSON(parsing: quoted) }
        #expect(error?.reason == .invalidUTF8)
        #expect(!RawJSON.isValid(quoted))
    }

    @Test("Reads 512 levels, refuses one more, and survives a million")
    func depth() throws {
        let deepest = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        #expect(try JSON(parsing: deepest).text == deepest)
        let objects = String(repeating: "{\"a\":", count: 512) + "1" + String(repeating: "}", count: 512)
        #expect(try JSON(parsing: objects).text == objects)
        for bomb in [
            "[" + deepest + "]", String(repeating: "[", count: 1_000_000),
            String(repeating: "{\"a\":", count: 1_000_000),
        ] {
            let error = #expect(throws: JSONError.self) { try JSON(parsing: bomb) }
            #expect(error?.reason == .tooDeep)
            #expect(!RawJSON.isValid(Array(bomb.utf8)))
        }
    }

    @Test("Refuses a text that is truncated at any byte")
    func truncation() throws {
        let text = #"{"id":-12.5e3,"t":"14186550834114471","s":"é\u00e9\"🙃","l":[true,false,null,[]],"o":{"x":{}}}"#
        let bytes = Array(text.utf8)
        #expect(try JSON(parsing: bytes)["t"] == "14186550834114471")
        for length in bytes.indices {
            let error = #expect(throws: JSONError.self) { try JSON(parsing: Array(bytes.prefix(length))) }
            #expect(error?.reason == .unexpectedEnd)
            #expect(error?.offset == length)
        }
    }
}
