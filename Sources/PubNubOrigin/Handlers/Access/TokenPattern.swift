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
        // The token was issued with patterns that fit in.
        (try? patterns(permissions)) ?? []
    }

    /// The patterns of permissions, or the fault of one of them.
    static func patterns(
        _ permissions: AccessTokenContent.Permissions
    ) throws(NamePatternFault) -> [TokenPattern] {
        var budget = NamePattern.budget
        return try patterns(permissions.channels, .channels, &budget)
            + patterns(permissions.groups, .groups, &budget)
            + patterns(permissions.users, .users, &budget)
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
