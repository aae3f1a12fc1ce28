/// The terms of an access token, as the body of the request for it has them.
package struct AccessTokenTerms: Sendable, Hashable {
    /// For how many minutes the service issues a token: 30 days at most.
    package static let minutesRange: ClosedRange<Int64> = 1...43_200
    /// How deep the objects and lists in the further fields may be nested, those of the fields themselves among them.
    package static let metaDepth = 8
    /// The bits of all rights.
    package static let allRights = 255

    /// For how many minutes the token is valid.
    package var minutes: Int64
    /// The only client that may use it; `nil` for any.
    package var user: String?
    /// The rights by name.
    package var resources: AccessTokenContent.Permissions
    /// The rights on all names that match a regular expression.
    package var patterns: AccessTokenContent.Permissions
    /// Further fields: any JSON, as deep as ``metaDepth``.
    package var meta: [String: JSON]

    package init(
        minutes: Int64,
        user: String? = nil,
        resources: AccessTokenContent.Permissions,
        patterns: AccessTokenContent.Permissions = AccessTokenContent.Permissions(),
        meta: [String: JSON] = [:]
    ) {
        self.minutes = minutes
        self.user = user
        self.resources = resources
        self.patterns = patterns
        self.meta = meta
    }

    /// The body of the request.
    package var json: JSON {
        var permissions: [String: JSON] = [
            "resources": Self.json(resources), "patterns": Self.json(patterns), "meta": .object(meta),
        ]
        if let user { permissions["uuid"] = .string(user) }
        return .object(["ttl": .integer(minutes), "permissions": .object(permissions)])
    }

    private static func json(_ permissions: AccessTokenContent.Permissions) -> JSON {
        func rights(_ rights: [String: Int]) -> JSON { .object(rights.mapValues { .integer(Int64($0)) }) }
        var members = [
            "channels": rights(permissions.plainChannels), "groups": rights(permissions.groups),
            "uuids": rights(permissions.plainUsers),
        ]
        if !permissions.spaces.isEmpty { members["spaces"] = rights(permissions.spaces) }
        if !permissions.olderUsers.isEmpty { members["users"] = rights(permissions.olderUsers) }
        return .object(members)
    }
}

extension AccessTokenTerms {
    /// Reads the body of a request.
    ///
    /// Older clients call channels `spaces` and users `users`, or send both names; the token keeps the names.
    ///
    /// - Parameter body: JSON in UTF-8.
    /// - Throws: ``AccessTokenFault``, which names the part that is wrong.
    package init(reading body: [UInt8]) throws(AccessTokenFault) {
        guard let json = try? JSON(parsing: body), json.object != nil else { throw .body }
        guard let minutes = json["ttl"]?.int64Value, Self.minutesRange.contains(minutes) else { throw .minutes }
        guard let permissions = json["permissions"], permissions.object != nil else {
            throw .permissions("permissions")
        }
        self.init(
            minutes: minutes,
            resources: try Self.permissions(permissions["resources"], "permissions.resources"),
            patterns: try Self.permissions(permissions["patterns"], "permissions.patterns")
        )
        guard !resources.isEmpty || !patterns.isEmpty else { throw .permissions("permissions") }
        switch permissions["uuid"] {
        case nil, .null?: break
        case .string(let user)? where !user.isEmpty: self.user = user
        case _?: throw .user
        }
        switch permissions["meta"] {
        case nil, .null?: break
        case .object(let meta)? where JSON.object(meta).depth <= Self.metaDepth: self.meta = meta
        case _?: throw .meta
        }
    }

    private static func permissions(
        _ json: JSON?,
        _ location: String
    ) throws(AccessTokenFault) -> AccessTokenContent.Permissions {
        AccessTokenContent.Permissions(
            channels: try rights(json, "channels", location),
            groups: try rights(json, "groups", location),
            users: try rights(json, "uuids", location),
            spaces: try rights(json, "spaces", location),
            olderUsers: try rights(json, "users", location)
        )
    }

    private static func rights(
        _ json: JSON?,
        _ name: String,
        _ location: String
    ) throws(AccessTokenFault) -> [String: Int] {
        let path = "\(location).\(name)"
        let members: [String: JSON]
        switch json?[name] {
        case nil, .null?: return [:]
        case .object(let object)?: members = object
        case _?: throw .permissions(path)
        }
        var found: [String: Int] = [:]
        // In their order, so that equal bodies have equal faults.
        for (target, value) in members.sorted(by: { $0.key < $1.key }) {
            guard !target.isEmpty else { throw .permissions(path) }
            let targetPath = "\(path).\(target)"
            guard let bits = value.int64Value, bits <= Int64(allRights) else { throw .permissions(targetPath) }
            guard bits > 0 else { throw .noRights(targetPath) }
            found[target] = Int(bits)
        }
        return found
    }
}

/// A fault in the body of a request for an access token.
package enum AccessTokenFault: Error, Sendable, Hashable {
    /// It is not a JSON object.
    case body
    /// The time is missing or out of range.
    case minutes
    /// Rights are missing, or are not sums of known bits; with the place in the body.
    case permissions(String)
    /// Rights are 0 or negative; with the location in the body.
    case noRights(String)
    /// The user is not a string, or is empty.
    case user
    /// The further fields are not an object, or one that is nested too deeply.
    case meta
}

extension JSON {
    /// How deep objects and lists are nested: 0 for any other value. The parser bounds it.
    fileprivate var depth: Int {
        switch self {
        case .null, .bool, .integer, .unsigned, .double, .decimal, .string: 0
        case .array(let elements): 1 + (elements.lazy.map(\.depth).max() ?? 0)
        case .object(let members): 1 + (members.values.lazy.map(\.depth).max() ?? 0)
        }
    }
}
