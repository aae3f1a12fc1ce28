import ArgumentParser
import PubNubWire

struct JSONArgument: ExpressibleByArgument, Sendable {
    let value: JSON

    init?(argument: String) {
        guard let value = try? JSON(parsing: argument) else { return nil }
        self.value = value
    }
}

struct JSONObjectArgument: ExpressibleByArgument, Sendable {
    let members: [String: JSON]

    init?(argument: String) {
        guard let value = try? JSON(parsing: argument), let members = value.object else { return nil }
        self.members = members
    }
}
