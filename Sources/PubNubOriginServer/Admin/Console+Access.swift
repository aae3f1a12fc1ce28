import PubNubOrigin
import PubNubWire

extension Console {
    /// The most names and authorization keys of a grant.
    private static let maxNames = 200
    /// The rights by the names that the API has for them.
    static let rights: [(name: String, right: AccessRights)] = [
        ("read", .read), ("write", .write), ("manage", .manage), ("delete", .delete), ("get", .get),
        ("update", .update), ("join", .join),
    ]

    /// Gives or revokes rights as the holder of the secret key would. The response has no authorization key.
    func grant(_ serving: OriginMonitor.Serving, _ input: ConsoleInput) async throws(ConsoleError) -> JSON {
        let names = Self.rights.map(\.name)
        try input.check(["subscribeKey", "channels", "groups", "users", "keys", "ttl"] + names)
        let keyset = try servedKeyset(serving, input)
        let channels = try input.names("channels")
        let groups = try input.names("groups")
        let users = try input.names("users")
        let keys = try input.names("keys")
        guard channels.count + groups.count + users.count <= Self.maxNames, keys.count <= Self.maxNames else {
            throw ConsoleError(400, "A grant names at most \(Self.maxNames) objects and \(Self.maxNames) keys.")
        }
        var rights = AccessRights()
        for (name, right) in Self.rights where try input.flag(name) { rights.insert(right) }
        let most = ServiceLimits.maxAccessMinutes
        let minutes = try input.integer("ttl", 0...most) ?? ServiceLimits.defaultAccessMinutes
        let items = [
            ("auth", keys.joined(separator: ",")), ("channel", channels.joined(separator: ",")),
            ("channel-group", groups.joined(separator: ",")), ("target-uuid", users.joined(separator: ",")),
            ("ttl", "\(minutes)"),
        ]
        let flags = (AccessRights.named + AccessRights.namedLater).map {
            ($0.name, rights.contains($0.right) ? "1" : "0")
        }
        let query = (items.filter { !$0.1.isEmpty } + flags)
            .map { "\($0.0)=\(PercentEncoding.escape($0.1))" }.joined(separator: "&")
        let path = "/v2/auth/grant/sub-key/\(PercentEncoding.escape(keyset))"
        let response = await serving.core.change(OriginRequest(target: "\(path)?\(query)"))
        let answer = try? JSON(parsing: response.body)
        guard response.status == 200 else {
            throw ConsoleError(response.status, answer?["message"]?.string ?? "The grant was refused.")
        }
        return [
            "isEnforced": .bool(serving.core.withState { $0.keysets.hasAccessManager(keyset) }),
            "rights": Self.names(of: rights), "ttl": answer?["payload"]?["ttl"] ?? .integer(Int64(minutes)),
        ]
    }

