import Testing

@testable import PubNubOrigin

@Suite("A change with If-Match is made to the versions that it names")
struct EntityTagConditionTests {
    @Test("A tag has quotes or none, `*` is every version, and an empty header is no condition")
    func tags() {
        for (header, tag, isAccepted) in [
            (nil, nil, true), (nil, "a", true), ("", nil, true), (" ", "a", true), (",", nil, true), ("a", "a", true),
            ("\"a\"", "a", true), ("\"b\", \"a\"", "a", true), ("b ,a", "a", true), ("*", "a", true), ("*", nil, false),
            ("a", nil, false), ("b", "a", false), ("W/\"a\"", "a", false), ("\"a", "a", false),
        ] as [(String?, String?, Bool)] {
            #expect(EntityTagCondition(header).accepts(tag) == isAccepted, "\(header ?? "-") \(tag ?? "-")")
        }
    }

    @Test("If-None-Match compares weak tags like strong ones, and an empty header names no tag")
    func weakly() {
        for (header, matches) in [
            (nil, false), ("", false), ("\"a\"", true), ("W/\"a\"", true), ("*", true), ("\"b\"", false),
            ("W/\"b\"", false), ("\"b\", W/\"a\"", true), ("\"b\",\"c\" , \"a\"", true), ("w/\"a\"", false),
            ("W/", false), ("W/\"", false),
        ] as [(String?, Bool)] {
            #expect(EntityTagCondition(header).matchesWeakly("a") == matches, "\(header ?? "-")")
        }
    }
}
