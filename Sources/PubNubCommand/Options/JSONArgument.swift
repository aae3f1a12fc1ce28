import ArgumentParser
import PubNubWire

/// An argument in JSON.
struct JSONArgument: ExpressibleByArgument, Sendable {
    let value: JSONValue

    init?(argument: String) {
        guard let value = try? JSONValue(parsing: argument) else { return nil }
        self.value = value
    }
}

/// An argument that is a JSON object.
struct JSONObjectArgument: ExpressibleByArgument, Sendable {
    let members: [String: JSONValue]

    init?(argument: String) {
        guard let value = try? JSONValue(parsing: argument), let members = value.objectValue else { return nil }
        self.members = members
    }
}
