import PubNubWire

/// What a call of the access manager is about.
struct AccessCall: Sendable {
    let keyset: String
    let channels: [String]
    let groups: [String]
    /// Identifiers of clients, in version 2.
    let users: [String]
    /// Authorization keys; none for everybody.
    let keys: [String]
    /// Whether answers have the rights that version 2 added.
    let isSecondVersion: Bool

    init(_ call: OriginCall) {
        keyset = call.keyset
        channels = call.query.list("channel").withoutRepetitions()
        groups = call.groups
        users = call.query.list("target-uuid").withoutRepetitions()
        keys = call.query.list("auth").withoutRepetitions()
        isSecondVersion = call.route == .grantV2 || call.route == .auditV2
    }

    var isAboutApplication: Bool { channels.isEmpty && groups.isEmpty && users.isEmpty }

    /// The service's word for it.
    var level: String {
        if !users.isEmpty { return "uuid" }
        if !groups.isEmpty { return keys.isEmpty ? "channel-group" : "channel-group+auth" }
        if !channels.isEmpty { return keys.isEmpty ? "channel" : "user" }
        return "subkey"
    }

    /// How many changes a grant makes.
    var size: Int { max(1, channels.count + groups.count + users.count) * max(1, keys.count) }

    var names: [String] { channels + groups + users }

    /// The changes that giving the same rights on all of it makes.
    func records(_ grant: AccessGrant) -> [AccessRecord] {
        let scopes: [AccessTarget.Scope] =
            isAboutApplication
            ? [.application]
            : channels.map { .channel($0) } + groups.map { .group($0) } + users.map { .user($0) }
        let keys: [String?] = keys.isEmpty ? [nil] : keys
        return scopes.flatMap { scope in
            keys.map { AccessRecord(target: AccessTarget(keyset: keyset, scope: scope), key: $0, grant: grant) }
        }
    }
}
