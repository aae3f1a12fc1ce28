import Foundation

extension PNEvent {
    /// Calls the delegate method of the event.
    func tell(_ delegate: any PNDelegate, _ client: PubNub) {
        switch self {
        case .error, .willConnect, .didConnect, .connectionFailed, .willDisconnect, .didDisconnect,
            .didDisconnectWithError, .willSuspend:
            tellConnection(delegate, client)
        case .subscription, .willRestoreSubscription, .didRestoreSubscription, .unsubscription, .presenceEnabling,
            .presenceDisabling:
            tellSubscription(delegate, client)
        case .willSend, .didSend, .sendFailed, .message, .presence, .signal, .object, .messageAction, .gap, .history,
            .time:
            tellMessages(delegate, client)
        case .hereNow, .whereNow, .clientState, .clientStateUpdate:
            tellPresence(delegate, client)
        case .channelGroups, .namespaces, .namespaceRemoval, .groupRemoval, .groupChannels, .groupChannelsAddition,
            .groupChannelsRemoval:
            tellGroups(delegate, client)
        case .pushEnabling, .pushDisabling, .pushRemoval, .pushChannels, .accessRightsChange, .accessRightsAudit:
            tellPushAndRights(delegate, client)
        }
    }

    private func tellConnection(_ delegate: any PNDelegate, _ client: PubNub) {
        switch self {
        case .error(let error): delegate.pubnubClient(client, error: error)
        case .willConnect(let origin): delegate.pubnubClient(client, willConnectToOrigin: origin)
        case .didConnect(let origin): delegate.pubnubClient(client, didConnectToOrigin: origin)
        case .connectionFailed(_, let error):
            let error = error ?? PNError(code: kPNClientConnectionFailedOnInternetFailureError)
            delegate.pubnubClient(client, connectionDidFailWithError: error)
        case .willDisconnect(_, let error): delegate.pubnubClient(client, willDisconnectWithError: error)
        case .didDisconnect(let origin): delegate.pubnubClient(client, didDisconnectFromOrigin: origin)
        case .didDisconnectWithError(let origin, let error):
            delegate.pubnubClient(client, didDisconnectFromOrigin: origin, withError: error)
        case .willSuspend(let window):
            delegate.pubnubClient(client, willSuspendWith: { work in window.run(work) })
        default: break
        }
    }

    private func tellSubscription(_ delegate: any PNDelegate, _ client: PubNub) {
        switch self {
        case .subscription(.success(let objects), _): delegate.pubnubClient(client, didSubscribeOn: objects)
        case .subscription(.failure(let error), _): delegate.pubnubClient(client, subscriptionDidFailWithError: error)
        case .willRestoreSubscription(let objects): delegate.pubnubClient(client, willRestoreSubscriptionOn: objects)
        case .didRestoreSubscription(let objects): delegate.pubnubClient(client, didRestoreSubscriptionOn: objects)
        case .unsubscription(.success(let objects), _): delegate.pubnubClient(client, didUnsubscribeFrom: objects)
        case .unsubscription(.failure(let error), _):
            delegate.pubnubClient(client, unsubscriptionDidFailWithError: error)
        case .presenceEnabling(.success(let objects)):
            delegate.pubnubClient(client, didEnablePresenceObservationOn: objects)
        case .presenceEnabling(.failure(let error)):
            delegate.pubnubClient(client, presenceObservationEnablingDidFailWithError: error)
        case .presenceDisabling(.success(let objects)):
            delegate.pubnubClient(client, didDisablePresenceObservationOn: objects)
        case .presenceDisabling(.failure(let error)):
            delegate.pubnubClient(client, presenceObservationDisablingDidFailWithError: error)
        default: break
        }
    }

    private func tellMessages(_ delegate: any PNDelegate, _ client: PubNub) {
        switch self {
        case .willSend(let message): delegate.pubnubClient(client, willSend: message)
        case .didSend(let message): delegate.pubnubClient(client, didSend: message)
        case .sendFailed(let message, let error):
            delegate.pubnubClient(client, didFailMessageSend: message, withError: error)
        case .message(let message): delegate.pubnubClient(client, didReceive: message)
        case .presence(let event): delegate.pubnubClient(client, didReceive: event)
        case .signal(let signal): delegate.pubnubClient(client, didReceiveSignal: signal)
        case .object(let event): delegate.pubnubClient(client, didReceiveObjectEvent: event)
        case .messageAction(let event): delegate.pubnubClient(client, didReceiveMessageAction: event)
        case .gap(let start, let end):
            delegate.pubnubClient(
                client,
                didLoseMessagesBetween: PNDate(timetoken: start),
                and: PNDate(timetoken: end)
            )
        case .history(_, .success(let page)):
            delegate.pubnubClient(
                client,
                didReceiveMessageHistory: page.messages,
                for: page.channel,
                startingFrom: page.startDate,
                to: page.endDate
            )
        case .history(let channel, .failure(let error)):
            delegate.pubnubClient(client, didFailHistoryDownloadFor: channel, withError: error)
        case .time(.success(let token)): delegate.pubnubClient(client, didReceiveTimeToken: token)
        case .time(.failure(let error)): delegate.pubnubClient(client, timeTokenReceiveDidFailWithError: error)
        default: break
        }
    }
}
