import Foundation

/// A closure of the app together with the kind of event it takes; used for observers and for the closures of calls.
enum EventHandler {
    /// The closures of a call to connect.
    case connection(success: PNClientConnectionSuccessBlock?, failure: PNClientConnectionFailureBlock?)
    case connectionState(PNClientConnectionStateChangeBlock)
    case subscriptionState(PNClientChannelSubscriptionHandlerBlock)
    case unsubscription(PNClientChannelUnsubscriptionHandlerBlock)
    case presenceEnabling(PNClientPresenceEnableHandlingBlock)
    case presenceDisabling(PNClientPresenceDisableHandlingBlock)
    case messageProcessing(PNClientMessageProcessingBlock)
    case messageReceive(PNClientMessageHandlingBlock)
    case presenceEvent(PNClientPresenceEventHandlingBlock)
    case messagesGap(PNClientMessagesGapBlock)
    case history(PNClientHistoryLoadHandlingBlock)
    case timeToken(PNClientTimeTokenReceivingCompleteBlock)
    case participants(PNClientParticipantsHandlingBlock)
    case participantChannels(PNClientParticipantChannelsHandlingBlock)
    case clientStateRequest(PNClientStateRetrieveHandlingBlock)
    case clientStateUpdate(PNClientStateUpdateHandlingBlock)
    case channelGroups(PNClientChannelGroupsRequestHandlingBlock)
    case namespaces(PNClientChannelGroupNamespacesRequestHandlingBlock)
    case namespaceRemoval(PNClientChannelGroupNamespaceRemoveHandlingBlock)
    case groupRemoval(PNClientChannelGroupRemoveHandlingBlock)
    case groupChannels(PNClientChannelsForGroupRequestHandlingBlock)
    case groupChannelsAddition(PNClientChannelsAdditionToGroupHandlingBlock)
    case groupChannelsRemoval(PNClientChannelsRemovalFromGroupHandlingBlock)
    case pushEnabling(PNClientPushNotificationsEnableHandlingBlock)
    case pushDisabling(PNClientPushNotificationsDisableHandlingBlock)
    case pushRemoval(PNClientPushNotificationsRemoveHandlingBlock)
    case pushChannels(PNClientPushNotificationsEnabledChannelsHandlingBlock)
    case accessRightsChange(PNClientChannelAccessRightsChangeBlock)
    case accessRightsAudit(PNClientChannelAccessRightsAuditBlock)

    /// Calls the closure when the event is of its kind.
    ///
    /// - Returns: Whether the event was the last one of its call.
    @discardableResult
    func handle(_ event: PNEvent) -> Bool {
        handleConnection(event) ?? handleMessages(event) ?? handlePresence(event) ?? handleGroups(event)
            ?? handlePush(event) ?? false
    }
}

extension EventHandler {
    private func handleConnection(_ event: PNEvent) -> Bool? {
        switch (self, event) {
        case (.connection(let success, _), .didConnect(let origin)): success?(origin)
        case (.connection(_, let failure), .connectionFailed(_, let error)):
            failure?(error)
            // Without an error the client goes on trying, and reports how that ends.
            return error != nil
        case (.connection(_, let failure), .didDisconnect):
            failure?(PNError(code: kPNRequestExecutionFailedClientNotReadyError))
        case (.connectionState(let block), .didConnect(let origin)): block(origin, true, nil)
        case (.connectionState(let block), .connectionFailed(let origin, let error)): block(origin, false, error)
        case (.connectionState(let block), .willDisconnect(let origin, let error)): block(origin, false, error)
        case (.connectionState(let block), .didDisconnect(let origin)): block(origin, false, nil)
        case (.connectionState(let block), .didDisconnectWithError(let origin, let error)): block(origin, false, error)
        case (.subscriptionState(let block), .subscription(.success(let objects), _)):
            block(.subscribedState, objects, nil)
        case (.subscriptionState(let block), .subscription(.failure(let error), _)):
            block(.notSubscribedState, error.objects, error)
        case (.subscriptionState(let block), .willRestoreSubscription(let objects)):
            block(.willRestoreState, objects, nil)
            return false
        case (.subscriptionState(let block), .didRestoreSubscription(let objects)):
            block(.restoredState, objects, nil)
            return false
        default: return nil
        }
        return true
    }