    /// The grants of a keyset, by what they are on. Authorization keys are counted and not named.
    func access(_ serving: OriginMonitor.Serving, _ query: OriginQuery) throws(ConsoleError) -> JSON {
        let page = try ConsolePage(query)
        guard let keyset = query.text("subscribeKey") else { throw ConsoleError(400, "'subscribeKey' is missing.") }
        let date = serving.core.moment.date
        let (store, isEnforced, isServed) = serving.core.withState { state in
            (state.access, state.keysets.hasAccessManager(keyset), state.keysets[keyset] != nil)
        }
        guard isServed, configuration.partition.serves(keyset) else {
            throw ConsoleError(404, "The server does not serve this subscribe key.")
        }
        let scopes = Dictionary(
            store.scopes(keyset: keyset, at: date).map { (NameKey($0.sortedName), $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let (found, next) = page.names(of: scopes.keys.map(\.text))
        let entries = found.compactMap { name -> JSON? in
            guard let scope = scopes[NameKey(name)],
                let entry = store.entry(on: AccessTarget(keyset: keyset, scope: scope), at: date)
            else { return nil }
            return [
                "on": scope.json, "everyone": entry.everybody.map { Self.json($0, at: date) } ?? .null,
                "keys": .array(entry.keys.values.map { Self.json($0, at: date) }),
            ]
        }
        return [
            "grants": .array(entries), "isEnforced": .bool(isEnforced), "total": .integer(Int64(scopes.count)),
            "next": .optional(next),
        ]
    }

    /// Which rights a client has on something, and by which grants: why a call was allowed or refused.
    func accessCheck(_ serving: OriginMonitor.Serving, _ input: ConsoleInput) throws(ConsoleError) -> JSON {
        try input.check(["subscribeKey", "channel", "group", "user", "key", "client"])
        let keyset = try servedKeyset(serving, input)
        let channel = try input.string("channel")
        let group = try input.string("group")
        let user = try input.string("user")
        let key = try input.string("key")
        let client = try input.string("client")
        let scopes: [AccessTarget.Scope] = [
            channel.map { .channel($0) }, group.map { .group($0) }, user.map { .user($0) },
        ].compactMap(\.self)
        guard scopes.count <= 1 else { throw ConsoleError(400, "Name one of 'channel', 'group' and 'user'.") }
        let target = AccessTarget(keyset: keyset, scope: scopes.first ?? .application)
        let date = serving.core.moment.date
        let token = key.flatMap {
            VerifiedToken.isToken($0) ? KnownToken($0, of: keyset, serving.core, client: client) : nil
        }
        let (found, isEnforced) = serving.core.withState { state in
            let key = token == nil ? key : nil
            return (state.access.grants(covering: target, key: key, at: date), state.keysets.hasAccessManager(keyset))
        }
        let ofToken = token?.grants(on: target.scope) ?? []
        // A call with a token that has ended is refused, even if every client has the right.
        let others = token?.isRefused == true ? [] : found
        let rights = AccessRights(ofToken.map(\.rights) + others.map(\.grant.rights))
        var entries = ofToken.map { grant -> JSON in
            let given = AccessGrant(rights: grant.rights, expiry: token?.expiry)
            return Self.entry(grant.scope, isForKey: true, isPattern: grant.isPattern, given, at: date)
        }
        entries += others.map { Self.entry($0.scope, isForKey: $0.isForKey, $0.grant, at: date) }
        var members: [String: JSON] = [
            "isEnforced": .bool(isEnforced), "on": target.scope.json, "rights": Self.names(of: rights),
            "missing": Self.names(of: AccessRights(Self.rights.map(\.right)).subtracting(rights)),
            "grants": .array(entries), "token": .null,
        ]
        if let token { members["token"] = ["state": .string(token.state.rawValue), "user": .optional(token.user)] }
        return .object(members)
    }

    private static func entry(
        _ scope: AccessTarget.Scope,
        isForKey: Bool,
        isPattern: Bool = false,
        _ grant: AccessGrant,
        at date: UInt64
    ) -> JSON {
        [
            "on": scope.json, "isForKey": .bool(isForKey), "isPattern": .bool(isPattern),
            "grant": json(grant, at: date),
        ]
    }

    /// The subscribe key of an input, which the server has to serve.
    func servedKeyset(_ serving: OriginMonitor.Serving, _ input: ConsoleInput) throws(ConsoleError) -> String {
        let keyset = try input.required("subscribeKey")
        guard serving.core.withState({ $0.keysets[keyset] != nil }) else {
            throw ConsoleError(404, "The server does not serve this subscribe key.")
        }
        return keyset
    }

    private static func json(_ grant: AccessGrant, at date: UInt64) -> JSON {
        [
            "rights": names(of: grant.rights),
            "minutesLeft": grant.minutes(from: date).map { JSON($0) } ?? .null,
        ]
    }

    static func names(of rights: AccessRights) -> JSON {
        .array(Self.rights.filter { rights.contains($0.right) }.map { .string($0.name) })
    }
}

extension AccessTarget.Scope {
    /// The target of the rights, with its kind.
    fileprivate var json: JSON {
        switch self {
        case .application: ["kind": "application", "name": .null]
        case .channel(let name): ["kind": "channel", "name": .string(name)]
        case .group(let name): ["kind": "group", "name": .string(name)]
        case .user(let name): ["kind": "user", "name": .string(name)]
        }
    }

    /// A string by which lists of scopes are ordered. Each scope has another one.
    fileprivate var sortedName: String {
        switch self {
        case .application: "0"
        case .channel(let name): "1\(name)"
        case .group(let name): "2\(name)"
        case .user(let name): "3\(name)"
        }
    }
}
