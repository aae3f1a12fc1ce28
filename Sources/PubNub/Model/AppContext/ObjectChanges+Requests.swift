import PubNubCore
import PubNubMachines
import PubNubWire

extension MetadataChange {
    /// Validates the change that a request of an application describes.
    ///
    /// - Parameter request: The request with the values to set and the fields to clear.
    /// - Throws: An error that names the invalid field.
    init(_ request: PNSetMetadataRequest) throws(Failure) {
        try self.init(
            strings: request.texts,
            custom: { () throws(Failure) in
                guard let custom = request.custom, !custom.isEmpty else { return nil }
                return try Validation.custom(custom)
            },
            clearing: Set(request.clearedFields.compactMap(\.field)),
            ifMatches: request.ifMatchesEtag
        )
    }
}

extension PNMetadataField {
    /// The field by its name at the service.
    fileprivate var field: ObjectField? { ObjectField(rawValue: rawValue) }
}

extension RelationChange {
    /// Validates the change that a request of an application describes. Of several entries with the same identifier, the last
    /// one applies; entries with an empty identifier are ignored.
    ///
    /// - Parameters:
    ///   - request: The request with the entries to set and the identifiers to remove.
    ///   - kind: The kind of the identifiers.
    /// - Throws: An error that names the invalid field.
    init(_ request: PNBaseObjectsMembershipRequest, of kind: Validation.Identified) throws(Failure) {
        var entries: [Entry] = []
        for fields in request.entriesToSet ?? [] { entries.append(try Self.entry(fields, of: kind)) }
        try self.init(setting: entries, removing: request.namesToRemove ?? [], of: kind)
    }

    private static func entry(
        _ fields: [String: Any],
        of kind: Validation.Identified
    ) throws(Failure) -> Entry {
        guard let identifier = fields[kind.rawValue] as? String else {
            throw Failure(input: "An entry has no string '\(kind.rawValue)'.")
        }
        var entry = Entry(identifier: identifier)
        guard !identifier.isEmpty else { return entry }
        _ = try Validation.identifier(identifier, of: kind)
        for (name, value) in fields where name != kind.rawValue {
            let field = "\(name) of \(identifier)"
            guard ["custom", "status", "type"].contains(name) else {
                throw Failure(input: "'\(field)' is not a field of a membership.")
            }
            entry.members[name] = try member(name, value, field)
        }
        try Validation.record(entry.members, "The entry of \(identifier)")
        return entry
    }

    /// Validates a field of an entry; `nil` for an empty value, which counts as missing.
    private static func member(_ name: String, _ value: Any, _ field: String) throws(Failure) -> JSON? {
        if (try? JSONBridge.json(value))?.isNull == true { return .null }
        if name == "custom" {
            guard let custom = value as? [String: Any] else {
                throw Failure(input: "'\(field)' is not a dictionary.", code: ErrorCode.invalidJSON)
            }
            return custom.isEmpty ? nil : try Validation.custom(custom, field)
        }
        guard let text = value as? String else {
            throw Failure(input: "'\(field)' is not a string.", code: ErrorCode.invalidJSON)
        }
        return text.isEmpty ? nil : try Validation.text(text, field, limit: ServiceLimits.maxObjectTag)
    }
}
