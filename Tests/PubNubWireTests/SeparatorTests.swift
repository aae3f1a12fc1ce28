import PubNubWire
import Testing

@Suite("Separators, also before a combining mark")
struct SeparatorTests {
    @Test("Splits with and without empty parts")
    func parts() {
        #expect("a,,b".split(at: ",") == ["a", "b"])
        #expect("a,,b".split(at: ",", keepsEmpty: true) == ["a", "", "b"])
        #expect("a,\u{301}b".split(at: ",").map(String.init) == ["a", "\u{301}b"])
        #expect("".split(at: ",", keepsEmpty: true) == [""])
        #expect("a,\u{301}b".holds(",") && !"a".holds(","))
    }

    @Test("Splits at the first separator")
    func cut() {
        #expect("/p?\u{655}q?r".cut(at: "?") == ("/p", "\u{655}q?r"))
        #expect("k=".cut(at: "=") == ("k", ""))
        #expect("k".cut(at: "=") == ("k", nil))
        #expect("".cut(at: "=") == ("", nil))
    }

    @Test("Splits routes, lists of a version 1 page, and presence names")
    func users() throws {
        let match = try #require(Route.match(verb: .get, path: "/v2/presence/sub-key/s/uuid/\u{301}u"))
        #expect(match.arguments[.uuid].map(String.init) == "\u{301}u")
        let body = Array("[[1,2],\"17\",\"a,\u{301}b\"]".utf8)
        #expect(try SubscribePage.decodeV1(body, subscribed: nil).envelopes.map(\.channel) == ["a", "\u{301}b"])
        #expect(PresenceName.strip("a\u{600}-pnpres") == ("a\u{600}", true))
    }
}
