import Foundation
import PubNubWire
import Testing

@testable import PubNub

@Suite("README, Publishing Messages: strings, numbers, arrays, dictionaries and null are messages")
struct JSONBridgeTests {
    struct Row: CustomTestStringConvertible, @unchecked Sendable {
        let value: Any?
        let json: JSON

        init(_ value: Any?, _ json: JSON) {
            self.value = value
            self.json = json
        }

        var testDescription: String { "\(value.map { type(of: $0) } as Any?) \(json)" }
    }

    static let swiftRows: [Row] = [
        Row(nil, .null), Row("text", "text"), Row("text".prefix(2), "te"), Row(Character("c"), "c"),
        Row(true, true), Row(false, false), Row(0, 0), Row(1, 1), Row(-1, -1),
        Row(Int8(1), 1), Row(UInt8(0), 0), Row(Int32(7), 7), Row(Int64.max, .integer(.max)),
        Row(Int64.min, .integer(.min)),
        Row(UInt64.max, .unsigned(.max)), Row(UInt64(5), 5), Row(1.0, .double(1)), Row(Float(0.5), .double(0.5)),
        Row(Decimal(string: "12") as Any, 12), Row(Decimal(string: "1.25") as Any, .double(1.25)),
        Row(Decimal(string: "18446744073709551615") as Any, .unsigned(.max)),
        Row([1, 2], [1, 2]), Row([Any](), []), Row(["a": 1], ["a": 1]), Row([String: Any](), [:]),
        Row(["a": [true, 1, nil, "x"] as [Any?]], ["a": [true, 1, .null, "x"]]),
        Row(["a": nil, "b": 1] as [String: Int?], ["a": .null, "b": 1]),
        Row(Optional(Optional(3)) as Any, 3), Row(Optional<Int>.none as Any, .null),
        Row([AnyHashable("k"): ["n": 2]] as [AnyHashable: Any], ["k": ["n": 2]]),
        Row([[1], [[2]]] as [[Any]], [[1], [[2]]]),
    ]

    static let foundationRows: [Row] = [
        Row(NSNull(), .null), Row("text" as NSString, "text"), Row(NSNumber(value: true), true),
        Row(NSNumber(value: false), false), Row(NSNumber(value: 1), 1), Row(NSNumber(value: 0), 0),
        Row(NSNumber(value: Int8(1)), 1), Row(NSNumber(value: Int8(50)), 50), Row(NSNumber(value: Int8(-50)), -50),
        Row(NSNumber(value: UInt8(200)), 200), Row(NSNumber(value: UInt64.max), .unsigned(.max)),
        Row(NSNumber(value: Int64.min), .integer(.min)), Row(NSNumber(value: 1.5), .double(1.5)),
        Row(NSNumber(value: 1.0), .double(1)), Row(NSDecimalNumber(string: "1.10"), .double(1.1)),
        Row(NSDecimalNumber(string: "9007199254740993"), .integer(9_007_199_254_740_993)),
        Row(["a", 1, true, NSNull()] as NSArray, ["a", 1, true, .null]),
        Row(["a": NSNumber(value: true)] as NSDictionary, ["a": true]),
        Row(
            ["a": NSNumber(value: 1), "b": ["c": NSNull()] as NSDictionary] as [String: Any],
            ["a": 1, "b": ["c": .null]]
        ),
    ]

    @Test(
        "A number arrives as an NSNumber that holds it: NSDecimalNumber up to 38 digits beyond Double, else PNJSONNumber",
        arguments: [
            ("9223372036854775807", "NSNumber"), ("18446744073709551615", "NSNumber"), ("2.5", "NSNumber"),
            ("1e300", "NSNumber"), ("1.0", "NSNumber"),
            ("18446744073709551616", "NSDecimalNumber"), ("-0.10000000000000001", "NSDecimalNumber"),
            ("3.1415926535897932384626433832795028842e5", "NSDecimalNumber"),
            (String(repeating: "9", count: 38), "NSDecimalNumber"),
            ("1.2345678901234567891e-100", "NSDecimalNumber"), ("1.23456789012345678900000e140", "NSDecimalNumber"),
            (String(repeating: "9", count: 39), "PNJSONNumber"), ("1e400", "PNJSONNumber"),
            ("-1e-400", "PNJSONNumber"), ("1.2345678901234567891e-120", "PNJSONNumber"),
        ]
    )
    func numbers(text: String, type name: String) throws {
        let read = try #require(JSONNumber(text))
        for value in [JSONBridge.any(try JSON(parsing: text)) as Any, JSONBridge.any(try raw(text))] {
            #expect("\(type(of: value))" == name)
            let sent = try #require(JSONNumber(try JSONBridge.value(value).text))
            #expect(sent.significantDigits == read.significantDigits)
            #expect(sent.form.exponent == read.form.exponent && sent.form.isNegative == read.form.isNegative)
        }
    }

    private func raw(_ text: String) throws -> RawJSON { try RawJSON(validating: Array(text.utf8)) }

