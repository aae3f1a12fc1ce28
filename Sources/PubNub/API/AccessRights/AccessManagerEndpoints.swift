import PubNubCore
import PubNubWire

/// Granting, revoking and auditing access rights.
enum AccessManagerEndpoints {
    /// The subjects of one request. Channels and groups need separate requests: replies of older servers do not
    /// distinguish them.
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

    /// Grants rights, which replace those of the same subjects. No rights revoke them.
    ///
    /// - Parameters:
    ///   - rights: the rights; anything but reading, writing and managing is ignored.
    ///   - subjects: the subjects of the rights.
    ///   - keys: the authorization keys; empty for all clients.
    ///   - minutes: the duration, 0 is unlimited.
    ///   - timestamp: the time of the request, in seconds since 1970.
    /// - Returns: a call whose result is the rights that the service stored.
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

    /// Requests the rights on `subjects`, of the given authorization keys or of all.
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

    /// Joins names, then escapes them including the commas: client and server must sign the same bytes.
    private static func list(_ name: String, _ values: [String]) -> QueryItem {
        .text(name, values.joined(separator: ","))
    }
}
