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

    /// The fault of a pattern that no token may have from now on; nil without one.
    ///
    /// - Parameter permissions: The rights by pattern that a token is to have.
    /// - Returns: The first fault.
    static func fault(of permissions: AccessTokenContent.Permissions) -> TokenPatternFault? {
        let parts: [(name: String, kind: Kind, rights: [String: Int])] = [
            ("channels", .channels, permissions.plainChannels), ("spaces", .channels, permissions.spaces),
            ("groups", .groups, permissions.groups), ("uuids", .users, permissions.plainUsers),
            ("users", .users, permissions.olderUsers),
        ]
        var budget = NamePattern.budget
        for part in parts {
            for (text, bits) in part.rights.sorted(by: { $0.key < $1.key }) {
                let location = "permissions.patterns.\(part.name).\(text)"
                do throws(NamePatternFault) {
                    let found = try patterns([text: bits], part.kind, &budget)
                    // The service refuses them. Tokens that were issued before may have them.
                    if found.contains(where: \.pattern.isCapturing) {
                        return TokenPatternFault(reason: .capturing, location: location)
                    }
                } catch {
                    return TokenPatternFault(error, location: location)
                }
            }
        }
        return nil
    }

    /// The patterns of permissions, or the fault of one of them.
    private static func patterns(
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

/// The fault of a pattern that a token is to have, and its place in the body of the request.
struct TokenPatternFault: Equatable {
    /// The kinds of faults.
    enum Reason: Equatable {
        /// The text is not an expression.
        case syntax
        /// A repetition of a repetition.
        case repetition
        /// It has a group that captures.
        case capturing
        /// It is too large, or all of them together are.
        case tooLarge
    }

    let reason: Reason
    let location: String

    init(reason: Reason, location: String) {
        self.reason = reason
        self.location = location
    }

    init(_ fault: NamePatternFault, location: String) {
        let reason: Reason =
            switch fault {
            case .syntax: .syntax
            case .repetition: .repetition
            case .tooLarge: .tooLarge
            }
        self.init(reason: reason, location: fault == .tooLarge ? "permissions.patterns" : location)
    }
}
