import PubNubWire

/// A change of the metadata of a user or channel.
struct MetadataChange: Sendable, Equatable {
    /// The fields by the names of the service: a value sets a field, null clears it, missing fields stay unchanged.
    var members: [String: JSONValue]
    /// The entity tag that the object must still have; `nil` for any.
    var eTag: String?
}

/// A change of the memberships of a user, or of the members of a channel.
struct RelationChange: Sendable, Equatable {
    /// The other side of a relation, and the relation's own fields.
    struct Entry: Sendable, Equatable {
        let identifier: String
        /// The fields by the names of the service; null clears a field.
        var members: [String: JSONValue] = [:]
    }

    var set: [Entry] = []
    var removed: [String] = []
}

extension MetadataChange {
    /// Validates a change that an application requests. Fields without a value stay unchanged, and so do those with an empty
    /// string, except the name.
    ///
    /// - Parameter request: The request with the values to set and the fields to clear.
    /// - Throws: An error that names the invalid field.
    init(_ request: PNSetMetadataRequest) throws(PNError) {
        let texts = request.texts
        var members: [String: JSONValue] = [:]
        for (field, text) in texts {
            guard let text, !text.isEmpty || field == .name else { continue }
            members[field.rawValue] = try Validation.text(text, "\(field)", limit: field.limit)
        }
        if let custom = request.custom, !custom.isEmpty { members["custom"] = try Validation.custom(custom) }
        for field in request.clearedFields {
            guard field == .custom || texts[field] != nil else {
                throw PNError(input: "'clearedFields' has '\(field)', which the object does not have.")
            }
            guard members[field.rawValue] == nil else { throw PNError(input: "'\(field)' is both set and cleared.") }
            members[field.rawValue] = .null
        }
        try Validation.record(members, "The record")
        self.init(members: members, eTag: try Validation.eTag(request.ifMatchesEtag))
    }
}

extension PNMetadataField {
    /// The maximum number of characters that the service accepts.
    fileprivate var limit: Int {
        switch self {
        case .name, .externalId, .profileUrl, .information, .custom: ServiceLimits.maxObjectText
        case .email: ServiceLimits.maxEmailLength
        case .status, .type: ServiceLimits.maxObjectTag
        }
    }
}

extension RelationChange {
    /// Validates a change that an application requests. Of several entries with the same identifier, the last one applies;
    /// entries with an empty identifier are ignored.
    ///
    /// - Parameters:
    ///   - request: The request with the entries to set and the identifiers to remove.
    ///   - kind: The kind of the identifiers.
    /// - Throws: An error that names the invalid field.
    init(_ request: PNBaseObjectsMembershipRequest, of kind: Validation.Identified) throws(PNError) {
        var places: [String: Int] = [:]
        for fields in request.entriesToSet ?? [] {
            let entry = try Self.entry(fields, of: kind)
            guard !entry.identifier.isEmpty else { continue }
            if let place = places[entry.identifier] {
                set[place] = entry
            } else {
                places[entry.identifier] = set.count
                set.append(entry)
            }
        }
        var seen: Set<String> = []
        for name in request.namesToRemove ?? [] where !name.isEmpty && seen.insert(name).inserted {
            removed.append(try Validation.identifier(name, of: kind))
        }
    }

    private static func entry(
        _ fields: [String: Any],
        of kind: Validation.Identified
    ) throws(PNError) -> Entry {
        guard let identifier = fields[kind.rawValue] as? String else {
            throw PNError(input: "An entry has no string '\(kind.rawValue)'.")
        }
        var entry = Entry(identifier: identifier)
        guard !identifier.isEmpty else { return entry }
        _ = try Validation.identifier(identifier, of: kind)
        for (name, value) in fields where name != kind.rawValue {
            let field = "\(name) of \(identifier)"
            guard ["custom", "status", "type"].contains(name) else {
                throw PNError(input: "'\(field)' is not a field of a membership.")
            }
            entry.members[name] = try member(name, value, field)
        }
        try Validation.record(entry.members, "The entry of \(identifier)")
        return entry
    }

    /// Validates a field of an entry; `nil` for an empty value, which counts as missing.
    private static func member(_ name: String, _ value: Any, _ field: String) throws(PNError) -> JSONValue? {
        if (try? JSONBridge.value(value))?.isNull == true { return .null }
        if name == "custom" {
            guard let custom = value as? [String: Any] else {
                throw PNError(input: "'\(field)' is not a dictionary.", code: kPNInvalidJSONError)
            }
            return custom.isEmpty ? nil : try Validation.custom(custom, field)
        }
        guard let text = value as? String else {
            throw PNError(input: "'\(field)' is not a string.", code: kPNInvalidJSONError)
        }
        return text.isEmpty ? nil : try Validation.text(text, field, limit: ServiceLimits.maxObjectTag)
    }
}
