import PubNubWire

/// Writes the responses of the access manager.
struct AccessResponse {
    let call: AccessCall

    static let invalidTimestamp = error(400, "Invalid Timestamp")
    static let wrongSignature = error(403, "Signature Does Not Match")
    static let invalidDuration = error(400, "Invalid ttl")
    static let tooManyGrants = error(400, "Too Many Grants")
    static let grantQuota = error(429, "Too Many Grants")
    static let mixedGrant = error(400, "target-uuid is not allowed together with channel or channel-group")
    static let nameTooLong = error(400, "Name Too Long")
    static let expiredToken = error(403, "Token is expired")
    static let revokedToken = error(403, "Token is revoked")
    /// The refusal of a token that this keyset did not issue, or that is damaged.
    static let invalidToken = error(403, "Token is not valid")
    static let tooManyRevocations = error(429, "Too Many Revoked Tokens")

    /// The refusal of a call that lacks a right on these channels and groups; of neither, when it is about everything.
    static func forbidden(_ scopes: [AccessTarget.Scope]) -> OriginResponse {
        let channels = scopes.compactMap { if case .channel(let name) = $0 { name } else { nil } }
        // The service writes a group outside of any namespace with an empty one.
        let groups = scopes.compactMap { scope -> String? in
            guard case .group(let name) = scope else { return nil }
            return name.contains(":") ? name : ":\(name)"
        }
        let lists = [("channels", channels), ("channel-groups", groups)].filter { !$0.1.isEmpty }.map { member, names in
            "\"\(member)\":[\(names.map(EnvelopeWriter.quoted).joined(separator: ","))]"
        }
        return error(403, "Forbidden", payload: lists.isEmpty ? nil : "{\(lists.joined(separator: ","))}")
    }

    /// A response to the calls that change or list rights where nothing is checked.
    static let disabledMessage =
        "WARNING: Access manager is not enabled for this sub key. Please contact help@pubnub.com"

    /// The payload of the response to a change.
    func granted(_ rights: AccessRights, minutes: Int) -> JSON {
        let value = JSON.object(members(rights))
        let keys = JSON.object(["auths": all(call.keys, value)])
        var payload: [String: JSON] = ["ttl": .integer(Int64(minutes))]
        func add(_ names: [String], one: String, many: String) {
            if call.keys.isEmpty {
                if !names.isEmpty { payload[many] = all(names, value) }
            } else if names.count == 1 {
                payload[one] = .string(names[0])
                payload["auths"] = all(call.keys, value)
            } else if !names.isEmpty {
                payload[many] = all(names, keys)
            }
        }
        add(call.channels, one: "channel", many: "channels")
        add(call.groups, one: "channel-groups", many: "channel-groups")
        if !call.users.isEmpty { payload["uuids"] = all(call.users, call.keys.isEmpty ? value : keys) }
        if call.isAboutApplication {
            payload.merge(call.keys.isEmpty ? members(rights) : ["auths": all(call.keys, value)]) { $1 }
        }
        return payloadObject(payload)
    }

    /// The payload of the response to an audit.
    func audit(_ store: AccessStore, at date: UInt64) -> JSON {
        guard !call.isAboutApplication else { return applicationAudit(store, at: date) }
        var payload: [String: JSON] = [:]
        func entries(_ names: [String], _ scope: (String) -> AccessTarget.Scope) -> [String: JSON] {
            names.reduce(into: [:]) { found, name in found[name] = entry(store, scope(name), at: date) }
        }
        func add(_ names: [String], one: String, many: String, _ scope: (String) -> AccessTarget.Scope) {
            let found = entries(names, scope)
            if call.keys.isEmpty || names.count > 1 {
                if !names.isEmpty { payload[many] = .object(found) }
            } else if let name = names.first {
                payload[one] = .string(name)
                payload["auths"] = found[name]?["auths"] ?? [:]
            }
        }
        add(call.channels, one: "channel", many: "channels") { .channel($0) }
        add(call.groups, one: "channel-group", many: "channel-groups") { .group($0) }
        if !call.users.isEmpty { payload["uuids"] = .object(entries(call.users) { .user($0) }) }
        return payloadObject(payload)
    }