    @Test("Sends Decimal, NSDecimalNumber, PNJSONNumber and integers beyond 64 bits with all their digits")
    func sentDigits() throws {
        let digits = "1234567890123456789012345678.9012345678"
        let decimal = try #require(Decimal(string: digits))
        let long = String(repeating: "12", count: 100)
        #expect(try JSONBridge.value(decimal).text == digits)
        #expect(try JSONBridge.value(NSDecimalNumber(decimal: decimal)).text == digits)
        #expect(try JSONBridge.value(["n": PNJSONNumber(long) as Any]).text == #"{"n":\#(long)}"#)
        #expect(try JSONBridge.value(Int128(Int64.max) * 100).text == "922337203685477580700")
    }

    @Test("A number beyond Decimal gives the nearest Double and its first 38 digits")
    func beyondDecimal() throws {
        let long = try #require(PNJSONNumber("-1" + String(repeating: "23", count: 40)))
        #expect(long.doubleValue == -1.23232323232323232323232e80)
        let digits = "1" + String(repeating: "23", count: 18) + "2"
        #expect(long.decimalValue == Decimal(string: "-\(digits)e43"))
        #expect(PNJSONNumber("1e400")?.doubleValue == .infinity)
        #expect(PNJSONNumber("1e400")?.decimalValue.isNaN == true)
        #expect(PNJSONNumber("1e400")?.description == "1e400")
        #expect(PNJSONNumber("ten") == nil)
    }

    @Test("A number beyond Decimal is an NSNumber: it can be cast, compared and written by JSONSerialization")
    func beyondDecimalAsNumber() throws {
        let digits = "3.14159265358979323846264338327950288419716939937510"
        let pi = try #require(PNJSONNumber(digits))
        let value: Any = pi
        #expect(value as? Double == .pi && (value as? NSNumber)?.doubleValue == .pi)
        #expect(pi == PNJSONNumber(digits) && pi != PNJSONNumber(digits + "0") && pi.hash == PNJSONNumber(digits)?.hash)
        #expect(pi.stringValue == digits && "\(pi)" == digits && pi.floatValue == Float(Double.pi))
        #expect(
            try String(decoding: JSONSerialization.data(withJSONObject: [pi]), as: UTF8.self).hasPrefix(
                "[3.14159265358979323"
            )
        )
        #expect((1.5 as PNJSONNumber).text == "1.5" && (7 as PNJSONNumber).doubleValue == 7)
        #expect((true as PNJSONNumber).text == "1")
    }

    @Test("Converts Swift values", arguments: swiftRows)
    func swift(row: Row) throws {
        #expect(try JSONBridge.value(row.value) == row.json)
    }

    @Test("Foundation objects: a boolean is not a number, and a number is not a boolean", arguments: foundationRows)
    func foundation(row: Row) throws {
        #expect(try JSONBridge.value(row.value) == row.json)
    }

    private struct Custom {}
    private final class Object {}

    @Test("A value without a JSON form is error 112")
    func unsupported() {
        let values: [Any] = [
            Double.nan, Double.infinity, -Double.infinity, Float.nan, Decimal.nan, NSNumber(value: Double.nan), Date(),
            Data(), Custom(), Object(), [1: 2], [Date()], ["a": ["b": Custom()]], NSDate(), (1, 2), { 1 },
            [NSNumber(value: 1): "x"] as NSDictionary,
        ]
        for value in values {
            #expect {
                _ = try JSONBridge.value(value)
            } throws: { error in
                (error as? PNError)?.code == 112
            }
        }
    }

    @Test("Nesting is limited, so that no value can exhaust the stack")
    func depth() throws {
        var nested: Any = 1
        for _ in 0..<500 { nested = [nested] }
        #expect(throws: Never.self) { try JSONBridge.value(nested) }
        for _ in 0..<500 { nested = [nested] }
        #expect(throws: PNError.self) { try JSONBridge.value(nested) }
    }

    @Test("JSON becomes the documented types")
    func any() throws {
        #expect(JSONBridge.any(.null) is NSNull)
        #expect(JSONBridge.any(true) as? Bool == true)
        #expect(JSONBridge.any(5) as? Int == 5)
        #expect(JSONBridge.any(.unsigned(.max)) as? UInt == .max)
        #expect(JSONBridge.any(.double(1.5)) as? Double == 1.5)
        #expect(JSONBridge.any("x") as? String == "x")
        let object = try #require(JSONBridge.any(["a": [1, ["b": .null]]]) as? [String: Any])
        let list = try #require(object["a"] as? [Any])
        #expect(list[0] as? Int == 1)
        #expect((list[1] as? [String: Any])?["b"] is NSNull)
        #expect(JSONBridge.any([1, 2]) as? [Int] == [1, 2])
        #expect(JSONBridge.dictionary("no object").isEmpty)
    }

    @Test("Accepts values of 512 levels, the limit of JSON readers, and refuses one more level")
    func deepest() throws {
        let text = String(repeating: "[", count: 512) + "1,null,\"x\"" + String(repeating: "]", count: 512)
        let value = try JSON(parsing: text)
        #expect(try JSONBridge.value(JSONBridge.any(value)) == value)
        #expect(throws: PNError.self) { try JSONBridge.value([JSONBridge.any(value)]) }
    }

    @Test("Values survive a round trip")
    func roundTrip() throws {
        let value: JSON = ["a": [1, .double(2.5), true, .null, "x", .unsigned(.max), ["b": []]]]
        #expect(try JSONBridge.value(JSONBridge.any(value)) == value)
    }
}
