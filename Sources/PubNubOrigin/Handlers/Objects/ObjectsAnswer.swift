import PubNubWire

/// Writes the answers of App Context, members in the order the service has them.
enum ObjectsAnswer {
    static let contentType = "application/json"

    /// What is there of a removed object.
    static let removed = response("null")

    static func object(_ record: MetadataRecord, _ kind: ObjectKind, _ include: ObjectsInclude) -> OriginResponse {
        response(text(of: record, kind, include.own))
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
            text += ",\"custom\":\(content.custom.map { JSONValue.object($0).text } ?? "null")"
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
