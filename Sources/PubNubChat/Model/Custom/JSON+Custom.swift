import PubNub
import PubNubWire

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
