import ArgumentParser
import PubNubWire

/// How the argument MESSAGE becomes the content of a message or signal.
struct ContentOptions: ParsableArguments {
    @Flag(help: "Send MESSAGE as a string, even if it is JSON.")
    var text = false

    @Flag(name: .customLong("json-strict"), help: "Fail if MESSAGE is not JSON, instead of sending it as a string.")
    var requiresJSON = false

    func validate() throws {
        if text, requiresJSON { throw ValidationError("--text and --json-strict exclude each other.") }
    }

    /// The content for an argument or a line: JSON if it parses, otherwise a string.
    ///
    /// - Returns: The content, or `nil` if it has to be JSON and is not.
    func content(of argument: String) -> JSONValue? {
        if text { return .string(argument) }
        if let value = try? JSONValue(parsing: argument) { return value }
        return requiresJSON ? nil : .string(argument)
    }
}
