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
}
