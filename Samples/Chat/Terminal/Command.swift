/// The command of an input line.
enum Command: Equatable {
    case say(String)
    case react(Int, String)
    case unreact
    case rename(String)
    case edit(Int, String)
    case undo(Int)
    case delete(Int)
    case restore(Int)
    case search(String)
    case thread(Int)
    case back
    case retry
    case discard
    case who
    case help
    case quit
    case wrong

    static let list = [
        "/react N EMOJI    add a reaction to message N         /unreact         remove your newest reaction",
        "/edit N TEXT      change the text of message N        /undo N          undo your newest edit of message N",
        "/delete N         delete message N                    /restore N       restore message N",
        "/thread N         show the thread of message N        /back            show the room again",
        "/search WORDS     find messages of this room or thread",
        "/name NEW NAME    change your name                    /who             list who is here and who is away",
        "/retry            send failed messages again          /discard         remove failed messages",
        "PageUp, PageDown  scroll                              /help   /quit    show this list; leave, as Ctrl-C does",
    ]

    init(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 2).map(String.init)
        switch (words.first ?? "", words.count) {
        case ("/react", 3): self = Self.number(words[1]).map { .react($0, words[2]) } ?? .wrong
        case ("/edit", 3): self = Self.number(words[1]).map { .edit($0, words[2]) } ?? .wrong
        case ("/undo", 2): self = Self.number(words[1]).map { .undo($0) } ?? .wrong
        case ("/delete", 2): self = Self.number(words[1]).map { .delete($0) } ?? .wrong
        case ("/restore", 2): self = Self.number(words[1]).map { .restore($0) } ?? .wrong
        case ("/thread", 2): self = Self.number(words[1]).map { .thread($0) } ?? .wrong
        case ("/back", 1): self = .back
        case ("/search", 2...): self = .search(words.dropFirst().joined(separator: " "))
        case ("/name", 2...): self = .rename(words.dropFirst().joined(separator: " "))
        case ("/unreact", 1): self = .unreact
        case ("/retry", 1): self = .retry
        case ("/discard", 1): self = .discard
        case ("/who", 1): self = .who
        case ("/help", 1): self = .help
        case ("/quit", 1): self = .quit
        case (let name, _): self = name.hasPrefix("/") ? .wrong : .say(line)
        }
    }

    private static func number(_ word: String) -> Int? { Int(word.trimmingPrefix("#")) }
}
