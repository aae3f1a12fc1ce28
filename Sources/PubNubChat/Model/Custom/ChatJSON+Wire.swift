import Foundation
import PubNub
import PubNubWire

extension ChatJSON {
    /// The same value, from the client's type.
    init(_ value: JSONValue) {
        switch value {
        case .null: self = .null
        case .bool(let flag): self = .bool(flag)
        case .integer(let number): self = .integer(number)
        case .unsigned(let number): self = .decimal(Decimal(number))
        case .double(let number): self = .double(number)
        case .decimal(let number): self.init(number)
        case .string(let text): self = .string(text)
        case .array(let elements): self = .array(elements.map { ChatJSON($0) })
        case .object(let members): self = .object(members.mapValues { ChatJSON($0) })
        }
    }

    /// A number that `Double` cannot represent.
    private init(_ number: JSONNumber) {
        if let decimal = PNJSONNumber(number.text)?.decimalValue, !decimal.isNaN {
            self = .decimal(decimal)
        } else {
            self = number.doubleValue.isFinite ? .double(number.doubleValue) : .string(number.text)
        }
    }

    /// The same value as the client's type.
    var wire: JSONValue {
        switch self {
        case .null: .null
        case .bool(let flag): .bool(flag)
        case .integer(let number): .integer(number)
        case .double(let number): .double(number)
        case .decimal(let number): (try? JSONBridge.value(number)) ?? .null
        case .string(let text): .string(text)
        case .array(let elements): .array(elements.map(\.wire))
        case .object(let members): .object(members.mapValues(\.wire))
        }
    }
}

extension [String: ChatJSON] {
    /// Converts a dictionary of the client; nil for nil.
    ///
    /// - Throws: `PNError` if a value has no JSON form.
    init?(client members: [String: Any]?) throws(PNError) {
        guard let members, case .object(let values) = try JSONBridge.value(members) else { return nil }
        self = values.mapValues { ChatJSON($0) }
    }

    /// The members as a dictionary for the client.
    var native: [String: Any] { mapValues { JSONBridge.any($0.wire) } }
}
