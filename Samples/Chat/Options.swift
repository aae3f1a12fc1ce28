/// Why the program cannot go on, in words for its user.
struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// The command line: names, such as `--user`, and their values.
struct Options {
    static let help = """
        usage: Chat --user NAME [--room NAME] [--store FILE] [--publish-key KEY --subscribe-key KEY [--origin HOST]]

        A chat in the terminal. Without keys, all who run it on this machine are together; no account is needed.

          --user NAME          who you are; everybody has a name of their own
          --room NAME          where you are; lobby unless told
          --store FILE         where your copy of the chat is kept; a file for each user unless told
          --publish-key KEY    with --subscribe-key: the keys of an account
          --origin HOST        its origin; http://HOST:PORT is used without TLS
          --help               this text

        When input or output is no terminal, each line that comes in is sent, and each message that comes is printed.
        """
    private static let names = ["--user", "--room", "--store", "--publish-key", "--subscribe-key", "--origin"]
    private var values = ["--room": "lobby"]

    init(_ arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        while let name = rest.popFirst() {
            guard Self.names.contains(name) else { throw Failure("unknown option \(name.printable); see --help") }
            guard let value = rest.popFirst(), !value.isEmpty else { throw Failure("\(name) needs a value") }
            values[name] = value
        }
        guard self["user"] != nil else { throw Failure("--user NAME is missing; see --help") }
        let hasKeys = self["subscribe-key"] != nil
        guard hasKeys == (self["publish-key"] != nil), hasKeys || self["origin"] == nil else {
            throw Failure("--publish-key and --subscribe-key go together, and --origin goes with them")
        }
    }

    subscript(name: String) -> String? { values["--\(name)"] }
}
