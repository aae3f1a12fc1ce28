import Testing

@testable import Chat

@Suite("Chat sample: keys and the input line")
struct EditingTests {
    /// The input line after these keys, with the cursor as `|`.
    private func line(_ bytes: String) -> String {
        var decoder = KeyDecoder()
        var editor = LineEditor()
        for key in decoder.keys(in: Array(bytes.utf8)) { editor.apply(key) }
        return "\(editor.before)|\(editor.after)"
    }

    @Test(
        "Keys edit the line",
        arguments: [
            ("abc", "abc|"), ("abc\u{7F}", "ab|"), ("\u{7F}\u{1B}[3~", "|"), ("abc\u{1B}[D\u{1B}[Dx", "ax|bc"),
            ("ab\u{1B}[D\u{1B}[3~", "a|"), ("ab\u{1B}[Hx\u{1B}[Fy", "xaby|"), ("ab\u{1}x\u{5}y", "xaby|"),
            ("ab\u{1B}OHx\u{1B}OFy", "xaby|"), ("ab\u{1B}[1~x\u{1B}[4~y", "xaby|"), ("abc\u{1B}[D\u{15}", "|c"),
            ("abc\u{1B}[D\u{1B}[D\u{B}", "a|"), ("one two  \u{17}", "one |"), ("one\u{17}\u{17}", "|"),
            ("👍🏽\u{7F}", "|"), ("a👩‍💻b\u{1B}[D\u{1B}[D\u{7F}", "|👩‍💻b"), ("e\u{301}\u{1B}[Dx", "x|e\u{301}"),
            ("ab\u{1B}[D\u{1B}[C\u{1B}[Cc", "abc|"), ("a\u{1B}[1;5Db\u{1B}xc\u{1B}[999zd\u{0}", "abcd|"),
        ]
    )
    func edits(bytes: String, expected: String) {
        #expect(line(bytes) == expected)
    }

    @Test("A key sequence that arrives in two parts is one key, wherever it is split")
    func parts() {
        let bytes = Array("é漢👍\u{1B}[D\u{1B}[5~\u{1B}OH\r\u{3}".utf8)
        var decoder = KeyDecoder()
        let keys = decoder.keys(in: bytes)
        #expect(keys == ["é", "漢", "👍", "\u{1B}[D", "\u{1B}[5~", "\u{1B}OH", "\r", "\u{3}"])
        for cut in 1..<bytes.count {
            var decoder = KeyDecoder()
            #expect(decoder.keys(in: Array(bytes[..<cut])) + decoder.keys(in: Array(bytes[cut...])) == keys)
        }
    }

    @Test("Ignores bytes that are not text, and a key ends an incomplete sequence")
    func noise() {
        var decoder = KeyDecoder()
        let keys = decoder.keys(in: [0xFF, 0xC0, 0x41, 0x80, 0x42] + Array("\u{1B}[1111\u{1B}\u{1B}[D\u{1B}xc".utf8))
        #expect(keys.suffix(4) == ["B", "\u{1B}[D", "\u{1B}x", "c"])
    }

    @Test("Shows the part around the cursor of a line of any length")
    func window() {
        var decoder = KeyDecoder()
        var editor = LineEditor()
        for key in decoder.keys(in: Array("0123456789".utf8)) { editor.apply(key) }
        #expect(editor.shown(in: 20) == .init(text: "0123456789", column: 10))
        #expect(editor.shown(in: 5) == .init(text: "6789", column: 4))
        editor.apply("\u{1}")
        #expect(editor.shown(in: 5) == .init(text: "01234", column: 0))
        editor.apply("漢字")
        #expect(editor.shown(in: 5) == .init(text: "漢字0", column: 4))
        #expect(editor.shown(in: 4) == .init(text: "字01", column: 2))
        #expect(editor.text == "漢字0123456789")
    }

    @Test("Limits the line, so that it fits into a message")
    func limit() {
        var editor = LineEditor()
        for _ in 0..<20_000 { editor.apply("é") }
        #expect(editor.text.utf8.count <= 4002)
    }

    @Test(
        "A line is a message or a command",
        arguments: [
            ("hello /there", .say("hello /there")), ("", .say("")), ("   ", .say("   ")),
            ("/react 3 👍", .react(3, "👍")), ("/react #3 very good", .react(3, "very good")), ("/unreact", .unreact),
            ("/name Ann Other", .rename("Ann Other")), ("/name A", .rename("A")), ("/who", .who), ("/help", .help),
            ("/retry", .retry), ("/discard", .discard), ("/edit 3 new text", .edit(3, "new text")), ("/edit 3", .wrong),
            ("/undo #3", .undo(3)), ("/delete 3", .delete(3)), ("/delete", .wrong), ("/restore 3", .restore(3)),
            ("/search two words", .search("two words")), ("/search", .wrong), ("/thread #3", .thread(3)),
            ("/thread", .wrong), ("/back", .back), ("/back 3", .wrong),
            ("/quit", .quit), ("/react x 👍", .wrong), ("/react 3", .wrong), ("/quit now", .wrong), ("/nam", .wrong),
        ] as [(String, Command)]
    )
    func commands(line: String, expected: Command) {
        #expect(Command(line) == expected)
    }
}
