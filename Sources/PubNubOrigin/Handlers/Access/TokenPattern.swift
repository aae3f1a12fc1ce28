import PubNubWire

/// Rights of a token on all names that match a regular expression.
struct TokenPattern: Sendable {
    enum Kind: Sendable {
        case channels
        case groups
        case users
    }

    let kind: Kind
    /// The regular expression.
    let text: String
    let rights: AccessRights
    /// Whether it is for everything, `.*` or the same with `^` and `$`.
    let coversAll: Bool
    private let pattern: NamePattern

    static func all(_ permissions: AccessTokenContent.Permissions) -> [TokenPattern] {
        var budget = NamePattern.budget
        // The token was issued with patterns that fit in.
        let found =
            try? patterns(permissions.channels, .channels, &budget)
            + patterns(permissions.groups, .groups, &budget)
            + patterns(permissions.users, .users, &budget)
        return found ?? []
    }

    /// The fault of a pattern that no token may have from now on; nil without one.
    ///
    /// - Parameter permissions: The rights by pattern that a token is to have.
    /// - Returns: The first fault.
    static func fault(of permissions: AccessTokenContent.Permissions) -> TokenPatternFault? {
        var budget = NamePattern.budget
        return fault(of: permissions.plainChannels, as: "channels", &budget)
            ?? fault(of: permissions.spaces, as: "spaces", &budget)
            ?? fault(of: permissions.groups, as: "groups", &budget)
            ?? fault(of: permissions.plainUsers, as: "uuids", &budget)
            ?? fault(of: permissions.olderUsers, as: "users", &budget)
    }

    /// The fault of a pattern under one name of the request.
    private static func fault(
        of rights: [String: Int],
        as name: String,
        _ budget: inout Int
    ) -> TokenPatternFault? {
        for text in rights.keys.sorted() {
            do throws(NamePatternFault) {
                let pattern = try NamePattern(parsing: text, budget: &budget)
                // The service refuses such groups. Tokens that were issued before may have them.
                if pattern.isCapturing { throw .capturing }
            } catch {
                let patterns = "permissions.patterns"
                let location = error == .tooLarge ? patterns : "\(patterns).\(name).\(text)"
                return TokenPatternFault(reason: error, location: location)
            }
        }
        return nil
    }

    private static func patterns(
        _ rights: [String: Int],
        _ kind: Kind,
        _ budget: inout Int
    ) throws(NamePatternFault) -> [TokenPattern] {
        var found: [TokenPattern] = []
        for (text, bits) in rights.sorted(by: { $0.key < $1.key }) {
            found.append(
                TokenPattern(
                    kind: kind,
                    text: text,
                    rights: AccessRights(rawValue: bits),
                    coversAll: [".*", "^.*", ".*$", "^.*$"].contains(text),
                    pattern: try NamePattern(parsing: text, budget: &budget)
                )
            )
        }
        return found
    }

    /// The target of the rights, with the pattern in place of the name.
    var scope: AccessTarget.Scope {
        switch kind {
        case .channels: .channel(text)
        case .groups: .group(text)
        case .users: .user(text)
        }
    }

    func covers(_ scope: AccessTarget.Scope) -> Bool {
        switch scope {
        case .application: false
        case .channel(let name): kind == .channels && (coversAll || pattern.isFound(in: name))
        case .group(let name): kind == .groups && (coversAll || pattern.isFound(in: name))
        case .user(let name): kind == .users && (coversAll || pattern.isFound(in: name))
        }
    }
}

/// The fault of a pattern that a token is to have, and its location in the body of the request.
struct TokenPatternFault: Equatable {
    let reason: NamePatternFault
    let location: String
}
