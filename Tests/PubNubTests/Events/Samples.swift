import Foundation
import PubNubWire

@testable import PubNub

/// Small values for events, and strings that distinguish them.
enum Samples {
    /// A short description of `value`.
    static func describe(_ value: Any?) -> String? {
        switch value {
        case nil: nil
        case let error as PNError where error.code == kPNAPIUnauthorizedAccessError: "error"
        case let text as String: "text \(text)"
        case let message as PNMessage where message === PNMessage.sample: "message"
        case is PNPresenceEvent: "presence"
        case is PNSignalResult: "signal"
        case is PNMessageActionResult: "action"
        case is PNObjectEventResult: "object"
        case is PNMessagesHistory: "history"
        case is NSNumber: "number"
        case is PNHereNow: "hereNow"
        case is PNWhereNow: "whereNow"
        case is PNClient: "client"
        case is PNChannelGroupChange: "change"
        case is PNAccessRightsCollection: "rights"
        case is PNChannelGroup: "group"
        case let dates as [PNDate] where dates.count == 2: "gap"
        case is [String]: "names"
        case let groups as [PNChannelGroup] where !groups.isEmpty: "groups"
        case let channels as [PNChannel] where channels.count == 1: "channels"
        case let objects as [any PNChannelProtocol] where objects.count == 2: "objects"
        case is [String: [PNChannelGroup]]: "groups by namespace"
        default: "something else"
        }
    }
}

extension PNError {
    static let sample = PNError(code: kPNAPIUnauthorizedAccessError)
    static let aboutObjects = sample.associated(with: PNEvent.Objects.sample)
}

extension PNChannel {
    static let a = PNChannel(name: "a")
}

extension PNChannelGroup {
    static let g = PNChannelGroup(name: "g")
}

extension [any PNChannelProtocol] {
    static let sample: [any PNChannelProtocol] = [PNChannel.a, PNChannelGroup.g]
}

extension PNMessage {
    static let sample = PNMessage(payload: RawJSON("hello"), channel: .a)
}

extension PNPresenceEvent {
    static let sample = PNPresenceEvent(
        payload: PresencePayload(action: .join, timestamp: 1, identifier: "u1", occupancy: 1),
        channel: .a
    )
}

extension PNSignalResult {
    static let sample = PNSignalResult(
        data: PNSignalEventData(
            Envelope(kind: .signal, channel: "a", payload: RawJSON("typing")),
            at: Timetoken(rawValue: 10)
        )
    )
}

extension PNObjectEventResult {
    static let sample: PNObjectEventResult = {
        let content: JSON = [
            "source": "objects", "version": "2.0", "event": "set", "type": "uuid", "data": ["id": "u1"],
        ]
        let envelope = Envelope(kind: .object, channel: "a", payload: RawJSON(content))
        guard let data = PNObjectEventData(envelope, at: Timetoken(rawValue: 10)) else {
            preconditionFailure("The sample is an event")
        }
        return PNObjectEventResult(data: data)
    }()
}

extension PNMessageActionResult {
    static let sample: PNMessageActionResult = {
        let action: JSON = [
            "type": "reaction", "value": "smile", "messageTimetoken": "1", "actionTimetoken": "2",
        ]
        let content: JSON = ["source": "actions", "version": "1.0", "event": "added", "data": action]
        let envelope = Envelope(kind: .action, channel: "a", payload: RawJSON(content), publisher: "u1")
        guard let data = PNMessageActionEventData(envelope, at: Timetoken(rawValue: 10)) else {
            preconditionFailure("The sample is an event")
        }
        return PNMessageActionResult(data: data)
    }()
}

extension PNMessagesHistory {
    static let sample = PNMessagesHistory(
        channel: .a,
        messages: [.sample],
        startDate: PNDate(timetoken: Timetoken(rawValue: 10)),
        endDate: PNDate(timetoken: Timetoken(rawValue: 20))
    )
}

extension PNClient {
    static let sample = PNClient(identifier: "u1", channel: .a)
}

extension PNHereNow {
    static let sample = PNHereNow(entries: [
        Occupant(channel: .a, clients: [.sample], occupancy: 2, identifiersIncluded: true)
    ])
}

extension PNWhereNow {
    static let sample = PNWhereNow(identifier: "u1", channels: [.a])
}

extension PNChannelGroupChange {
    static let sample = PNChannelGroupChange(group: .g, channels: [.a], addingChannels: true)
}

extension PNAccessRightsCollection {
    static let sample = PNAccessRightsCollection(level: .applicationAccessRightsLevel, information: [])
}
