import PubNub
import PubNubWire

extension JSONValue {
    /// A text, or null.
    static func text(_ text: String?) -> JSONValue {
        text.map(JSONValue.string) ?? .null
    }

    /// The timetoken of a date as a text; null for none and for 0, by which the service says none.
    static func timetoken(_ date: PNDate?) -> JSONValue {
        guard let text = date?.text, text != "0" else { return .null }
        return .string(text)
    }
}
