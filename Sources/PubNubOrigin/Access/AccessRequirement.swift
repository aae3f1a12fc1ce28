import PubNubWire

/// The right that a call needs, and on what.
///
/// | call | right | on |
/// |---|---|---|
/// | publish | write | its channel |
/// | subscribe, heartbeat, leave | read | every channel and group named |
/// | here now, state, setting a state | read | every channel and group named |
/// | here now of everything | read | the application |
/// | history, message counts | read | every channel named |
/// | deleting history | delete | its channel |
/// | where now | none | it tells of the channels that may be read |
/// | a group's channels, changing or removing a group | manage | the group |
/// | groups, namespaces, removing a namespace | manage | the application |
/// | adding and removing channels of a device | read | every channel named |
/// | listing and removing a device, time | none | |
/// | grant, audit | none | they are signed |
///
/// A right on a pattern, a namespace or the application covers what is below it; a presence channel is another channel.
struct AccessRequirement: Sendable {
    let right: AccessRights
    /// None for a call that names nothing, which anybody may make.
    let scopes: [AccessTarget.Scope]

    /// What a call needs; nil when anybody may make it.
    static func of(_ call: OriginCall) -> AccessRequirement? {
        switch call.route {
        // Where a client is, is told of the channels that may be read.
        case .time, .whereNow, .grant, .audit, .grantV2, .auditV2: nil
        case .users, .user, .userChange, .userRemoval, .channels, .channel, .channelChange, .channelRemoval,
            .memberships, .membershipsChange, .members, .membersChange:
            nil
        case .publish, .publishCompressed: AccessRequirement(right: .write, scopes: [channel(of: call)])
        case .history: AccessRequirement(right: .read, scopes: [channel(of: call)])
        case .historyDeletion: AccessRequirement(right: .delete, scopes: [channel(of: call)])
        case .batchHistory, .messageCounts, .subscribe, .subscribeV2, .leave, .heartbeat, .hereNow, .state,
            .stateUpdate:
            AccessRequirement(right: .read, scopes: named(by: call))
        case .hereNowGlobal: AccessRequirement(right: .read, scopes: [.application])
        case .channelGroups, .namespaceGroups, .namespaces, .namespaceRemoval:
            AccessRequirement(right: .manage, scopes: [.application])
        case .groupChannels, .namespaceGroupChannels, .groupRemoval, .namespaceGroupRemoval:
            AccessRequirement(right: .manage, scopes: [.group(group(of: call))])
        case .pushChannels, .pushRemoval, .pushChannelsV2, .pushRemovalV2:
            AccessRequirement(right: .read, scopes: pushed(by: call))
        }
    }

    /// The group of a registry call as it stands in a subscription: `namespace:group` where it has a namespace.
    private static func group(of call: OriginCall) -> String {
        [call["namespace"], call["group"]].compactMap(\.self).joined(separator: ":")
    }

    /// The channels whose notifications a device is to get, or not to get any more; none when it only asks.
    private static func pushed(by call: OriginCall) -> [AccessTarget.Scope] {
        (call.query.list("add") + call.query.list("remove")).map { .channel($0) }
    }

    private static func channel(of call: OriginCall) -> AccessTarget.Scope { .channel(call["channel"] ?? "") }

    private static func named(by call: OriginCall) -> [AccessTarget.Scope] {
        call.channels.map { .channel($0) } + call.groups.map { .group($0) }
    }
}
