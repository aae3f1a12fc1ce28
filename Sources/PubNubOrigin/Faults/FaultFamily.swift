import PubNubWire

/// A family of calls that a fault can be aimed at.
public enum FaultFamily: String, Sendable, Hashable, CaseIterable {
    /// The time.
    case time
    /// Publishing, by GET or POST, and signals.
    case publish
    /// Long polls of both versions.
    case subscribe
    /// Leaving.
    case leave
    /// Heartbeats.
    case heartbeat
    /// Stored messages: pages, counts and removal.
    case history
    /// Message actions.
    case messageActions
    /// Who is where.
    case hereNow
    /// State of clients.
    case state
    /// Channel groups and namespaces.
    case registry
    /// Devices registered for notifications.
    case push
    /// Giving and listing access rights.
    case accessManager
    /// App Context: metadata, memberships and members.
    case objects

    init(_ route: Route) {
        switch route {
        case .time: self = .time
        case .publish, .publishCompressed, .signal: self = .publish
        case .subscribe, .subscribeV2: self = .subscribe
        case .leave: self = .leave
        case .heartbeat: self = .heartbeat
        case .history, .batchHistory, .historyWithActions, .messageCounts, .historyDeletion: self = .history
        case .messageActions, .messageActionAddition, .messageActionRemoval: self = .messageActions
        case .hereNow, .hereNowGlobal, .whereNow: self = .hereNow
        case .state, .stateUpdate: self = .state
        case .channelGroups, .namespaceGroups, .namespaces, .namespaceRemoval, .groupChannels,
            .namespaceGroupChannels, .groupRemoval, .namespaceGroupRemoval:
            self = .registry
        case .pushChannels, .pushRemoval, .pushChannelsV2, .pushRemovalV2: self = .push
        case .grant, .audit, .grantV2, .auditV2: self = .accessManager
        case .users, .user, .userChange, .userRemoval, .channels, .channel, .channelChange, .channelRemoval,
            .memberships, .membershipsChange, .members, .membersChange:
            self = .objects
        }
    }
}
