import PubNub
import PubNubWire

extension JSON {
    /// Whether it contains no other values.
    var isScalar: Bool {
        switch self {
        case .null, .bool, .integer, .unsigned, .double, .decimal, .string: true
        case .array, .object: false
        }
    }
}

extension [String: JSON] {
    /// Converts a dictionary of the client; nil for nil.
    ///
    /// - Throws: `PNError` if a value has no JSON form.
    init?(client members: [String: Any]?) throws(PNError) {
        guard let members, case .object(let values) = try JSONBridge.value(members) else { return nil }
        self = values
    }

    /// The members as a dictionary for the client.
    var native: [String: Any] { mapValues { JSONBridge.any($0) } }
}
