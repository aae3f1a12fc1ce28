import PubNub
import PubNubWire

extension JSONValue {
    /// A text, or null.
    static func text(_ text: String?) -> JSONValue {
        text.map(JSONValue.string) ?? .null
    }

    /// The timetoken of a date as a text, or null.
    static func timetoken(_ date: PNDate?) -> JSONValue {
        guard let date, date.timeToken.uint64Value > 0 else { return .null }
        return .string(date.timeToken.stringValue)
    }
}
