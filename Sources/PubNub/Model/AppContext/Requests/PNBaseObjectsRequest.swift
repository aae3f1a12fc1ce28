import PubNubWire

/// What requests of App Context have in common.
///
/// A request is read when the call is made; changing it afterwards changes later calls only. It belongs to whoever made it,
/// and is not to be used from several threads at a time.
public class PNBaseObjectsRequest {
    /// Further items of the query, by name: texts, numbers and booleans. They take the place of what the request itself would
    /// write under the same name, but never that of `auth`, `pnsdk` and `uuid`. nil, the default, adds nothing.
    public var arbitraryQueryParameters: [String: Any]?

    /// The fields that the answer is to contain; empty for requests whose answers have none.
    var fieldBits: UInt

    init(fieldBits: UInt = 0) {
        self.fieldBits = fieldBits
    }

    /// What the request asks for besides its object.
    func query() throws(PNError) -> ObjectsQuery {
        var query = ObjectsQuery(fields: IncludeFields(bits: fieldBits))
        for (name, value) in arbitraryQueryParameters ?? [:] {
            query.others[name] = try Self.text(value, name)
        }
        return query
    }

    private static func text(_ value: Any, _ name: String) throws(PNError) -> String {
        switch try? JSONBridge.value(value) {
        case .string(let text): return text
        case .integer, .unsigned, .double, .decimal, .bool: return (try JSONBridge.value(value)).text
        case .null, .array, .object, nil:
            let field = "arbitraryQueryParameters.\(name)"
            throw PNError(input: "'\(field)' is neither text nor number nor boolean.", code: kPNInvalidJSONError)
        }
    }
}