    func response(_ payload: JSON, isEnabled: Bool) -> OriginResponse {
        var members: [String: JSON] = [
            "message": .string(isEnabled ? "Success" : Self.disabledMessage), "payload": payload,
            "service": "Access Manager", "status": 200,
        ]
        if !isEnabled { members["warning"] = true }
        return Self.response(200, JSON.object(members).text)
    }
}

extension AccessResponse {
    private func applicationAudit(_ store: AccessStore, at date: UInt64) -> JSON {
        var payload: [String: JSON] = ["channels": [:], "channel-groups": [:], "objects": [:]]
        var maps: [String: [String: JSON]] = [:]
        for scope in store.scopes(keyset: call.keyset, at: date) {
            let entry = entry(store, scope, at: date, ofAllKeys: true)
            switch scope {
            case .application: payload.merge(entry?.object ?? [:]) { $1 }
            case .channel(let name): maps["channels", default: [:]][name] = entry
            case .group(let name): maps["channel-groups", default: [:]][name] = entry
            case .user(let name): maps["uuids", default: [:]][name] = entry
            }
        }
        payload.merge(maps.mapValues(JSON.object)) { $1 }
        return payloadObject(payload)
    }

    /// The rights on one target; nil without rights.
    private func entry(
        _ store: AccessStore,
        _ scope: AccessTarget.Scope,
        at date: UInt64,
        ofAllKeys isOfAllKeys: Bool = false
    ) -> JSON? {
        guard let entry = store.entry(on: AccessTarget(keyset: call.keyset, scope: scope), at: date) else { return nil }
        let asked = Set(names: call.keys)
        let keys = entry.keys.filter { isOfAllKeys || asked.isEmpty || asked.contains($0.key) }
        var members = asked.isEmpty || isOfAllKeys ? entry.everybody.map { rights($0, at: date) } ?? [:] : [:]
        if !keys.isEmpty {
            members["auths"] = .object(
                Dictionary(keys.map { ($0.key.text, JSON.object(rights($0.value, at: date))) }) { $1 }
            )
        }
        return members.isEmpty ? nil : .object(members)
    }

    private func rights(_ grant: AccessGrant, at date: UInt64) -> [String: JSON] {
        var members = members(grant.rights)
        // Rights that last for ever have no time in the service's lists.
        members["ttl"] = grant.minutes(from: date).map { .integer(Int64(clamping: $0)) }
        return members
    }

    private func members(_ rights: AccessRights) -> [String: JSON] {
        let known = AccessRights.named + (call.isSecondVersion ? AccessRights.namedLater : [])
        return Dictionary(uniqueKeysWithValues: known.map { ($0.name, rights.contains($0.right) ? 1 : 0) })
    }

    private func all(_ names: [String], _ value: JSON) -> JSON {
        // JSON of this process has one member for canonically equivalent names.
        .object(Dictionary(names.map { ($0, value) }) { $1 })
    }

    private func payloadObject(_ members: [String: JSON]) -> JSON {
        let common: [String: JSON] = ["level": .string(call.level), "subscribe_key": .string(call.keyset)]
        return .object(common.merging(members) { $1 })
    }

    /// The members in the service's order, with the line end that it sends after a refusal.
    private static func error(_ status: Int, _ message: String, payload: String? = nil) -> OriginResponse {
        let payload = payload.map { "\"payload\":\($0)," } ?? ""
        return response(
            status,
            "{\"message\":\"\(message)\",\(payload)\"error\":true,\"service\":\"Access Manager\",\"status\":\(status)}\n"
        )
    }

    private static func response(_ status: Int, _ text: String) -> OriginResponse {
        var response = OriginResponse(status: status, text: text)
        response.contentType = "text/javascript; charset=UTF-8"
        return response
    }
}
