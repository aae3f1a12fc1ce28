import Testing

@testable import Chat

@Suite("Chat sample: text in cells of a terminal")
struct TextTests {
    @Test(
        "Wide characters and emoji take two cells, combining marks none",
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("👍", 2), ("❤️", 2), ("🇩🇪", 2), ("👩‍💻", 2), ("한", 2),
        ]
    )
    func width(text: String, width: Int) {
        #expect(text.width == width)
    }

    @Test(
        "Removes terminal commands, and characters that change the direction of text",
        arguments: [
            ("a\u{1B}[2Jb", "a [2Jb"), ("a\u{9B}31mb", "a 31mb"), ("a\nb\u{7}", "a b "), ("a\u{202E}b", "ab"),
            ("👩‍💻", "👩‍💻"),
            ("a\u{2028}b", "a b"), ("a\r\nb", "a  b"),
        ]
    )
    func printable(text: String, expected: String) {
        #expect(text.printable == expected)
    }

    @Test(
        "Breaks rows at spaces, inside long words, at line ends, and never inside a wide character",
        arguments: [
            ("", 5, [""]), ("abc", 5, ["abc"]), ("ab cd ef", 5, ["ab ", "cd ef"]),
            ("abcdefgh", 3, ["abc", "def", "gh"]),
            ("漢字漢", 3, ["漢", "字", "漢"]), ("a\n\nb", 5, ["a", "", "b"]), ("漢", 1, ["漢"]), ("a b", 1, ["a ", "b"]),
        ]
    )
    func wrapped(text: String, width: Int, rows: [String]) {
        #expect(text.wrapped(to: width) == rows)
    }

    @Test(
        "A cut text ends in an ellipsis and fits",
        arguments: [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("漢字漢", 4, "漢…"), ("abc", 1, "…")]
    )
    func cut(text: String, width: Int, expected: String) {
        #expect(text.cut(to: width) == expected)
        #expect(expected.width <= width)
    }
}
