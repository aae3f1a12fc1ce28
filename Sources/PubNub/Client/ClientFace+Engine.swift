import PubNubCore
import PubNubMachines
import PubNubWire

/// Turns what the engine reports into events of the client.
extension ClientFace: EngineDelegate {
    func connection(_ event: ConnectionMachine.Event, with origin: String) {
        let connecting = read { $0.connecting }
        func error(_ failure: Failure) -> PNError { failure.associated(with: origin) }
        switch event {
        case .willConnect: emit(.willConnect(origin: origin))
        case .didConnect: connected(to: origin, connecting)
        case .alreadyConnecting:
            let failure = Failure(unsent: ErrorCode.alreadyConnected)
            emit(.connectionFailed(origin: origin, error(failure)), completion: connecting)
        case .connectionFailed(let failure):
            emit(.connectionFailed(origin: origin, error(failure)), completion: connecting)
        // Without an error the call to connect continues.
        case .waitingForNetwork: emit(.connectionFailed(origin: origin, nil), completion: connecting)
        case .willDisconnect(let failure): emit(.willDisconnect(origin: origin, error(failure)))
        case .didDisconnect: emit(.didDisconnect(origin: origin), completion: connecting)
        case .didDisconnectWithError(let failure): emit(.didDisconnectWithError(origin: origin, error(failure)))
        }
    }

    func failed(_ failure: Failure) { emit(.error(PNError(failure))) }

    func adopted(_ settings: ClientSettings) {
        hub.setCallbackQueue(settings.callbackQueue)
        hub.setPostsNotifications(settings.postsNotifications)
    }

    func ask(_ question: ClientAction.Question, answer: @escaping @Sendable (Bool?) -> Void) {
        guard let client else { return }
        hub.ask(question.asked, from: client, answer: answer)
    }

    func willSuspend(proceed: @escaping @Sendable () -> Void) {
        emit(.willSuspend(SuspensionWindow(proceed: proceed)))
    }

    func message(_ event: MessageEvent, of queued: QueuedMessage) {
        let sent = sentMessage(queued, isOver: event.isEnd)
        switch event {
        case .accepted: emit(.willSend(sent.message), completion: sent.completion)
        case .delayed(let failure): emit(.error(failure.associated(with: sent.message)))
        case .sent(let timetoken):
            sent.message.accepted(at: timetoken)
            emit(.didSend(sent.message), completion: sent.completion)
        case .failed(let failure):
            let error = failure.associated(with: sent.message)
            emit(.sendFailed(sent.message, error), completion: sent.completion)
        }
    }

    /// The message of the application with its closure; a new object for a message of an earlier process or of a task.
    private func sentMessage(_ queued: QueuedMessage, isOver: Bool) -> SentMessage {
        let known = change { state in
            isOver ? state.messages.removeValue(forKey: queued.ticket) : state.messages[queued.ticket]
        }
        if let known { return known }
        let message = PNMessage(restored: queued.content, cryptor: engine.cipher)
        let sent = SentMessage(message: message, completion: nil)
        if !isOver { change { $0.messages[queued.ticket] = sent } }
        return sent
    }

    /// Delivers a whole page with one hop to the callback queue, however many messages it contains.
    func received(_ page: SubscribePage, _ context: DeliveryContext, processed: @escaping @Sendable () -> Void) {
        guard let client, reportsEvents else { return processed() }
        var delivery = PageDelivery(of: page, context, objects: read { $0.objects })
        let arrivals = page.envelopes.map { delivery.arrival(of: $0) }
        if !delivery.otherChannels.isEmpty {
            change { state in
                for channel in delivery.otherChannels { state.knownChannels.retain(channel) }
            }
        }
        hub.emit(arrivals, from: client, then: processed)
    }
}

extension MessageEvent {
    /// Whether nothing follows it.
    fileprivate var isEnd: Bool {
        switch self {
        case .accepted, .delayed: false
        case .sent, .failed: true
        }
    }
}

extension ClientAction.Question {
    /// The question as the delegate knows it.
    fileprivate var asked: PNQuestion {
        switch self {
        case .reconnect: .reconnect
        case .keepTimetoken: .keepTimeToken
        case .resubscribe: .resubscribe
        case .restoreFromLastTimetoken: .restoreFromLastTimeToken
        case .runInBackground: .runInBackground
        }
    }
}

extension PNMessage {
    /// A message of an earlier process, as far as the present cipher key can read it.
    fileprivate convenience init(restored stored: OutboxRecord.StoredMessage, cryptor: MessageCipher?) {
        let sent = (try? RawJSON(validating: stored.payload)) ?? RawJSON(.null)
        self.init(
            payload: MessageDecryptor.decrypt(sent, with: cryptor).payload,
            channel: .exactly(named: stored.channel),
            outgoing: Outgoing(isCompressed: stored.isCompressed, isStored: stored.isStored)
        )
    }
}
