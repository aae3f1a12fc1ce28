import PubNubCodec
import PubNubWire

/// Telling the application what the machines found out.
extension ClientEngine {
    func emit(_ event: PNEvent, completion: CompletionKey? = nil) {
        guard let client else { return }
        hub.emit(event, from: client, completion: completion)
    }

    func tell(_ event: ConnectionMachine.Event) {
        let origin = read { $0.settings.origin }
        switch event {
        case .willConnect: emit(.willConnect(origin: origin))
        case .didConnect: emit(.didConnect(origin: origin), completion: .connect)
        case .alreadyConnecting:
            emit(.connectionFailed(PNError(code: kPNClientTriedConnectWhileConnectedError)), completion: .connect)
        case .connectionFailed(let failure): emit(.connectionFailed(PNError(failure)), completion: .connect)
        case .willDisconnect(let failure): emit(.willDisconnect(PNError(failure)))
        case .didDisconnect: emit(.didDisconnect(origin: origin))
        case .didDisconnectWithError(let failure):
            emit(.didDisconnectWithError(origin: origin, PNError(failure)))
        }
    }

    func report(_ event: SubscribeMachine.Event) {
        switch event {
        case .subscribed(let change): report(change) { .subscription(.success($0)) }
        case .subscriptionFailed(let change, let feeds, let failure):
            let error = PNError(failure).associated(with: objects(for: feeds))
            finish(change, .subscription(.failure(error)))
        case .unsubscribed(let change): report(change) { .unsubscription(.success($0)) }
        case .unsubscriptionFailed(let change, let failure):
            let error = PNError(failure).associated(with: objects(of: change))
            finish(change, .unsubscription(.failure(error)))
        case .presenceEnabled(_, let feeds): emit(.presenceEnabling(.success(objects(for: feeds))))
        case .presenceDisabled(_, let feeds): emit(.presenceDisabling(.success(objects(for: feeds))))
        case .presenceFailed(let change, let failure):
            let error = PNError(failure).associated(with: objects(of: change))
            finish(change, change.kind == .enablePresence ? .presenceEnabling(.failure(error)) : .presenceDisabling(.failure(error)))
        case .willRestore(let feeds): emit(.willRestoreSubscription(objects(for: feeds)))
        case .restored(let feeds): emit(.didRestoreSubscription(objects(for: feeds)))
        }
    }
}
