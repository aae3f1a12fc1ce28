import PubNubWire

extension JSONValue {
    /// As it is shown to people: a text without its quotes, anything else as JSON.
    var forPeople: String { stringValue ?? text }
}
