import ArgumentParser
import PubNubWire

/// How the argument of `publish` and `size` becomes a message, and how the message is sent.
struct MessageOptions: ParsableArguments {
    @OptionGroup var content: ContentOptions

    @Flag(name: .customLong("no-store"), help: "Do not store the message in the history of the channel.")
    var isNotStored = false

    @Flag(help: "Send the message compressed, as a POST request.")
    var compressed = false
}
