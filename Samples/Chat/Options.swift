/// Why the program cannot go on, in words for its user.
struct Failure: Error, CustomStringConvertible {
    let description: String
}

/// The command line: names, such as `--user`, and their values.
struct Options {
    static let help = """
        usage: Chat --user NAME [--room NAME] [--store FILE] [--publish-key KEY --subscribe-key KEY [--origin HOST]]
          --user NAME          who you are; everybody has a name of their own
          --room NAME          where you are; lobby unless told
          --store FILE         where your copy of the chat is kept; a file for each user unless told
          --publish-key KEY    with --subscribe-key: the keys of an account; nobody needs one to chat on this machine
          --origin HOST        its origin; http://HOST:PORT is used without TLS
          --help               this text
        When input or output is no terminal, each line that comes in is sent, and each message that comes is printed.
        """
    private static let names = ["--user", "--room", "--store", "--publish-key", "--subscribe-key", "--origin"]
    private var values = ["--room": "lobby"]

    init(_ arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        while let name = rest.popFirst() {
            guard Self.names.contains(name) else { throw Failure(description: "unknown option \(name.printable)") }
            guard let value = rest.popFirst(), value != "" else { throw Failure(description: "\(name) needs a value") }
            values[name] = value
        }
        guard self["user"] != nil else { throw Failure(description: "--user NAME is missing") }
        let hasPublishKey = self["publish-key"] != nil
        let hasSubscribeKey = self["subscribe-key"] != nil
        guard hasPublishKey == hasSubscribeKey, hasPublishKey || self["origin"] == nil else {
            throw Failure(description: "--publish-key and --subscribe-key go together, and --origin goes with them")
        }
    }

    /// The value of an option, named without its dashes.
    subscript(name: String) -> String? { values["--\(name)"] }
}
