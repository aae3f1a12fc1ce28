/// Telling the application what the machines found out.
extension ClientEngine {
    func emit(_ event: PNEvent, completion: Completion? = nil) {
        guard let client else { return }
        hub.emit(event, from: client, completion: completion)
    }

    func tell(_ event: ConnectionMachine.Event) {
        tell(event, to: read { $0.connecting })
    }

    /// Tells the event, also to the closures of a call to connect.
    func tell(_ event: ConnectionMachine.Event, to connecting: Completion?) {
        log(event)
        let origin = read { $0.settings.origin }
        switch event {
        case .willConnect: emit(.willConnect(origin: origin))
        case .didConnect: emit(.didConnect(origin: origin), completion: connecting)
        case .alreadyConnecting:
            let error = PNError(code: kPNClientTriedConnectWhileConnectedError)
            emit(.connectionFailed(origin: origin, error), completion: connecting)
        case .connectionFailed(let failure):
            emit(.connectionFailed(origin: origin, PNError(failure)), completion: connecting)
        case .willDisconnect(let failure): emit(.willDisconnect(origin: origin, PNError(failure)))
        case .didDisconnect: emit(.didDisconnect(origin: origin), completion: connecting)
        case .didDisconnectWithError(let failure):
            emit(.didDisconnectWithError(origin: origin, PNError(failure)))
        }
    }
}
