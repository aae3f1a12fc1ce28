/// A closure of the app that receives events: that of an observer or of a call.
struct EventHandler {
    private let body: (PNEvent) -> Bool

    private init(_ body: @escaping (PNEvent) -> Bool) {
        self.body = body
    }

    /// Passes every event to `body`, which returns whether it was the last one.
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

/// Handlers of events that are not the outcome of a call; ``OutcomeRow`` makes the others.
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
                // Without an error the client continues trying, and reports the outcome later.
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
        let outcomes = PNEvent.subscription.handler { objects, error in
            block(error == nil ? .subscribedState : .notSubscribedState, objects, error)
        }
        return Self { event in
            switch event {
            case .willRestoreSubscription(let objects):
                block(.willRestoreState, objects, nil)
                return false
            case .didRestoreSubscription(let objects):
                block(.restoredState, objects, nil)
                return false
            default: return outcomes.handle(event)
            }
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
}
