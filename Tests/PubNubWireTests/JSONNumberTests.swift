import PubNubWire
import Testing

@Suite("JSON numbers lose no digits")
struct JSONNumberTests {
    @Test(
        "Keeps the text of a number that neither 64 bits nor Double can hold",
        arguments: [
            "18446744073709551616", "-9223372036854775809", "123456789012345678901234567890",
            "3.141592653589793238462643",
            "9007199254740993.0", "0.10000000000000001", "1e400", "-1e400", "1e-400", "-1E-400",
            "1e99999999999999999999",
            "1.7976931348623159e308", "2.4e-324", "12345678901234567.8",
            "0.00000000000000000000000000012345678901234567891",
        ]
    )
    func kept(text: String) throws {
        let value = try JSON(parsing: text)
        guard case .decimal(let number) = value else {
            Issue.record("\(text) became \(value)")
            return
        }
        #expect(number.text == text)
        #expect(value.text == text)
        #expect(try JSON(parsing: "[\(text),1]").text == "[\(text),1]")
    }

    @Test(
        "Reads a number as Double if Double writes the same digits",
        arguments: [
            ("1E5", 100_000), ("1e+5", 100_000), ("100000000000000000000", 1e20), ("0.1", 0.1), ("0.10", 0.1),
            ("0.30000000000000004", 0.30000000000000004), ("5e-324", .leastNonzeroMagnitude),
            ("1.7976931348623157e308", .greatestFiniteMagnitude),
            ("0e99999999999999999999", 0), ("123456789012345e-10", 12345.6789012345),
            ("0.000000000000000000001", 1e-21),
            ("1234567890123456.5", 1_234_567_890_123_456.5),
        ] as [(String, Double)]
    )
    func double(text: String, number: Double) throws {
        #expect(try JSON(parsing: text) == .double(number))
    }

    @Test("Keeps a minus sign before zero where Double has one")
    func negativeZero() throws {
        #expect(try JSON(parsing: "-0") == .integer(0))
        #expect(try JSON(parsing: "-0.0").text == "-0.0")
        #expect(try JSON(parsing: "-0e5").double?.sign == .minus)
    }

    @Test("Reads a whole number with a fraction or an exponent exactly")
    func whole() throws {
        #expect(try JSON(parsing: "9007199254740993.0").int64Value == 9_007_199_254_740_993)
        #expect(try JSON(parsing: "17000000000000001.00e0").uint64Value == 17_000_000_000_000_001)
        #expect(try JSON(parsing: "1.8446744073709551615e19").uint64Value == .max)
        #expect(try JSON(parsing: "-9.223372036854775808e18").int64Value == .min)
        #expect(try JSON(parsing: "-9.223372036854775809e18").int64Value == nil)
        #expect(try JSON(parsing: "18446744073709551616").uint64Value == nil)
        #expect(try JSON(parsing: "12345678901234567.8").int64Value == nil)
        #expect(try JSON(parsing: "1e99999999999999999999").int64Value == nil)
        #expect(try JSON(parsing: "1e400").double == .infinity)
        #expect(JSON(Int128(UInt64.max) + 1).text == "18446744073709551616")
    }

    @Test("Reads and writes numbers, fractions and exponents of 131,072 digits unchanged")
    func long() throws {
        let digits = String(repeating: "7", count: 1 << 17)
        let zeros = String(repeating: "0", count: 1 << 17)
        for text in [digits, "-\(digits)", "0.\(digits)", "1\(zeros)1", "0.\(zeros)1", "1e\(digits)", "1e-\(digits)"] {
            let value = try JSON(parsing: text)
            #expect(value.text == text)
            #expect(value.int64Value == nil)
            #expect(value.double != nil)
        }
        #expect(try JSON(parsing: "1.\(zeros)") == .double(1))
        #expect(try JSON(parsing: "1e\(zeros)1") == .double(10))
    }

    @Test("Accepts a string as a number only if all of it is one")
    func texts() {
        #expect(JSONNumber("-12.50e+3")?.significantDigits == "125")
        #expect(JSONNumber("-12.50e+3")?.form.exponent == 2)
        for text in ["", "-", "01", "1.", "1 ", " 1", "+1", "1e", "NaN", "1,2", "\"1\""] {
            #expect(JSONNumber(text) == nil)
        }
    }
}
