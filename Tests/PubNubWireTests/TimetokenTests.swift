import PubNubWire
import Testing

/// Documentation/WireProtocol.md, "Requests".
@Suite("Timetokens")
struct TimetokenTests {
    @Test("Accepts numbers and strings everywhere")
    func forms() {
        let expected = Timetoken(rawValue: 14_411_068_884_747_343)
        #expect(Timetoken("14411068884747343") == expected)
        #expect(Timetoken("14411068884747343"[...]) == expected)
        #expect(Timetoken(JSON.string("14411068884747343")) == expected)
        #expect(Timetoken(JSON.integer(14_411_068_884_747_343)) == expected)
        #expect(Timetoken(JSON.unsigned(.max))?.rawValue == .max)
        #expect(expected.description == "14411068884747343")
    }

    @Test(
        "Refuses anything but digits",
        arguments: ["", "+1", "-1", " 1", "1.0", "1e3", "0x1", "١", "18446744073709551616"]
    )
    func refused(_ text: String) {
        #expect(Timetoken(text) == nil)
        #expect(Timetoken(JSON.string(text)) == nil)
    }

    @Test("Refuses other values", arguments: [.null, true, -1, 1.5, [], [:]] as [JSON])
    func refusedValues(_ value: JSON) {
        #expect(Timetoken(value) == nil)
    }

    @Test("Later timetokens are greater, and zero means from now")
    func order() {
        #expect(Timetoken(rawValue: 99) < Timetoken(rawValue: 100))
        #expect(Timetoken("0") == .zero)
        #expect(Cursor.now == Cursor(timetoken: .zero, region: nil))
    }
}
