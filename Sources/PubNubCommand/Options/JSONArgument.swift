import ArgumentParser
import PubNubWire

/// An argument in JSON.
struct JSONArgument: ExpressibleByArgument, Sendable {
    let value: JSON

    init?(argument: String) {
        guard let value = try? JSON(parsing: argument) else { return nil }
        self.value = value
    }
}

/// An argument that is a JSON object.
struct JSONObjectArgument: ExpressibleByArgument, Sendable {
    let members: [String: JSON]

    init?(argument: String) {
        guard let value = try? JSON(parsing: argument), let members = value.object else { return nil }
        self.members = members
    }
}
