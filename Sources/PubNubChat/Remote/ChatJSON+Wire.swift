import PubNub
import PubNubWire

extension ChatJSON {
    /// The same value as the client reads it.
    init(_ value: JSONValue) {
        switch value {
        case .null: self = .null
        case .bool(let flag): self = .bool(flag)
        case .integer(let number): self = .integer(number)
        case .unsigned(let number): self = Int64(exactly: number).map { .integer($0) } ?? .double(Double(number))
        case .double(let number): self = .double(number)
        case .string(let text): self = .string(text)
        case .array(let elements): self = .array(elements.map { ChatJSON($0) })
        case .object(let members): self = .object(members.mapValues { ChatJSON($0) })
        }
    }

    /// The same value as the client writes it.
    var wire: JSONValue {
        switch self {
        case .null: .null
        case .bool(let flag): .bool(flag)
        case .integer(let number): .integer(number)
        case .double(let number): .double(number)
        case .string(let text): .string(text)
        case .array(let elements): .array(elements.map(\.wire))
        case .object(let members): .object(members.mapValues(\.wire))
        }
    }
}

extension [String: ChatJSON] {
    /// What the client gives as a dictionary; nil for none.
    ///
    /// - Throws: `PNError` for what has no JSON form.
    init?(client members: [String: Any]?) throws(PNError) {
        guard let members, case .object(let values) = try JSONBridge.value(members) else { return nil }
        self = values.mapValues { ChatJSON($0) }
    }

    /// What the client takes as a dictionary.
    var native: [String: Any] { mapValues { JSONBridge.any($0.wire) } }
}
