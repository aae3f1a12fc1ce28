import PubNubMachines
import Testing

@testable import PubNub

/// 1.4 Name lists
@Suite("NameList")
struct NameListTests {
    @Test("Names are escaped one by one and joined by a literal comma; none make a comma in a path")
    func forms() {
        #expect(NameList(["a,b", "c:d"]).escaped == "a%2Cb,c%3Ad")
        #expect(NameList(["a"]).pathSegment == "a")
        #expect(NameList([]).pathSegment == ",")
        #expect(NameList([]).escaped == "")
        #expect(NameList([]).isEmpty)
    }

    @Test("The single name, if there is just one")
    func single() {
        #expect(NameList(["a"]).single == "a")
        #expect(NameList(["a", "a"]).single == "a")
        #expect(NameList(["a", "b"]).single == nil)
        #expect(NameList([]).single == nil)
    }

    @Test("Presence names can be taken out")
    func presence() {
        #expect(NameList(["a", "a-pnpres", "b"]).withoutPresence == ["a", "b"])
        #expect(NameList(["a", "b"]).withoutPresence == ["a", "b"])
    }
}
