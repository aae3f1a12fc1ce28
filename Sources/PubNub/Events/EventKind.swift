/// What observers can observe: one case for each kind of observer.
enum EventKind: Int, CaseIterable, Sendable {
    case connectionState, subscriptionState, unsubscription, presenceEnabling, presenceDisabling
    case messageProcessing, messageReceive, presenceEvent, signal, objectEvent, messageAction, messagesGap, history,
        timeToken
    case participants, participantChannels, clientStateRequest, clientStateUpdate
    case channelGroups, namespaces, namespaceRemoval, groupRemoval
    case groupChannels, groupChannelsAddition, groupChannelsRemoval
    case pushEnabling, pushDisabling, pushRemoval, pushChannels
    case accessRightsChange, accessRightsAudit
}

extension PNEvent {
    /// Which observers are told; `nil` when none are.
    var kind: EventKind? {
        switch self {
        case .error, .willConnect, .willSuspend: nil
        case .didConnect, .connectionFailed, .willDisconnect, .didDisconnect, .didDisconnectWithError: .connectionState
        case .subscription, .willRestoreSubscription, .didRestoreSubscription: .subscriptionState
        case .unsubscription: .unsubscription
        case .presenceEnabling: .presenceEnabling
        case .presenceDisabling: .presenceDisabling
        case .willSend, .didSend, .sendFailed: .messageProcessing
        case .message: .messageReceive
        case .presence: .presenceEvent
        case .signal: .signal
        case .object: .objectEvent
        case .messageAction: .messageAction
        case .gap: .messagesGap
        case .history: .history
        case .time: .timeToken
        case .hereNow: .participants
        case .whereNow: .participantChannels
        case .clientState: .clientStateRequest
        case .clientStateUpdate: .clientStateUpdate
        case .channelGroups: .channelGroups
        case .namespaces: .namespaces
        case .namespaceRemoval: .namespaceRemoval
        case .groupRemoval: .groupRemoval
        case .groupChannels: .groupChannels
        case .groupChannelsAddition: .groupChannelsAddition
        case .groupChannelsRemoval: .groupChannelsRemoval
        case .pushEnabling: .pushEnabling
        case .pushDisabling: .pushDisabling
        case .pushRemoval: .pushRemoval
        case .pushChannels: .pushChannels
        case .accessRightsChange: .accessRightsChange
        case .accessRightsAudit: .accessRightsAudit
        }
    }
}
