import PubNubWire
import Testing

@Suite("Reading JSON values")
struct JSONTests {
    @Test("An accessor returns a value of its kind only")
    func accessors() {
        #expect(JSON.null.isNull)
        #expect(!JSON.bool(false).isNull)
        #expect(JSON.string("a").string == "a")
        #expect(JSON.integer(1).string == nil)
        #expect(JSON.bool(true).bool == true)
        #expect(JSON.integer(1).bool == nil)
        #expect(JSON.array([1]).array == [1])
        #expect(JSON.object([:]).array == nil)
        #expect(JSON.object(["a": 1]).object == ["a": 1])
        #expect(JSON.array([]).object == nil)
    }

    @Test("Numbers convert if the conversion is exact")
    func numbers() {
        #expect(JSON.integer(-5).int64Value == -5)
        #expect(JSON.integer(-5).uint64Value == nil)
        #expect(JSON.unsigned(.max).int64Value == nil)
        #expect(JSON.unsigned(.max).uint64Value == .max)
        #expect(JSON.double(1_441_106_888).int64Value == 1_441_106_888)
        #expect(JSON.double(1.5).int64Value == nil)
        #expect(JSON.double(1e300).int64Value == nil)
        #expect(JSON.double(.nan).uint64Value == nil)
        #expect(JSON.string("1").int64Value == nil)
        #expect(JSON.integer(2).double == 2)
        #expect(JSON.unsigned(.max).double == 0x1p64)
        #expect(JSON.bool(true).double == nil)
    }

    @Test("Subscripts return nil for missing elements")
    func subscripts() {
        let value: JSON = ["a": [10, 20]]
        #expect(value["a"]?[1] == 20)
        #expect(value["a"]?[2] == nil)
        #expect(value["a"]?[-1] == nil)
        #expect(value["b"] == nil)
        #expect(value[0] == nil)
        #expect(JSON.string("a")["a"] == nil)
    }
}
