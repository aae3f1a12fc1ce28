import Foundation

@testable import PubNub

/// Registers one observer of each kind, and describes what it receives.
enum ObserverTable {
    static func addAll(_ observer: Any, to center: PNObservationCenter, _ said: Recorder) {
        addClient(observer, center, said)
        addPresence(observer, center, said)
        addGroups(observer, center, said)
        addOthers(observer, center, said)
    }

    private static func addClient(_ observer: Any, _ center: PNObservationCenter, _ said: Recorder) {
        center.addClientConnectionStateObserver(observer) { origin, connected, error in
            said.record("\(text(origin)) \(connected) \(text(error))")
        }
        center.addClientChannelSubscriptionStateObserver(observer) { state, objects, error in
            said.record("\(state.rawValue) \(text(objects)) \(text(error))")
        }
        center.addClientChannelUnsubscriptionObserver(observer) { said.record("\(text($0)) \(text($1))") }
        center.addClientPresenceEnablingObserver(observer) { said.record("\(text($0)) \(text($1))") }
        center.addClientPresenceDisablingObserver(observer) { said.record("\(text($0)) \(text($1))") }
        center.addMessageProcessingObserver(observer) { said.record("\($0.rawValue) \(text($1))") }
        center.addMessageReceiveObserver(observer) { said.record(text($0)) }
        center.addPresenceEventObserver(observer) { event in
            said.record("\(event?.type == .join ? "join" : "-") \(text(event?.client))")
        }
        center.addSignalObserver(observer) { said.record("\($0?.data.message ?? "-")") }
        center.addObjectEventObserver(observer) { event in
            said.record("\(event?.data.event ?? "-") \(event?.data.type ?? "-")")
        }
        center.addMessageActionObserver(observer) { event in
            said.record("\(event?.data.event ?? "-") \(event?.data.action.value ?? "-")")
        }
        center.addMessagesGapObserver(observer) { said.record("\(text($0)) \(text($1))") }
        center.addMessageHistoryProcessingObserver(observer) { messages, channel, start, end, error in
            let texts = messages.map { $0.map(text).joined(separator: ",") }
            said.record("\(texts ?? "nil") \(text(channel)) \(text(start)) \(text(end)) \(text(error))")
        }
        center.addTimeTokenReceivingObserver(observer) { said.record("\(text($0)) \(text($1))") }
    }

    private static func addPresence(_ observer: Any, _ center: PNObservationCenter, _ said: Recorder) {
        center.addChannelParticipantsListProcessingObserver(observer) { information, objects, error in
            let count = information.map { "\($0.participantsCount(for: .a))" }
            said.record("\(count ?? "nil") \(text(objects)) \(text(error))")
        }
        center.addClientParticipantChannelsListDownloadObserver(observer) { identifier, channels, error in
            said.record("\(text(identifier)) \(text(channels)) \(text(error))")
        }
        center.addClientStateRequestObserver(observer) { said.record("\(text($0)) \(text($1))") }
        center.addClientStateUpdateObserver(observer) { said.record("\(text($0)) \(text($1))") }
    }

    private static func addGroups(_ observer: Any, _ center: PNObservationCenter, _ said: Recorder) {
        center.addChannelGroupsRequestObserver(observer) { said.record("\(text($0)) \(text($1)) \(text($2))") }
        center.addChannelGroupNamespacesRequestObserver(observer) { names, error in
            said.record("\(names?.joined(separator: ",") ?? "nil") \(text(error))")
        }
        center.addChannelGroupNamespaceRemovalObserver(observer) { said.record("\(text($0)) \(text($1))") }
        center.addChannelGroupRemovalObserver(observer) { said.record("\(text($0)) \(text($1))") }
        center.addChannels(forGroupRequestObserver: observer) { said.record("\(text($0)) \(text($1))") }
        center.addChannelsAddition(toGroupObserver: observer) { said.record("\(text($0)) \(text($1)) \(text($2))") }
        center.addChannelsRemoval(fromGroupObserver: observer) { said.record("\(text($0)) \(text($1)) \(text($2))") }
    }

    private static func addOthers(_ observer: Any, _ center: PNObservationCenter, _ said: Recorder) {
        center.addClientPushNotificationsEnableObserver(observer) { said.record("\(text($0)) \(text($1))") }
        center.addClientPushNotificationsDisableObserver(observer) { said.record("\(text($0)) \(text($1))") }
        center.addClientPushNotificationsRemoveObserver(observer) { said.record(text($0)) }
        center.addClientPushNotificationsEnabledChannelsObserver(observer) { said.record("\(text($0)) \(text($1))") }
        center.addAccessRightsChangeObserver(observer) { said.record("\(text($0)) \(text($1))") }
        center.addAccessRightsAuditObserver(observer) { said.record("\(text($0)) \(text($1))") }
    }

    static func removeAll(_ observer: Any, from center: PNObservationCenter) {
        center.removeClientConnectionStateObserver(observer)
        center.removeClientChannelSubscriptionStateObserver(observer)
        center.removeClientChannelUnsubscriptionObserver(observer)
        center.removeClientPresenceEnablingObserver(observer)
        center.removeClientPresenceDisablingObserver(observer)
        center.removeMessageProcessingObserver(observer)
        center.removeMessageReceiveObserver(observer)
        center.removePresenceEventObserver(observer)
        center.removeSignalObserver(observer)
        center.removeObjectEventObserver(observer)
        center.removeMessageActionObserver(observer)
        center.removeMessagesGapObserver(observer)
        center.removeMessageHistoryProcessingObserver(observer)
        center.removeTimeTokenReceivingObserver(observer)
        center.removeChannelParticipantsListProcessingObserver(observer)
        center.removeClientParticipantChannelsListDownloadObserver(observer)
        center.removeClientStateRequestObserver(observer)
        center.removeClientStateUpdateObserver(observer)
        center.removeChannelGroupsRequestObserver(observer)
        center.removeChannelGroupNamespacesRequestObserver(observer)
        center.removeChannelGroupNamespaceRemovalObserver(observer)
        center.removeChannelGroupRemovalObserver(observer)
        center.removeChannels(forGroupRequestObserver: observer)
        center.removeChannelsAddition(toGroupObserver: observer)
        center.removeChannelsRemoval(fromGroupObserver: observer)
        center.removeClientPushNotificationsEnableObserver(observer)
        center.removeClientPushNotificationsDisableObserver(observer)
        center.removeClientPushNotificationsRemoveObserver(observer)
        center.removeClientPushNotificationsEnabledChannelsObserver(observer)
        center.removeAccessRightsObserver(observer)
        center.removeAccessRightsAuditObserver(observer)
    }

    static func text(_ value: Any?) -> String {
        switch value {
        case nil: "nil"
        case let error as PNError: "\(error.code)"
        case let text as String: text
        case let message as PNMessage: "\(message.message)"
        case let client as PNClient: client.identifier
        case let date as PNDate: "\(date.timeToken)"
        case let number as NSNumber: "\(number)"
        case let channel as PNChannel: channel.name
        case let objects as [any PNChannelProtocol]: objects.map(\.name).joined(separator: ",")
        case is PNAccessRightsCollection: "rights"
        default: "something else"
        }
    }
}
