import Foundation
import PubNub

/// Observes a client. Its observers end when it is released.
final class ClientObserver: Sendable {
    /// The owner of the observers.
    private final class Key: Sendable {}

    private let key = Key()
    private let center: PNObservationCenter

    /// - Parameters:
    ///   - client: The client, which is not retained.
    ///   - receive: Receives each item, on the client's callback queue.
    init(_ client: PubNub, receive: @escaping @Sendable (LiveItem) -> Void) {
        center = client.observationCenter
        addContent(receive)
        addCourse(of: client, receive)
    }

    deinit {
        center.removeMessageReceiveObserver(key)
        center.removeSignalObserver(key)
        center.removeObjectEventObserver(key)
        center.removeMessageActionObserver(key)
        center.removePresenceEventObserver(key)
        center.removeMessagesGapObserver(key)
        center.removeAccessRightsObserver(key)
        center.removeClientConnectionStateObserver(key)
        center.removeClientChannelSubscriptionStateObserver(key)
        center.removeClientChannelUnsubscriptionObserver(key)
    }

    private func addContent(_ receive: @escaping @Sendable (LiveItem) -> Void) {
        center.addMessageReceiveObserver(key) { message in
            if let message { receive(.arrival(LiveArrival(message))) }
        }
        center.addSignalObserver(key) { signal in
            if let signal { receive(.arrival(LiveArrival(signal.data))) }
        }
        center.addObjectEventObserver(key) { object in
            if let object { receive(.arrival(LiveArrival(object.data))) }
        }
        center.addMessageActionObserver(key) { action in
            if let action { receive(.arrival(LiveArrival(action.data))) }
        }
        center.addPresenceEventObserver(key) { presence in
            if let presence { receive(.arrival(LiveArrival(presence))) }
        }
    }

    private func addCourse(of client: PubNub, _ receive: @escaping @Sendable (LiveItem) -> Void) {
        center.addMessagesGapObserver(key) { last, next in
            guard let last, let next else { return }
            receive(
                .gap(TimetokenRange(after: last.timeToken.uint64Value, upTo: next.timeToken.uint64Value), channels: [])
            )
        }
        center.addAccessRightsChangeObserver(key) { _, error in
            if error == nil { receive(.rightsChanged) }
        }
        center.addClientConnectionStateObserver(key) { [weak client] _, isConnected, error in
            // Connecting twice does not end the connection.
            guard error?.code != kPNClientTriedConnectWhileConnectedError else { return }
            guard !isConnected else { return receive(.connected) }
            // Without an error, the client was disconnected or waits for a network.
            let isWaiting = error == nil && client?.isConnecting == true
            receive(.disconnected(isWaiting ? PNError(code: kPNClientConnectionFailedOnInternetFailureError) : error))
        }
        center.addClientChannelSubscriptionStateObserver(key) { state, objects, error in
            let objects = objects ?? []
            switch state {
            case .subscribedState, .restoredState:
                receive(.subscribed(channels: Self.channels(objects), groups: Self.groups(objects)))
            case .notSubscribedState:
                receive(.refused(channels: Self.channels(objects), error ?? PNError(code: kPNUnknownError)))
            default: break
            }
        }
        center.addClientChannelUnsubscriptionObserver(key) { objects, error in
            let objects = objects ?? []
            if let error { return receive(.refused(channels: Self.channels(objects), error)) }
            receive(.unsubscribed(channels: Self.channels(objects), groups: Self.groups(objects)))
        }
    }

    private static func channels(_ objects: [any PNChannelProtocol]) -> [String] {
        objects.filter { !$0.isChannelGroup }.map(\.name)
    }

    private static func groups(_ objects: [any PNChannelProtocol]) -> [String] {
        objects.filter(\.isChannelGroup).map(\.name)
    }
}
