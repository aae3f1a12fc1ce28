/// A closure of the app, made to take events; used for observers and for the closures of calls.
struct EventHandler {
    private let body: (PNEvent) -> Bool

    private init(_ body: @escaping (PNEvent) -> Bool) {
        self.body = body
    }

    /// Takes every event; `body` says whether it was the last one.
    static func all(_ body: @escaping (PNEvent) -> Bool) -> Self {
        Self(body)
    }

    /// Calls the closure when the event is of its kind.
    ///
    /// - Returns: Whether the event was the last one of its call.
    @discardableResult
    func handle(_ event: PNEvent) -> Bool {
        body(event)
    }
}

/// Connection, subscription and messages.
extension EventHandler {
    /// The closures of a call to connect.
    static func connection(
        success: PNClientConnectionSuccessBlock?,
        failure: PNClientConnectionFailureBlock?
    ) -> Self {
        Self { event in
            switch event {
            case .didConnect(let origin): success?(origin)
            case .didDisconnect: failure?(PNError(code: kPNRequestExecutionFailedClientNotReadyError))
            case .connectionFailed(_, let error):
                failure?(error)
                // Without an error the client goes on trying, and reports how that ends.
                return error != nil
            default: return false
            }
            return true
        }
    }

    static func connectionState(_ block: @escaping PNClientConnectionStateChangeBlock) -> Self {
        Self { event in
            switch event {
            case .didConnect(let origin): block(origin, true, nil)
            case .connectionFailed(let origin, let error): block(origin, false, error)
            case .willDisconnect(let origin, let error): block(origin, false, error)
            case .didDisconnect(let origin): block(origin, false, nil)
            case .didDisconnectWithError(let origin, let error): block(origin, false, error)
            default: return false
            }
            return true
        }
    }

    static func subscriptionState(_ block: @escaping PNClientChannelSubscriptionHandlerBlock) -> Self {
        Self { event in
            switch event {
            case .subscription(.success(let objects), _): block(.subscribedState, objects, nil)
            case .subscription(.failure(let error), _): block(.notSubscribedState, error.objects, error)
            case .willRestoreSubscription(let objects):
                block(.willRestoreState, objects, nil)
                return false
            case .didRestoreSubscription(let objects):
                block(.restoredState, objects, nil)
                return false
            default: return false
            }
            return true
        }
    }

    static func messageProcessing(_ block: @escaping PNClientMessageProcessingBlock) -> Self {
        Self { event in
            switch event {
            case .willSend(let message):
                block(.sending, message)
                return false
            case .didSend(let message): block(.sent, message)
            case .sendFailed(_, let error): block(.sendingError, error)
            default: return false
            }
            return true
        }
    }

    static func messageReceive(_ block: @escaping PNClientMessageHandlingBlock) -> Self {
        Self { event in
            guard case .message(let message) = event else { return false }
            block(message)
            return true
        }
    }

    static func presenceEvent(_ block: @escaping PNClientPresenceEventHandlingBlock) -> Self {
        Self { event in
            guard case .presence(let presence) = event else { return false }
            block(presence)
            return true
        }
    }

    static func signal(_ block: @escaping PNClientSignalHandlingBlock) -> Self {
        Self { event in
            guard case .signal(let signal) = event else { return false }
            block(signal)
            return true
        }
    }

    static func objectEvent(_ block: @escaping PNClientObjectEventHandlingBlock) -> Self {
        Self { event in
            guard case .object(let object) = event else { return false }
            block(object)
            return true
        }
    }

    static func messageAction(_ block: @escaping PNClientMessageActionHandlingBlock) -> Self {
        Self { event in
            guard case .messageAction(let action) = event else { return false }
            block(action)
            return true
        }
    }

    static func messagesGap(_ block: @escaping PNClientMessagesGapBlock) -> Self {
        Self { event in
            guard case .gap(let start, let end) = event else { return false }
            block(PNDate(timetoken: start), PNDate(timetoken: end))
            return true
        }
    }

    static func history(_ block: @escaping PNClientHistoryLoadHandlingBlock) -> Self {
        Self { event in
            guard case .history(let channel, let outcome) = event else { return false }
            let page = outcome.value
            block(page?.messages, channel, page?.startDate, page?.endDate, outcome.failure)
            return true
        }
    }

    static func timeToken(_ block: @escaping PNClientTimeTokenReceivingCompleteBlock) -> Self {
        Self { event in
            guard case .time(let outcome) = event else { return false }
            block(outcome.value, outcome.failure)
            return true
        }
    }
}

/// Everything that has one outcome.
extension EventHandler {
    /// Calls `tell` with the outcome that `find` finds in an event.
    static func outcome<Value>(
        _ find: @escaping (PNEvent) -> PNEvent.Outcome<Value>?,
        _ tell: @escaping (PNEvent.Outcome<Value>) -> Void
    ) -> Self {
        Self { event in
            guard let outcome = find(event) else { return false }
            tell(outcome)
            return true
        }
    }

    static func participants(_ block: @escaping PNClientParticipantsHandlingBlock) -> Self {
        Self { event in
            guard case .hereNow(let objects, let outcome) = event else { return false }
            block(outcome.value, outcome.value?.channels() ?? objects, outcome.failure)
            return true
        }
    }

    static func participantChannels(_ block: @escaping PNClientParticipantChannelsHandlingBlock) -> Self {
        Self { event in
            guard case .whereNow(let identifier, let outcome) = event else { return false }
            block(identifier, outcome.value?.channels, outcome.failure)
            return true
        }
    }

    static func channelGroups(_ block: @escaping PNClientChannelGroupsRequestHandlingBlock) -> Self {
        Self { event in
            guard case .channelGroups(let namespace, let outcome) = event else { return false }
            block(namespace, outcome.value, outcome.failure)
            return true
        }
    }

    static func pushRemoval(_ block: @escaping PNClientPushNotificationsRemoveHandlingBlock) -> Self {
        Self { event in
            guard case .pushRemoval(let outcome) = event else { return false }
            block(outcome.failure)
            return true
        }
    }
}

extension PNError {
    /// The channels and groups the error is about; `nil` when it is not about such.
    var objects: [any PNChannelProtocol]? {
        associatedObject as? [any PNChannelProtocol]
    }
}
