import Foundation
import PubNub

/// Describes the values that an app receives in words that are the same in every run.
enum DeliveryText {
    static func of(_ value: Any?) -> String {
        switch value {
        case nil: "nil"
        case let error as PNError: error.associatedObject.map { "\(error.code) about \(of($0))" } ?? "\(error.code)"
        case let message as PNMessage: "message \(message.message)"
        case let event as PNPresenceEvent: "\(event.type == .join ? "join" : "other") \(event.client.identifier)"
        case let signal as PNSignalResult: "\(signal.data.message) on \(signal.data.channel)"
        case let event as PNMessageActionResult:
            "\(event.data.event) \(event.data.action.type) \(event.data.action.value) on \(event.data.channel)"
        case let event as PNObjectEventResult: "\(event.data.event) \(event.data.type) on \(event.data.channel)"
        case let history as PNMessagesHistory: "history \(history.channel.name) \(of(history.messages))"
        case let date as PNDate: date.timeToken.uint64Value > 1_000_000 ? "date" : "no date"
        case let collection as PNAccessRightsCollection: rights(collection)
        case let options as PNAccessRightOptions: "rights \(options.rights.rawValue) on \(of(options.channels))"
        case let change as PNChannelGroupChange:
            "\(change.addingChannels ? "add" : "remove") \(of(change.channels)) in \(change.group.name)"
        case let client as PNClient: "client \(client.identifier)"
        case let information as PNHereNow: presence(information)
        case let information as PNWhereNow: "\(information.identifier) on \(of(information.channels))"
        case let namespaces as [String: [PNChannelGroup]]:
            namespaces.map { "\($0) has \(of($1))" }.sorted().joined(separator: " ")
        case let object as any PNChannelProtocol: object.name
        case let state as PNMessageState: "state \(state.rawValue)"
        case let state as PNSubscriptionProcessState: "state \(state.rawValue)"
        case let flag as Bool: "\(flag)"
        case let number as NSNumber: number.uint64Value > 1_000_000 ? "timetoken" : "\(number)"
        case let list as [Any]: "[\(list.map { of($0) }.joined(separator: " "))]"
        case let text as String: text
        default: "something else"
        }
    }

    private static func presence(_ information: PNHereNow) -> String {
        information.channels()
            .map { "\($0.name) has \(of(information.participants(for: $0).map(\.identifier)))" }
            .joined(separator: " ")
    }

    private static func rights(_ collection: PNAccessRightsCollection) -> String {
        let all = collection.accessRightsInformationForAllChannels().map { information in
            "\(information.rights.rawValue) on \(of(information.object))"
        }
        return "rights \(all.joined(separator: " "))"
    }
}
