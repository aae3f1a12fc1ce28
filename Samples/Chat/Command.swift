/// What a line asks for.
enum Command: Equatable {
    case say(String)
    case react(Int, String)
    case unreact
    case rename(String)
    case who
    case help
    case quit
    case wrong

    static let list = [
        "/react N EMOJI    answer message N with a reaction    /unreact         take back your newest one",
        "/name NEW NAME    change your name                    /who             who is here, who is away",
        "PageUp, PageDown  scroll                              /help   /quit    this; leave, as Ctrl-C does",
    ]

    init(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 2).map(String.init)
        switch (words.first ?? "", words.count) {
        case ("/react", 3):
            if let number = Int(words[1].trimmingPrefix("#")) {
                self = .react(number, words[2])
            } else {
                self = .wrong
            }
        case ("/name", 2...): self = .rename(words.dropFirst().joined(separator: " "))
        case ("/unreact", 1): self = .unreact
        case ("/who", 1): self = .who
        case ("/help", 1): self = .help
        case ("/quit", 1): self = .quit
        case (let name, _): self = name.hasPrefix("/") ? .wrong : .say(line)
        }
    }
}
