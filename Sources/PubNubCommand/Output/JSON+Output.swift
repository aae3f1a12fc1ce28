import Foundation
import PubNub
import PubNubWire

extension JSON {
    /// Converts a value of the library to JSON; null if JSON cannot represent it.
    init(any object: Any?) {
        self = object.flatMap { try? JSONBridge.value($0) } ?? .null
    }

    /// The value in the form that the library expects.
    var native: Any { JSONBridge.any(self) }
}

extension JSON {
    /// The value for people: a string without quotes, other values as JSON.
    var forPeople: String { string ?? text }
}

extension JSON {
    /// A string, or null for `nil`.
    static func text(_ text: String?) -> JSON {
        text.map(JSON.string) ?? .null
    }

    /// The timetoken of a date as a string; null for `nil`, and for 0, which the service sends if it has no timetoken.
    static func timetoken(_ date: PNDate?) -> JSON {
        guard let text = date?.text, text != "0" else { return .null }
        return .string(text)
    }
}

extension PNDate {
    /// The timetoken in digits.
    var text: String { timeToken.stringValue }
}
