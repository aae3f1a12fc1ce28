import Foundation
import PubNubMachines
import PubNubWire

/// Everything a client tells its app.
///
/// Errors are already about the object of their call (`associatedObject`).
enum PNEvent: Sendable {
    typealias Outcome<Value> = Result<Value, PNError>
    typealias Objects = [any PNChannelProtocol]

    case error(PNError)
    case willConnect(origin: String)
    case didConnect(origin: String)
    /// Without an error there was no network when the app asked to connect; the client connects as soon as there is.
    case connectionFailed(origin: String, PNError?)
    case willDisconnect(origin: String, PNError)
    case didDisconnect(origin: String)
    case didDisconnectWithError(origin: String, PNError)
    case willSuspend(SuspensionWindow)

    /// The flag marks what happens because the client identifier changes.
    case subscription(Outcome<Objects>, onIdentifierUpdate: Bool = false)
    case willRestoreSubscription(Objects)
    case didRestoreSubscription(Objects)
    case unsubscription(Outcome<Objects>, onIdentifierUpdate: Bool = false)
    case presenceEnabling(Outcome<Objects>)
    case presenceDisabling(Outcome<Objects>)

    case willSend(PNMessage)
    case didSend(PNMessage)
    case sendFailed(PNMessage, PNError)
    case message(PNMessage)
    case presence(PNPresenceEvent)
    case signal(PNSignalResult)
    case object(PNObjectEventResult)
    case messageAction(PNMessageActionResult)
    case gap(from: Timetoken, to: Timetoken)
    case history(channel: PNChannel, Outcome<PNMessagesHistory>)
    case time(Outcome<NSNumber>)

    case hereNow(objects: Objects, Outcome<PNHereNow>)
    case whereNow(identifier: String, Outcome<PNWhereNow>)
    case clientState(Outcome<PNClient>)
    case clientStateUpdate(Outcome<PNClient>)

    case channelGroups(namespace: String?, Outcome<[PNChannelGroup]>)
    case namespaces(Outcome<[String]>)
    case namespaceRemoval(Outcome<String>)
    case groupRemoval(Outcome<PNChannelGroup>)
    case groupChannels(Outcome<PNChannelGroup>)
    case groupChannelsAddition(Outcome<PNChannelGroupChange>)
    case groupChannelsRemoval(Outcome<PNChannelGroupChange>)

    case pushEnabling(Outcome<[PNChannel]>)
    case pushDisabling(Outcome<[PNChannel]>)
    case pushRemoval(Outcome<Void>)
    case pushChannels(Outcome<[PNChannel]>)

    case accessRightsChange(Outcome<PNAccessRightsCollection>)
    case accessRightsAudit(Outcome<PNAccessRightsCollection>)
}

extension Result {
    /// The value; `nil` after a failure.
    var value: Success? {
        guard case .success(let value) = self else { return nil }
        return value
    }

    /// The error; `nil` after a success.
    var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
