import PubNubWire
import Testing

@Suite("Reading JSON values")
struct JSONValueTests {
    @Test("An accessor returns a value of its kind only")
    func accessors() {
        #expect(JSONValue.null.isNull)
        #expect(!JSONValue.bool(false).isNull)
        #expect(JSONValue.string("a").stringValue == "a")
        #expect(JSONValue.integer(1).stringValue == nil)
        #expect(JSONValue.bool(true).boolValue == true)
        #expect(JSONValue.integer(1).boolValue == nil)
        #expect(JSONValue.array([1]).arrayValue == [1])
        #expect(JSONValue.object([:]).arrayValue == nil)
        #expect(JSONValue.object(["a": 1]).objectValue == ["a": 1])
        #expect(JSONValue.array([]).objectValue == nil)
    }

    @Test("Numbers convert if the conversion is exact")
    func numbers() {
        #expect(JSONValue.integer(-5).int64Value == -5)
        #expect(JSONValue.integer(-5).uint64Value == nil)
        #expect(JSONValue.unsigned(.max).int64Value == nil)
        #expect(JSONValue.unsigned(.max).uint64Value == .max)
        #expect(JSONValue.double(1_441_106_888).int64Value == 1_441_106_888)
        #expect(JSONValue.double(1.5).int64Value == nil)
        #expect(JSONValue.double(1e300).int64Value == nil)
        #expect(JSONValue.double(.nan).uint64Value == nil)
        #expect(JSONValue.string("1").int64Value == nil)
        #expect(JSONValue.integer(2).doubleValue == 2)
        #expect(JSONValue.unsigned(.max).doubleValue == 0x1p64)
        #expect(JSONValue.bool(true).doubleValue == nil)
    }

    @Test("Subscripts return nil for missing elements")
    func subscripts() {
        let value: JSONValue = ["a": [10, 20]]
        #expect(value["a"]?[1] == 20)
        #expect(value["a"]?[2] == nil)
        #expect(value["a"]?[-1] == nil)
        #expect(value["b"] == nil)
        #expect(value[0] == nil)
        #expect(JSONValue.string("a")["a"] == nil)
    }
}
