import PubNubWire

extension Output {
    /// Prints the channels of a device that were listed, added or removed.
    func pushChannels(_ names: [String], forPeople lines: @autoclosure () -> [String]) {
        result(.object(["channels": .array(names.map(JSONValue.string))]), forPeople: lines())
    }
}
