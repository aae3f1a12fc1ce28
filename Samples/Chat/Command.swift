/// What a line asks for.
enum Command: Equatable {
    case nothing, who, help, quit, wrong
    case say(String), react(Int, String), unreact(Int?, String?), rename(String)

    static let list = [
        "/react N EMOJI    answer message N with a reaction    /unreact [N [EMOJI]]   take one back",
        "/name NEW NAME    change your name                    /who                   who is here, who is away",
        "PageUp, PageDown  scroll                              /help   /quit          this; leave, as Ctrl-C does",
    ]

    init(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 2).map(String.init)
        let number = words.count > 1 ? Int(words[1].drop { $0 == "#" }) : nil
        switch (words.first ?? "", words.count) {
        case ("", _): self = .nothing
        case ("/react", 3): self = number.map { .react($0, words[2]) } ?? .wrong
        case ("/unreact", 1): self = .unreact(nil, nil)
        case ("/unreact", let count): self = number.map { .unreact($0, count > 2 ? words[2] : nil) } ?? .wrong
        case ("/name", 2...): self = .rename(words.dropFirst().joined(separator: " "))
        case ("/who", 1): self = .who
        case ("/help", _): self = .help
        case ("/quit", 1): self = .quit
        case (let name, _): self = name.hasPrefix("/") ? .wrong : .say(line)
        }
    }
}
