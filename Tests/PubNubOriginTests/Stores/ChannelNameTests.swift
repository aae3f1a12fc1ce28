import Testing

@testable import PubNubOrigin

/// Documentation/WireProtocol.md, "Subscribe".
@Suite("Channel names: presence suffix and wildcards")
struct ChannelNameTests {
    @Test(arguments: [
        ("a", false, "a"), ("a-pnpres", true, "a"), ("a.*-pnpres", true, "a.*"), ("-pnpres", true, ""),
        ("a-pnpresx", false, "a-pnpresx"),
    ])
    func presence(name: String, isPresence: Bool, base: String) {
        #expect(ChannelName.isPresence(name) == isPresence)
        #expect(ChannelName.base(name) == base)
    }

    @Test(arguments: [
        ("a", false), ("a.*", true), ("a.b.*", true), ("a.*-pnpres", true), ("a*", false), ("*", false), ("a.b", false),
    ])
    func wildcards(name: String, isWildcard: Bool) {
        #expect(ChannelName.isWildcard(name) == isWildcard)
    }

    @Test(arguments: [
        ("a", []), ("a.b", ["a.*"]), ("a.b.c", ["a.b.*", "a.*"]), (".a", [".*"]), ("a.", ["a.*"]),
        ("é.x", ["é.*"]),
    ])
    func patterns(name: String, expected: [String]) {
        #expect(ChannelName.patterns(covering: name) == expected)
    }
}
