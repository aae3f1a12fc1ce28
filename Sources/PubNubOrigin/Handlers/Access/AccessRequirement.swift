import PubNubWire

/// The right that a call needs, and on what.
///
/// | call | right | on |
/// |---|---|---|
/// | publish, signal | write | its channel |
/// | subscribe, heartbeat, leave | read | every channel and group named |
/// | here now, state, setting a state | read | every channel and group named |
/// | here now of everything | read | the application |
/// | history, message counts | read | every channel named |
/// | deleting history | delete | its channel |
/// | listing message actions | read | their channel |
/// | adding a message action | write | its channel |
/// | removing a message action | delete | its channel |
/// | address of an upload, message about a file | write | its channel |
/// | listing files, address of a file | read | their channel |
/// | removing a file | delete | its channel |
/// | uploading to an address, content at an address | none | they are signed |
/// | where now | none | it lists the channels that may be read |
/// | a group's channels, changing or removing a group | manage | the group |
/// | groups, namespaces, removing a namespace | manage | the application |
/// | adding and removing channels of a device | read | every channel named |
/// | listing and removing a device, time | none | |
/// | grant, audit, issuing and revoking tokens | none | they are signed |
/// | all users, all channels | get | the application |
/// | a user or channel, memberships | get | the user or channel |
/// | changing a user or channel | update | the user or channel |
/// | removing a user or channel | delete | the user or channel |
/// | changing memberships of a user | update | the user |
/// | | and join | every channel named |
/// | changing members of a channel | manage | the channel |
///
/// A call that the secret key of the keyset signed needs no right.
///
/// A granted right on a pattern, a namespace or the application covers what is below it; a presence channel is another channel. An
/// access token gives rights by names and regular expressions, and on the application with the expression `.*`: of users for
/// the list of all users, of groups for groups and namespaces, of channels for the others.
struct AccessRequirement: Sendable, Equatable {
    let right: AccessRights
    /// None for a call that names nothing, which anybody may make.
    let scopes: [AccessTarget.Scope]

    /// All that a call needs on a server with these limits; nothing when anybody may make it.
    static func all(of call: OriginCall, limits: OriginLimits) -> [AccessRequirement] {
        guard call.route == .membershipsChange else { return [of(call)].compactMap(\.self) }
        let channels = ObjectsBody.ids(in: call.request, .channel, limits: limits)
        return [
            AccessRequirement(right: .update, scopes: [.user(call[.id] ?? "")]),
            AccessRequirement(right: .join, scopes: channels.map { .channel($0) }),
        ]
    }

    /// The right that a call needs, unless it needs several; nil if any client may make it.
    private static func of(_ call: OriginCall) -> AccessRequirement? {
        switch call.route {
        // Where-now lists only the channels that may be read.
        // The form of an upload and the address of a content are rights by themselves.
        case .fileUpload, .fileContent, .time, .whereNow, .grant, .audit, .grantV2, .auditV2, .tokenGrant,
            .tokenRevocation, .membershipsChange:
            nil
        case .users, .channels: AccessRequirement(right: .get, scopes: [.application])
        case .user, .memberships: AccessRequirement(right: .get, scopes: [.user(call[.id] ?? "")])
        case .userChange: AccessRequirement(right: .update, scopes: [.user(call[.id] ?? "")])
        case .userRemoval: AccessRequirement(right: .delete, scopes: [.user(call[.id] ?? "")])
        case .channel, .members: AccessRequirement(right: .get, scopes: [.channel(call[.id] ?? "")])
        case .channelChange: AccessRequirement(right: .update, scopes: [.channel(call[.id] ?? "")])
        case .channelRemoval: AccessRequirement(right: .delete, scopes: [.channel(call[.id] ?? "")])
        case .membersChange: AccessRequirement(right: .manage, scopes: [.channel(call[.id] ?? "")])
        case .publish, .publishCompressed, .signal, .messageActionAddition, .filePublish, .filePublishBody,
            .fileUploadAddress:
            AccessRequirement(right: .write, scopes: [channel(of: call)])
        case .history, .messageActions, .files, .fileDownload:
            AccessRequirement(right: .read, scopes: [channel(of: call)])
        case .historyDeletion, .messageActionRemoval, .fileRemoval:
            AccessRequirement(right: .delete, scopes: [channel(of: call)])
        case .batchHistory, .historyWithActions, .messageCounts, .subscribe, .subscribeV2, .leave, .heartbeat, .hereNow,
            .state,
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
        [call[.namespace], call[.group]].compactMap(\.self).joined(separator: ":")
    }

    /// The channels whose notifications a device is to get, or not to get any more; none when it only asks.
    private static func pushed(by call: OriginCall) -> [AccessTarget.Scope] {
        (call.query.list("add") + call.query.list("remove")).map { .channel($0) }
    }

    private static func channel(of call: OriginCall) -> AccessTarget.Scope { .channel(call[.channel] ?? "") }

    private static func named(by call: OriginCall) -> [AccessTarget.Scope] {
        call.channels.map { .channel($0) } + call.groups.map { .group($0) }
    }
}
