import Foundation
import PubNub
import PubNubWire

extension JSONValue {
    /// Converts a value of the library to JSON; null if JSON cannot represent it.
    init(any object: Any?) {
        self = object.flatMap { try? JSONBridge.value($0) } ?? .null
    }

    /// The value in the form that the library expects.
    var object: Any { JSONBridge.any(self) }
}

extension JSONValue {
    /// The value for people: a string without quotes, other values as JSON.
    var forPeople: String { stringValue ?? text }
}

extension JSONValue {
    /// A string, or null for `nil`.
    static func text(_ text: String?) -> JSONValue {
        text.map(JSONValue.string) ?? .null
    }

    /// The timetoken of a date as a string; null for `nil`, and for 0, which the service sends if it has no timetoken.
    static func timetoken(_ date: PNDate?) -> JSONValue {
        guard let text = date?.text, text != "0" else { return .null }
        return .string(text)
    }
}

extension PNDate {
    /// The timetoken in digits.
    var text: String { timeToken.stringValue }
}
