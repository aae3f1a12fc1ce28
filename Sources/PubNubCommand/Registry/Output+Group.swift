import PubNubWire

extension Output {
    /// Prints a group with the channels that were listed, added or removed.
    func group(
        _ name: String,
        in namespace: String?,
        channels: [String],
        forPeople lines: @autoclosure () -> [String]
    ) {
        result(
            .object([
                "namespace": .text(namespace),
                "group": .string(name),
                "channels": .array(channels.map(JSONValue.string)),
            ]),
            forPeople: lines()
        )
    }
}
