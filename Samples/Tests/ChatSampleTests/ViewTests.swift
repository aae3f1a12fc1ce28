import Testing

@testable import Chat

@Suite("Chat sample: the screen")
struct ViewTests {
    private var view = View()

    init() {
        view.size = View.Size(width: 40, height: 8)
        view.entries = entries(1...20)
        view.status = "lobby"
    }

    private func entries(_ numbers: ClosedRange<Int>) -> [Entry] {
        numbers.map { Entry(id: "m\($0)", label: "#\($0) 12:00", author: "ann", text: "message \($0)") }
    }

    private var rows: [String] { plain(view.frame().rows) }

    private func plain(_ rows: [String]) -> [String] {
        rows.map { $0.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") }
    }

    @Test("Shows the newest messages above the status and the input line, with the cursor in the line")
    func newest() {
        #expect(rows.count == 8)
        #expect(rows[0] == "#15 12:00 ann: message 15" && rows[5] == "#20 12:00 ann: message 20")
        #expect(rows[6] == " lobby" + String(repeating: " ", count: 34) && rows[7] == "> ")
        #expect(view.frame().cursor == 2)
    }

    @Test("Shows a few messages at the bottom")
    mutating func few() {
        view.entries = entries(1...2)
        #expect(rows.prefix(6) == ["", "", "", "", "#1 12:00 ann: message 1", "#2 12:00 ann: message 2"])
    }

    @Test("Scrolls by pages that overlap by a row, and stays while messages arrive at both ends")
    mutating func scrolling() {
        var isTop = view.scroll(pages: -1)
        #expect(!isTop)
        #expect(rows[0].hasSuffix("message 10") && rows[5].hasSuffix("message 15") && rows[6].contains("▼"))
        view.entries = entries(-20...40)
        #expect(rows[0].hasSuffix("message 10") && rows[5].hasSuffix("message 15"))
        view.entries = entries(1...20)
        let tops = [view.scroll(pages: -1), view.scroll(pages: -1), view.scroll(pages: -1)]
        #expect(tops == [false, true, true])
        #expect(rows[0].hasSuffix("message 1"))
        _ = view.scroll(pages: 1)
        #expect(rows[0].hasSuffix("message 6"))
        for _ in 0..<3 { _ = view.scroll(pages: 1) }
        #expect(rows[5].hasSuffix("message 20") && !rows[6].contains("▼"))
        isTop = view.scroll(pages: -1)
        #expect(!isTop)
        view.bottom = nil
        #expect(rows[5].hasSuffix("message 20"))
    }

    @Test("Does not scroll without messages")
    mutating func empty() {
        view.entries = []
        let isTop = view.scroll(pages: -1)
        #expect(isTop)
        _ = view.scroll(pages: 1)
        #expect(rows.prefix(6) == ["", "", "", "", "", ""])
    }

    @Test("A long text continues below its beginning, and reactions follow")
    mutating func long() {
        let text = "one two three four five six seven"
        view.entries = [Entry(id: "m", label: "#1 12:00", author: "ann", text: text, reactions: "👍 2")]
        #expect(rows[3...5] == ["#1 12:00 ann: one two three four five ", "  six seven", "  👍 2"])
    }

    @Test("Shows notices below the messages")
    mutating func notices() {
        view.notices = ["a notice", "and one that is by far too long for this screen"]
        #expect(rows[4] == "a notice" && rows[5] == "and one that is by far too long for thi…")
        #expect(rows[3].hasSuffix("message 20"))
    }

    @Test("Every size gives a frame that fits", arguments: [1, 2, 3, 5, 10, 19, 80, 300], [1, 2, 3, 4, 24])
    mutating func sizes(width: Int, height: Int) {
        view.size = View.Size(width: width, height: height)
        view.notices = ["a notice", "漢字漢字"]
        view.entries.append(Entry(id: "x", label: "#21 12:00", author: "漢字", text: "漢字 👍 ok", reactions: "👍 1"))
        for key in Array("漢字漢字") { view.editor.apply(String(key)) }
        for _ in 0..<30 {
            let frame = view.frame()
            #expect(frame.rows.count == height && frame.cursor >= 0)
            // A wide character cannot be cut to one cell.
            #expect(plain(frame.rows).allSatisfy { $0.width <= max(width, 4) })
            _ = view.scroll(pages: -1)
        }
    }
}
