import PubNubMachines
import Testing

@testable import PubNub

/// Documentation/WireProtocol.md, "Requests".
@Suite("NameList")
struct NameListTests {
    @Test("Escapes names one by one and joins them with literal commas; an empty list in a path is a comma")
    func forms() {
        #expect(NameList(["a,b", "c:d"]).escaped == "a%2Cb,c%3Ad")
        #expect(NameList(["a"]).pathSegment == "a")
        #expect(NameList([]).pathSegment == ",")
        #expect(NameList([]).escaped == "")
        #expect(NameList([]).isEmpty)
    }

    @Test("Returns the name of a list with one name")
    func single() {
        #expect(NameList(["a"]).single == "a")
        #expect(NameList(["a", "a"]).single == "a")
        #expect(NameList(["a", "b"]).single == nil)
        #expect(NameList([]).single == nil)
    }

    @Test("Removes presence names")
    func presence() {
        #expect(NameList(["a", "a-pnpres", "b"]).withoutPresence == ["a", "b"])
        #expect(NameList(["a", "b"]).withoutPresence == ["a", "b"])
    }
}
