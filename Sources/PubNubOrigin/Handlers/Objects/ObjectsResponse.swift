import PubNubWire

/// Writes the responses of App Context, members in the order the service has them.
enum ObjectsResponse {
    static let contentType = "application/json"

    /// The response to the removal of an object.
    static let removed = response("null")

    static func object(_ record: MetadataRecord, _ kind: ObjectKind, _ include: ObjectsInclude) -> OriginResponse {
        var response = response(text(of: record, kind, include.own))
        response.headers = [HeaderField(name: "ETag", value: "\"\(record.eTag)\"")]
        return response
    }

    /// A page with what leads to the next one, and to the one before when the call named a place.
    static func page(_ entries: [String], _ list: ObjectsList, total: Int?) -> OriginResponse {
        var tail = total.map { ",\"totalCount\":\($0)" } ?? ""
        if !entries.isEmpty { tail += ",\"next\":\"\(ObjectsCursor.text(of: list.query.offset + entries.count))\"" }
        if let previous = list.previous { tail += ",\"prev\":\"\(ObjectsCursor.text(of: previous))\"" }
        return response("[\(entries.joined(separator: ","))]", tail)
    }

    /// A user or a channel with its plain fields and those that are asked for.
    static func text(of record: MetadataRecord, _ kind: ObjectKind, _ fields: Set<ObjectsInclude.Field>) -> String {
        var text = "{\"id\":\(EnvelopeWriter.quoted(record.id))"
        for field in kind.plainFields { text += member(field, of: record.content) }
        text += members(of: record.content, fields)
        return text + stamp(updated: record.updated, eTag: record.eTag) + "}"
    }

    /// A relation as an entry of the list of one of its ends.
    static func text(of entry: RelationEntry, _ kind: ObjectKind, _ include: ObjectsInclude) -> String {
        var related = "{\"id\":\(EnvelopeWriter.quoted(entry.id))}"
        if let record = entry.related, let fields = include.related { related = text(of: record, kind, fields) }
        return "{\"\(kind.wireName)\":\(related)" + members(of: entry.record.content, include.own)
            + stamp(updated: entry.record.updated, eTag: entry.record.eTag) + "}"
    }

    private static func members(of content: ObjectContent, _ fields: Set<ObjectsInclude.Field>) -> String {
        var text = ""
        if fields.contains(.type) { text += member(.type, of: content) }
        if fields.contains(.status) { text += member(.status, of: content) }
        if fields.contains(.custom) {
            text += ",\"custom\":\(content.custom.map { JSON.object($0).text } ?? "null")"
        }
        return text
    }

    private static func member(_ field: MetadataField, of content: ObjectContent) -> String {
        ",\"\(field.rawValue)\":\(content[field].map(EnvelopeWriter.quoted) ?? "null")"
    }

    private static func stamp(updated: UInt64, eTag: String) -> String {
        ",\"updated\":\"\(Instant(timetoken: updated).text)\",\"eTag\":\"\(eTag)\""
    }

    private static func response(_ data: String, _ tail: String = "") -> OriginResponse {
        var response = OriginResponse(text: "{\"status\":200,\"data\":\(data)\(tail)}")
        response.contentType = contentType
        return response
    }
}

/// Why a call of App Context is not served, as its response says it.
struct ObjectsRefusal: Error, Equatable {
    /// One thing that is wrong with a request, and where.
    struct Detail: Sendable, Equatable {
        enum ErrorLocation: String, Sendable {
            case body, query, path
        }

        let message: String
        let location: String
        var locationType = ErrorLocation.body
    }

    let status: Int
    let message: String
    var details: [Detail] = []

    static let notFound = ObjectsRefusal(status: 404, message: "Requested object was not found.")
    static let notJSON = ObjectsRefusal(status: 415, message: "Request payload must be in JSON format.")
    static let notEnabled = ObjectsRefusal(
        status: 403,
        message: "App Context is not enabled for this subscribe key."
    )
    static let forbidden = ObjectsRefusal(
        status: 403,
        message: "Supplied authorization key does not have the permissions required to perform this operation."
    )
    static let full = ObjectsRefusal(status: 429, message: "The keyset has reached its limit of objects.")
    static let storageFailed = ObjectsRefusal(
        status: 500,
        message: "An unexpected error ocurred while processing the request."
    )

    /// A user would have more memberships than the limit.
    static func tooManyMemberships(most: Int) -> ObjectsRefusal {
        ObjectsRefusal(status: 429, message: "A user must not have more than \(most) memberships.")
    }

    /// A user or channel cannot be removed with so many memberships.
    static func hasMemberships(_ kind: ObjectKind, most: Int) -> ObjectsRefusal {
        let message = "\(kind.title) with more than \(most) memberships cannot be removed. Remove memberships first."
        return ObjectsRefusal(status: 429, message: message)
    }

    /// Something is wrong with these parts of a request.
    static func invalid(_ details: [Detail]) -> ObjectsRefusal {
        ObjectsRefusal(status: 400, message: "Request payload contained invalid input.", details: details)
    }

    /// Something is wrong with an item of the query.
    static func invalid(query item: String, _ message: String) -> ObjectsRefusal {
        invalid([Detail(message: message, location: item, locationType: .query)])
    }

    /// A filter compares a value with one of another kind.
    static func mismatch(_ relation: ObjectRelation) -> ObjectsRefusal {
        guard case .custom(let name) = relation.path.field else {
            return invalid(query: "filter", "Values of another kind are compared.")
        }
        return invalid(query: "filter", "custom.\(name) holds values of another kind than it is compared with.")
    }

    static func modified(_ kind: ObjectKind) -> ObjectsRefusal {
        ObjectsRefusal(status: 412, message: "\(kind.title) to update has been modified after it was read.")
    }

    var response: OriginResponse {
        let quoted = EnvelopeWriter.quoted(message)
        var text = "{\"status\":\(status),\"error\":{\"message\":\(quoted),\"source\":\"objects\""
        if !details.isEmpty {
            let items = details.map { detail in
                "{\"message\":\(EnvelopeWriter.quoted(detail.message)),"
                    + "\"location\":\(EnvelopeWriter.quoted(detail.location)),"
                    + "\"locationType\":\"\(detail.locationType.rawValue)\"}"
            }
            text += ",\"details\":[\(items.joined(separator: ","))]"
        }
        var response = OriginResponse(status: status, text: text + "}}")
        response.contentType = ObjectsResponse.contentType
        return response
    }
}
