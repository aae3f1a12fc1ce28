import PubNubWire

extension PNEvent {
    /// How many names of a list a log record holds.
    private static let shownNames = 20

    /// The event as the log shows it: its name, what it is about, and its error. Content of messages and states is left out.
    var logText: String {
        let details = [subject, error.map { "\($0)" }].compactMap(\.self).filter { !$0.isEmpty }
        return details.isEmpty ? name : "\(name): \(details.joined(separator: "; "))"
    }

    /// The error that the event reports; nil for none.
    private var error: PNError? {
        switch self {
        case .error(let error): error
        case .connectionFailed(_, let error): error
        case .willDisconnect(_, let error), .didDisconnectWithError(_, let error), .sendFailed(_, let error): error
        case .subscription(let outcome, _), .unsubscription(let outcome, _): outcome.failure
        case .presenceEnabling(let outcome), .presenceDisabling(let outcome): outcome.failure
        case .history(_, let outcome): outcome.failure
        case .time(let outcome): outcome.failure
        case .hereNow(_, let outcome): outcome.failure
        case .whereNow(_, let outcome): outcome.failure
        case .clientState(let outcome), .clientStateUpdate(let outcome): outcome.failure
        case .channelGroups(_, let outcome): outcome.failure
        case .namespaces(let outcome): outcome.failure
        case .namespaceRemoval(let outcome): outcome.failure
        case .groupRemoval(let outcome), .groupChannels(let outcome): outcome.failure
        case .groupChannelsAddition(let outcome), .groupChannelsRemoval(let outcome): outcome.failure
        case .pushEnabling(let outcome), .pushDisabling(let outcome), .pushChannels(let outcome): outcome.failure
        case .pushRemoval(let outcome): outcome.failure
        case .accessRightsChange(let outcome), .accessRightsAudit(let outcome): outcome.failure
        case .willConnect, .didConnect, .didDisconnect, .willSuspend, .willRestoreSubscription, .didRestoreSubscription,
            .willSend, .didSend, .message, .presence, .signal, .object, .messageAction, .gap:
            nil
        }
    }

    /// What the event is about; nil where its name says it all.
    private var subject: String? {
        switch self {
        case .error, .willSuspend, .pushRemoval: nil
        case .willConnect(let origin), .didConnect(let origin), .connectionFailed(let origin, _),
            .willDisconnect(let origin, _), .didDisconnect(let origin), .didDisconnectWithError(let origin, _):
            origin
        case .subscription(let outcome, _), .unsubscription(let outcome, _): outcome.value.map { Self.names($0) }
        case .presenceEnabling(let outcome), .presenceDisabling(let outcome): outcome.value.map { Self.names($0) }
        case .willRestoreSubscription(let objects), .didRestoreSubscription(let objects): Self.names(objects)
        case .willSend(let message), .didSend(let message), .sendFailed(let message, _), .message(let message):
            "\(message)"
        case .presence(let event): "\(event)"
        case .signal(let result): "\(result)"
        case .object(let result): "\(result)"
        case .messageAction(let result): "\(result)"
        case .gap(let start, let end): "\(start) to \(end)"
        case .history(let channel, let outcome):
            "\(channel.name)" + (outcome.value.map { ", \($0.messages.count) messages" } ?? "")
        case .time(let outcome): outcome.value.map { "\($0)" }
        case .hereNow(let objects, _): Self.names(objects)
        case .whereNow(let identifier, _): identifier
        case .clientState(let outcome), .clientStateUpdate(let outcome): outcome.value.map { "\($0)" }
        case .channelGroups(let namespace, let outcome):
            (namespace.map { "\($0), " } ?? "") + (outcome.value.map { Self.names($0) } ?? "")
        case .namespaces(let outcome): outcome.value.map { Self.list($0) }
        case .namespaceRemoval(let outcome): outcome.value
        case .groupRemoval(let outcome), .groupChannels(let outcome): outcome.value?.name
        case .groupChannelsAddition(let outcome), .groupChannelsRemoval(let outcome):
            outcome.value.map { "\($0.group.name), " + Self.list($0.channels.map(\.name)) }
        case .pushEnabling(let outcome), .pushDisabling(let outcome), .pushChannels(let outcome):
            outcome.value.map { Self.names($0) }
        case .accessRightsChange(let outcome), .accessRightsAudit(let outcome): outcome.value.map { "\($0)" }
        }
    }

    private static func names(_ objects: [any PNChannelProtocol]) -> String {
        list(objects.map(\.name))
    }

    private static func list(_ names: [String]) -> String {
        let rest = names.count - shownNames
        return names.prefix(shownNames).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}
