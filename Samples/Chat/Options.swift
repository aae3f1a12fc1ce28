/// An error for the user, which ends the program.
struct Failure: Error, CustomStringConvertible {
    let description: String
}

/// The options of the command line.
struct Options {
    static let help = """
        usage: Chat --user NAME [--room NAME] [--store FILE] [--publish-key KEY --subscribe-key KEY [--origin HOST]]
          --user NAME          your name; each user needs a different one
          --room NAME          the room (default: lobby)
          --store FILE         the file of your local store (default: a file for each user)
          --publish-key KEY    with --subscribe-key: the keys of an account; not needed to chat on this machine
          --origin HOST        the host of the service; http://HOST:PORT disables TLS
          --help               show this help
        If input or output is not a terminal, sends each line of the input and prints each new message.
        """
    private static let names = ["--user", "--room", "--store", "--publish-key", "--subscribe-key", "--origin"]
    private var values = ["--room": "lobby"]

    init(_ arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        while let name = rest.popFirst() {
            guard Self.names.contains(name) else {
                throw Failure(description: "unknown option \(name.printable); --help lists the options")
            }
            guard let value = rest.popFirst(), value != "" else { throw Failure(description: "\(name) needs a value") }
            values[name] = value
        }
        guard self["user"] != nil else { throw Failure(description: "--user NAME is missing") }
        let hasPublishKey = self["publish-key"] != nil
        let hasSubscribeKey = self["subscribe-key"] != nil
        guard hasPublishKey == hasSubscribeKey, hasPublishKey || self["origin"] == nil else {
            throw Failure(description: "--publish-key and --subscribe-key need each other, and --origin needs both")
        }
    }

    /// The value of an option, named without its dashes.
    subscript(name: String) -> String? { values["--\(name)"] }
}
