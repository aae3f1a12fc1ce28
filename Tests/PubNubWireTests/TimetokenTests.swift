import PubNubWire
import Testing

@Suite("Timetokens (wire reference 1.8)")
struct TimetokenTests {
    @Test("Numbers and strings are accepted everywhere")
    func forms() {
        let expected = Timetoken(rawValue: 14_411_068_884_747_343)
        #expect(Timetoken("14411068884747343") == expected)
        #expect(Timetoken("14411068884747343"[...]) == expected)
        #expect(Timetoken(JSONValue.string("14411068884747343")) == expected)
        #expect(Timetoken(JSONValue.integer(14_411_068_884_747_343)) == expected)
        #expect(Timetoken(JSONValue.unsigned(.max))?.rawValue == .max)
        #expect(expected.description == "14411068884747343")
    }

    @Test(
        "Anything but digits is refused",
        arguments: ["", "+1", "-1", " 1", "1.0", "1e3", "0x1", "١", "18446744073709551616"]
    )
    func refused(_ text: String) {
        #expect(Timetoken(text) == nil)
        #expect(Timetoken(JSONValue.string(text)) == nil)
    }

    @Test("Values that are no token", arguments: [.null, true, -1, 1.5, [], [:]] as [JSONValue])
    func refusedValues(_ value: JSONValue) {
        #expect(Timetoken(value) == nil)
    }

    @Test("Later tokens are greater, and zero means from now")
    func order() {
        #expect(Timetoken(rawValue: 99) < Timetoken(rawValue: 100))
        #expect(Timetoken("0") == .zero)
        #expect(Cursor.now == Cursor(timetoken: .zero, region: nil))
    }
}
