import PubNubWire

/// Giving, revoking and asking for access rights.
enum AccessManagerEndpoints {
    /// What one request is about. Channels and groups never share one: the reply of older servers could not tell them
    /// apart.
    enum Subjects: Sendable, Hashable {
        case application
        case channels([String])
        /// Groups and namespaces by their names on the wire.
        case groups([String])

        var names: [String] {
            switch self {
            case .application: []
            case .channels(let names), .groups(let names): names
            }
        }
    }

    /// Gives rights, replacing those that the same subjects had; giving none revokes them.
    ///
    /// - Parameters:
    ///   - rights: what is allowed; anything but reading, writing and managing counts for nothing.
    ///   - subjects: on what.
    ///   - keys: for which authorization keys; none for everybody.
    ///   - minutes: for how long, 0 for ever.
    ///   - timestamp: the time of the request, in seconds since 1970.
    /// - Returns: a call whose result is what the service took down.
    static func grant(
        _ rights: PNAccessRights,
        on subjects: Subjects,
        to keys: [String] = [],
        minutes: UInt,
        timestamp: Int64
    ) -> Call<AccessRightsReply> {
        let query =
            items(subjects, keys) + [
                .flag("m", rights.contains(.managementRight)), .library, .flag("r", rights.contains(.readAccessRight)),
                .number("timestamp", timestamp), .number("ttl", minutes), .signature(operation: "grant"),
                .flag("w", rights.contains(.writeAccessRight)), .identifier,
            ]
        return call(.grant, query, asked: subjects.names + keys)
    }

    /// Asks for the rights on `subjects`, of given authorization keys only or of all.
    static func audit(_ subjects: Subjects, of keys: [String] = [], timestamp: Int64) -> Call<AccessRightsReply> {
        let query =
            items(subjects, keys) + [
                .library, .number("timestamp", timestamp), .signature(operation: "audit"), .identifier,
            ]
        return call(.audit, query, asked: subjects.names + keys)
    }

    private static func call(_ route: Route, _ query: [QueryItem], asked: [String]) -> Call<AccessRightsReply> {
        let asked = Set(asked)
        return Call(route: route, query: query) { response in
            ResponseReader.decode(response) { AccessRightsReader.reply($0, asked: asked) }
        }
    }

    private static func items(_ subjects: Subjects, _ keys: [String]) -> [QueryItem] {
        var items: [QueryItem] = []
        if !keys.isEmpty { items.append(list("auth", keys)) }
        switch subjects {
        case .application: break
        case .channels(let names): items.append(list("channel", names))
        case .groups(let names): items.append(list("channel-group", names))
        }
        return items
    }

    /// Names joined first and escaped then, commas too: here signer and server must agree on every byte.
    private static func list(_ name: String, _ values: [String]) -> QueryItem {
        .text(name, values.joined(separator: ","))
    }
}
