import ArgumentParser
import PubNubWire

/// How the argument of `publish` and `size` becomes a message, and how that travels.
struct MessageOptions: ParsableArguments {
    @Flag(help: "The message is a text, not JSON.")
    var text = false

    @Flag(name: .customLong("no-store"), help: "Keep the message out of the channel's history.")
    var isNotStored = false

    @Flag(help: "Send the message compressed, as a POST request.")
    var compressed = false

    /// The message that an argument or a line stands for; nil when it is none.
    func body(of argument: String) -> JSONValue? {
        text ? .string(argument) : try? JSONValue(parsing: argument)
    }
}
