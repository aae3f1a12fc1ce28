import PubNubWire

extension MetadataChange {
    /// Reads what an application wants to change.
    ///
    /// - Parameters:
    ///   - texts: The texts of all fields that the object can have; nil and empty ones stay as they are, apart from the
    ///     name, which may be set to nothing as far as this client is concerned.
    ///   - custom: The custom values; nil and empty stay as they are.
    ///   - cleared: The fields that are to be cleared.
    ///   - eTag: The state that the change is for; nil and empty for any.
    /// - Throws: The error that names the field that is wrong.
    init(
        _ texts: [PNMetadataField: String?],
        custom: [String: Any]?,
        cleared: Set<PNMetadataField>,
        eTag: String?
    ) throws(PNError) {
        var members: [String: JSONValue] = [:]
        for (field, text) in texts {
            guard let text, !text.isEmpty || field == .name else { continue }
            members[field.rawValue] = try Validation.text(text, "\(field)", limit: field.limit)
        }
        if let custom, !custom.isEmpty { members["custom"] = try Validation.custom(custom) }
        for field in cleared {
            guard field == .custom || texts[field] != nil else {
                throw PNError(input: "'clearedFields' has '\(field)', which the object does not have.")
            }
            guard members[field.rawValue] == nil else { throw PNError(input: "'\(field)' is set and cleared at once.") }
            members[field.rawValue] = .null
        }
        try Validation.record(members, "The record")
        self.init(members: members, eTag: try Validation.eTag(eTag))
    }
}

extension PNMetadataField {
    /// Most characters that the service takes.
    fileprivate var limit: Int {
        switch self {
        case .name, .externalId, .profileUrl, .information, .custom: ServiceLimits.maxObjectText
        case .email: ServiceLimits.maxEmailLength
        case .status, .type: ServiceLimits.maxObjectTag
        }
    }
}
