package import PubNubMachines
package import PubNubWire

/// A field of the metadata of a user or channel, by its name at the service.
package enum ObjectField: String, Hashable, CaseIterable, Sendable {
    case name, externalId, profileUrl, email
    case information = "description"
    case status, type, custom

    /// The maximum number of characters that the service accepts.
    var limit: Int {
        switch self {
        case .name, .externalId, .profileUrl, .information, .custom: ServiceLimits.maxObjectText
        case .email: ServiceLimits.maxEmailLength
        case .status, .type: ServiceLimits.maxObjectTag
        }
    }
}

/// A change of the metadata of a user or channel.
package struct MetadataChange: Sendable, Equatable {
    /// The fields by the names of the service: a value sets a field, null clears it, missing fields stay unchanged.
    var members: [String: JSON]
    /// The entity tag that the object must still have; `nil` for any.
    var eTag: String?
}

extension MetadataChange {
    /// Validates a change. Fields without a value stay unchanged, and so do those with an empty string, except the name.
    ///
    /// - Parameters:
    ///   - strings: The string of each field that the object can have; `nil` for no change.
    ///   - custom: Makes the custom values; `nil` for no change.
    ///   - cleared: The fields to clear.
    ///   - eTag: The entity tag that the object must still have; `nil` or empty for any.
    /// - Throws: An error that names the invalid field.
    package init(
        strings: [ObjectField: String?],
        custom: () throws(Failure) -> JSON?,
        clearing cleared: Set<ObjectField>,
        ifMatches eTag: String?
    ) throws(Failure) {
        var members: [String: JSON] = [:]
        for (field, text) in strings {
            guard let text, !text.isEmpty || field == .name else { continue }
            members[field.rawValue] = try Validation.text(text, "\(field)", limit: field.limit)
        }
        if let custom = try custom() { members["custom"] = custom }
        for field in cleared {
            guard field == .custom || strings[field] != nil else {
                throw Failure(input: "'clearedFields' has '\(field)', which the object does not have.")
            }
            guard members[field.rawValue] == nil else { throw Failure(input: "'\(field)' is both set and cleared.") }
            members[field.rawValue] = .null
        }
        try Validation.record(members, "The record")
        self.init(members: members, eTag: try Validation.eTag(eTag))
    }
}

/// A change of the memberships of a user, or of the members of a channel.
package struct RelationChange: Sendable, Equatable {
    /// The other side of a relation, and the relation's own fields.
    package struct Entry: Sendable, Equatable {
        package let identifier: String
        /// The fields by the names of the service; null clears a field.
        package var members: [String: JSON] = [:]

        package init(identifier: String, members: [String: JSON] = [:]) {
            self.identifier = identifier
            self.members = members
        }
    }

    var set: [Entry] = []
    var removed: [String] = []
}

extension RelationChange {
    /// Makes a change. Of several entries with the same identifier, the last one applies; entries with an empty identifier are
    /// ignored.
    ///
    /// - Parameters:
    ///   - entries: The valid entries to set.
    ///   - names: The identifiers to remove.
    ///   - kind: The kind of the identifiers.
    /// - Throws: An error about an identifier to remove.
    package init(setting entries: [Entry], removing names: [String], of kind: Validation.Identified) throws(Failure) {
        var indexes: [NameKey: Int] = [:]
        for entry in entries where !entry.identifier.isEmpty {
            if let index = indexes[NameKey(entry.identifier)] {
                set[index] = entry
            } else {
                indexes[NameKey(entry.identifier)] = set.count
                set.append(entry)
            }
        }
        var seen: Set<NameKey> = []
        for name in names where !name.isEmpty && seen.insert(NameKey(name)).inserted {
            removed.append(try Validation.identifier(name, of: kind))
        }
    }
}
