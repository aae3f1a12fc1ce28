import PubNubWire

/// What a client has said about a user, a channel or a membership.
struct ObjectContent: Sendable, Equatable {
    var name: String?
    var externalId: String?
    var profileUrl: String?
    var email: String?
    var description: String?
    var type: String?
    var status: String?
    /// Strings, numbers and booleans by name.
    var custom: [String: JSONValue]?

    subscript(field: MetadataField) -> String? {
        get {
            switch field {
            case .name: name
            case .externalId: externalId
            case .profileUrl: profileUrl
            case .email: email
            case .description: description
            case .type: type
            case .status: status
            }
        }
        set {
            switch field {
            case .name: name = newValue
            case .externalId: externalId = newValue
            case .profileUrl: profileUrl = newValue
            case .email: email = newValue
            case .description: description = newValue
            case .type: type = newValue
            case .status: status = newValue
            }
        }
    }

    /// The fields that are set, by name.
    var members: [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        for field in MetadataField.allCases { members[field.rawValue] = self[field].map { .string($0) } }
        members["custom"] = custom.map { .object($0) }
        return members
    }

    /// How large it is as JSON.
    var bytes: Int { JSONValue.object(members).serialized().count }

    /// The fields in which two contents differ, by name, with what this one has there.
    func members(otherThanIn old: ObjectContent) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        for field in MetadataField.allCases where self[field] != old[field] {
            members[field.rawValue] = self[field].map { .string($0) } ?? .null
        }
        if custom != old.custom { members["custom"] = custom.map { .object($0) } ?? .null }
        return members
    }
}
