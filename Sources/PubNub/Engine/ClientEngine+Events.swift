import PubNubMachines

/// Reports the results of the machines to the application.
extension ClientEngine {
    /// Reports an event. Once the application has released the client, only the closure of the call receives it.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - change: The change that the event causes in the objects of the app; `nil`, the default, for none.
    ///   - completion: The closure of the call that the event belongs to; `nil`, the default, for none.
    ///   - place: The place of the call that ends with the event; by default the event ends no call.
    func emit(
        _ event: PNEvent,
        changing change: ChannelChange? = nil,
        completion: Completion? = nil,
        ending place: CallPlace = .apart
    ) {
        // The next call begins after the event is queued for the closure.
        defer { leave(place) }
        if let client, reportsEvents || completion != nil {
            hub.emit(event, from: client, changing: change, completion: completion)
        } else if let completion {
            hub.emit(event, changing: change, to: completion)
        } else {
            change?.apply()
        }
    }

    /// Reports the outcome for the valid objects of a list, then the error about the others.
    ///
    /// The closure of the call receives the error, unless the call failed for the valid objects as well.
    func emit<Value>(
        _ outcome: PNEvent.Outcome<Value>,
        changing change: ChannelChange? = nil,
        fault: PNError?,
        completion: Completion?,
        ending place: CallPlace = .apart,
        _ event: (PNEvent.Outcome<Value>) -> PNEvent
    ) {
        guard let fault else {
            return emit(event(outcome), changing: change, completion: completion, ending: place)
        }
        let hasFailed = outcome.failure != nil
        emit(event(outcome), changing: change, completion: hasFailed ? completion : nil)
        emit(event(.failure(fault)), completion: hasFailed ? nil : completion, ending: place)
    }

    func report(_ event: ConnectionMachine.Event) {
        log(event)
        noteIterations(of: event)
        let (origin, connecting) = read { ($0.settingsInUse.origin, $0.connecting) }
        func connectionError(_ failure: Failure) -> PNError { PNError(failure).associated(with: origin) }
        switch event {
        case .willConnect: emit(.willConnect(origin: origin))
        case .didConnect:
            emit(.didConnect(origin: origin), completion: connecting)
            releaseOutbox()
        case .alreadyConnecting:
            let error = PNError(code: kPNClientTriedConnectWhileConnectedError).associated(with: origin)
            emit(.connectionFailed(origin: origin, error), completion: connecting)
        case .connectionFailed(let failure):
            emit(.connectionFailed(origin: origin, connectionError(failure)), completion: connecting)
        // Without an error the call to connect continues.
        case .waitingForNetwork: emit(.connectionFailed(origin: origin, nil), completion: connecting)
        case .willDisconnect(let failure): emit(.willDisconnect(origin: origin, connectionError(failure)))
        case .didDisconnect: emit(.didDisconnect(origin: origin), completion: connecting)
        case .didDisconnectWithError(let failure):
            emit(.didDisconnectWithError(origin: origin, connectionError(failure)))
        }
    }
}