    private func handleMessages(_ event: PNEvent) -> Bool? {
        switch (self, event) {
        case (.messageReceive(let block), .message(let message)): block(message)
        case (.presenceEvent(let block), .presence(let event)): block(event)
        case (.messageProcessing(let block), .willSend(let message)):
            block(.sending, message)
            return false
        case (.messageProcessing(let block), .didSend(let message)): block(.sent, message)
        case (.messageProcessing(let block), .sendFailed(_, let error)): block(.sendingError, error)
        case (.messagesGap(let block), .gap(let start, let end)):
            block(PNDate(timetoken: start), PNDate(timetoken: end))
        case (.history(let block), .history(_, .success(let page))):
            block(page.messages, page.channel, page.startDate, page.endDate, nil)
        case (.history(let block), .history(let channel, .failure(let error))): block(nil, channel, nil, nil, error)
        case (.timeToken(let block), .time(let outcome)): block(outcome.value, outcome.failure)
        default: return nil
        }
        return true
    }

    private func handlePresence(_ event: PNEvent) -> Bool? {
        switch (self, event) {
        case (.unsubscription(let block), .unsubscription(let outcome, _)),
            (.presenceEnabling(let block), .presenceEnabling(let outcome)),
            (.presenceDisabling(let block), .presenceDisabling(let outcome)):
            block(outcome.value ?? outcome.failure?.objects, outcome.failure)
        case (.participants(let block), .hereNow(let objects, let outcome)):
            block(outcome.value, outcome.value?.channels() ?? objects, outcome.failure)
        case (.participantChannels(let block), .whereNow(let identifier, let outcome)):
            block(identifier, outcome.value?.channels, outcome.failure)
        case (.clientStateRequest(let block), .clientState(let outcome)),
            (.clientStateUpdate(let block), .clientStateUpdate(let outcome)):
            block(outcome.value ?? outcome.failure?.associatedObject as? PNClient, outcome.failure)
        default: return nil
        }
        return true
    }

    private func handleGroups(_ event: PNEvent) -> Bool? {
        switch (self, event) {
        case (.channelGroups(let block), .channelGroups(let namespace, let outcome)):
            block(namespace, outcome.value, outcome.failure)
        case (.namespaces(let block), .namespaces(let outcome)): block(outcome.value, outcome.failure)
        case (.namespaceRemoval(let block), .namespaceRemoval(let outcome)):
            block(outcome.value ?? outcome.failure?.associatedObject as? String, outcome.failure)
        case (.groupRemoval(let block), .groupRemoval(let outcome)),
            (.groupChannels(let block), .groupChannels(let outcome)):
            block(outcome.value ?? outcome.failure?.associatedObject as? PNChannelGroup, outcome.failure)
        case (.groupChannelsAddition(let block), .groupChannelsAddition(let outcome)),
            (.groupChannelsRemoval(let block), .groupChannelsRemoval(let outcome)):
            let change = outcome.value ?? outcome.failure?.associatedObject as? PNChannelGroupChange
            block(change?.group, change?.channels, outcome.failure)
        default: return nil
        }
        return true
    }

    private func handlePush(_ event: PNEvent) -> Bool? {
        switch (self, event) {
        case (.pushEnabling(let block), .pushEnabling(let outcome)),
            (.pushDisabling(let block), .pushDisabling(let outcome)),
            (.pushChannels(let block), .pushChannels(let outcome)):
            block(outcome.value ?? outcome.failure?.associatedObject as? [PNChannel], outcome.failure)
        case (.pushRemoval(let block), .pushRemoval(let outcome)): block(outcome.failure)
        case (.accessRightsChange(let block), .accessRightsChange(let outcome)),
            (.accessRightsAudit(let block), .accessRightsAudit(let outcome)):
            block(outcome.value, outcome.failure)
        default: return nil
        }
        return true
    }
}

extension PNError {
    /// The channels and groups the error is about; `nil` when it is not about such.
    var objects: [any PNChannelProtocol]? {
        associatedObject as? [any PNChannelProtocol]
    }
}
