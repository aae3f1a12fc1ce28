import Foundation
import PubNubWire
import Testing

@testable import PubNub

@Suite("PNLog formats any value, and no format or argument makes it fail")
struct LogFormatTests {
    struct Row: Sendable {
        let format: String
        let arguments: [any Sendable]
        let expected: String

        init(_ format: String, _ arguments: [any Sendable], _ expected: String) {
            self.format = format
            self.arguments = arguments
            self.expected = expected
        }

        var text: String { LogFormat.text(format, arguments.map { $0 as Any? }) }
    }

    private static func text(_ format: String, _ arguments: Any?...) -> String {
        LogFormat.text(format, arguments)
    }

    @Test("%@ describes values of any type, nil and optionals included")
    func objects() {
        #expect(Self.text("%@ world", "Hello") == "Hello world")
        #expect(Self.text("%@ world", "Hello" as NSString) == "Hello world")
        let nothing: String? = nil
        let nested: String?? = .some(.some("deep"))
        #expect(Self.text("%@ %@ %@", nil, nothing, nested as Any) == "(null) (null) deep")
        #expect(Self.text("%@", 3) == "3" && Self.text("%@", NSNumber(value: 15)) == "15")
        #expect(Self.text("%@", [1, 2]) == "[1, 2]")
        let channels = PNChannel.channels(withNames: ["a", "b"])
        #expect(Self.text("%@", channels) == "[PNChannel(a), PNChannel(b)]")
        let objects: [any PNChannelProtocol] = [PNChannel.channel(withName: "a"), PNChannelGroup(name: "g")]
        #expect(Self.text("%@", objects) == "[PNChannel(a), PNChannelGroup(g)]")
        let error = PNError(code: kPNUnknownError)
        #expect(Self.text("because of: %@", error) == "because of: \(error)")
        let message = PNMessage(payload: RawJSON("private words"), channel: .channel(withName: "a"))
        #expect(Self.text("'%@'", message) == "'PNMessage(15 bytes on a)'")
        #expect(Self.text("%@", message.message) == "private words")
    }

    static let fitting: [Row] = [
        Row("%d %i", [3, -4], "3 -4"),
        Row("%5d|%-5d|%05d|%+d", [42, 42, 42, 42], "   42|42   |00042|+42"),
        Row("%ld %lld %hhd %zd", [1, Int64(2), Int8(3), 4], "1 2 3 4"),
        Row("%u", [UInt64.max], "18446744073709551615"),
        Row("%d", [UInt64.max], "18446744073709551615"),
        Row("%x %X %#x", [255, 255, 255], "ff FF 0xff"),
        Row("%x", [Int32(-1)], "ffffffff"),
        Row("%o", [8], "10"),
        Row("%.2f %8.3f", [1.005, Float(2.5)], "1.00    2.500"),
        Row("%.1f", [3], "3.0"),
        Row("%e %g", [12345.678, 0.5], "1.234568e+04 0.5"),
        Row("%c%c", [72, 105], "Hi"),
        Row("%s|%6s|%-6s|%.2s", ["a", "b", "c", "long"], "a|     b|c     |lo"),
        Row("%*d|%-*d|%.*f", [4, 7, 4, 7, 1, 2.55], "   7|7   |2.5"),
        Row("%2$@ %1$@", ["world", "hello"], "hello world"),
        Row("100%% of %d", [3], "100% of 3"),
        Row("%d", [true], "1"),
    ]

    @Test("Formats numbers, characters and strings as printf does", arguments: fitting)
    func directives(row: Row) {
        #expect(row.text == row.expected)
    }

    static let unfit: [Row] = [
        Row("%@ and %@", ["one"], "one and %@"),
        Row("nothing", ["one", 2], "nothing"),
        Row("%d", ["text"], "text"),
        Row("%d", [1.5], "1.5"),
        Row("%s", [7], "7"),
        Row("%f", ["x"], "x"),
        Row("%p", [5], "5"),
        Row("%n", [5], "%n"),
        Row("%", ["x"], "%"),
        Row("100%", ["x"], "100%"),
        Row("%5", ["x"], "%5"),
        Row("%-", [], "%-"),
        Row("%y %@", ["x"], "%y x"),
        Row("%3$@", ["x"], "%3$@"),
        Row("%0$@", ["x"], "%0$@"),
        Row("%1$@", [], "%1$@"),
        Row("%99999999999999999999$@", ["x"], "%99999999999999999999$@"),
        Row("%.@", ["x"], "x"),
        Row("%*d", ["wide", 5], "5"),
        Row("%*", [5], "%*"),
        Row("%\u{301}@", ["x"], "%\u{301}@"),
        Row("%c", [-1], "-1"),
        Row("%c", [0xD800], "55296"),
    ]

    @Test(
        "Missing, superfluous and invalid arguments, and invalid formats, give a string and read no other memory",
        arguments: unfit
    )
    func anything(row: Row) {
        #expect(row.text == row.expected)
    }

    @Test("A width or precision of any size is limited to 1,000 characters")
    func sizes() {
        for format in ["%999999999999999999999d", "%2147483647d", "%.2147483647d", "%1000000000@", "%-1000000000s"] {
            #expect(Self.text(format, 5).count == 1_000)
        }
        #expect(Self.text("%*d", Int.max, 5).count == 1_000 && Self.text("%*d", Int.min, 5).count == 1_000)
    }
}
