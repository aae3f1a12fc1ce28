import Foundation
import PubNubCodec
import PubNubLocks
import PubNubMachines
import PubNubWire

/// Messages that the outbox stores until the service has accepted them.
extension ClientEngine {
    /// Whether messages go through an outbox.
    var usesOutbox: Bool { read { $0.settings.outbox != nil || $0.outbox.machine.count > 0 } }

    /// Opens the outbox of the configuration, and takes the messages that an earlier process left in its file.
    ///
    /// - Returns: Whether messages go through it. True also without an outbox while messages of an earlier
    ///   configuration are in it, so that none overtakes them.
    /// - Throws: 146 if its file cannot be used.
    @discardableResult
    func prepareOutbox() throws(PNError) -> Bool {
        while true {
            // This runs for each message, so nothing large is copied out of the state.
            let (isWanted, isReady, isEmpty) = read { state in
                let isReady = state.outbox.place == state.outboxPlace
                return (state.settings.outbox != nil, isReady, state.outbox.machine.count == 0)
            }
            guard isWanted else { return !isEmpty }
            if isReady { return true }
            // One thread opens the file. The others wait until its messages are queued, so that nothing overtakes them.
            // The actions are performed after the gate is free: they may run code of the application, which may call
            // this function.
            let opening = try outboxGate.withLock { _ throws(PNError) in try openWantedOutbox() }
            if opening.mustPerform { performAll() }
            report(damages: opening.damages)
        }
    }

    /// The steps that follow the opening of the outbox.
    private struct Opening {
        var mustPerform = false
        var damages = 0
    }

    /// Opens the present outbox of the configuration unless it is open. The state's lock is taken within the gate, and
    /// never the other way round.
    private func openWantedOutbox() throws(PNError) -> Opening {
        let (place, isOpen, known) = read { state in
            let place = state.settings.outbox == nil ? nil : state.outboxPlace
            return (place, state.outbox.place == place, place.flatMap { state.outbox.file(at: $0) })
        }
        guard let place, !isOpen else { return Opening() }
        var file = known
        if let path = place.path, known == nil { file = try OutboxFile(path: path, keyset: place.keyset) }
        let unsent = known == nil ? file?.unsent ?? [] : []
        var isTaken = false
        let mustPerform = decideActions { state in
            // Another configuration may have been set in the meantime; then the file is closed again, unchanged.
            guard let wanted = state.settings.outbox, state.outboxPlace == place else { return }
            isTaken = true
            state.outbox.place = place
            state.outbox.file = file
            state.outbox.machine.limits = wanted.limits
            for stored in unsent {
                let message = PNMessage(restored: stored, cryptor: state.cryptor)
                state.outbox.restore(
                    .init(stored: stored, message: message, completion: nil, keyset: place.keyset, file: file),
                    into: &state.batch.actions
                )
            }
        }
        return Opening(mustPerform: mustPerform, damages: isTaken && known == nil ? file?.damages ?? 0 : 0)
    }

    /// Switches to the outbox of the present configuration. Messages made under other keys are not sent with these:
    /// they end, and stay in their file. ``openOutbox()`` follows.
    func reconfigureOutbox(of state: inout State) {
        let place = state.outboxPlace
        let isForOtherKeys = state.outbox.entries.values.contains { $0.keyset != place.keyset }
        if let outbox = state.settings.outbox { state.outbox.machine.limits = outbox.limits }
        if state.settings.outbox == nil || state.outbox.place != place {
            state.outbox.place = nil
            state.outbox.file = nil
        }
        if isForOtherKeys { state.outbox.machine.cleared(into: &state.batch.actions) }
    }

    /// Opens the outbox, and reports an error if that is not possible.
    func openOutbox() {
        do throws(PNError) {
            try prepareOutbox()
        } catch {
            emit(.error(error))
        }
    }

    /// Adds a message that is ready to be sent.
    func keep(_ stored: OutboxRecord.StoredMessage, _ message: PNMessage, _ completion: Completion?) {
        apply { state in
            let keyset = state.keys.digest
            state.outbox.submit(
                .init(
                    stored: stored,
                    message: message,
                    completion: completion,
                    keyset: keyset,
                    file: state.outbox.file
                ),
                into: &state.batch.actions
            )
        }
        reportOutboxDepth()
    }

    private func reportOutboxDepth() {
        observers.measure { $0.outboxChanged(depth: read { $0.outbox.machine.count }) }
    }

    /// The client is connected.
    func releaseOutbox() {
        apply { $0.outbox.machine.opened(into: &$0.batch.actions) }
    }

    /// Ends all messages that are not in flight, or those for one channel.
    func clearOutbox(channel: String? = nil) {
        apply { $0.outbox.machine.cleared(line: channel, into: &$0.batch.actions) }
    }

    /// The message is as safe as the application required.
    func acceptMessage(_ ticket: OutboxMachine.Ticket) {
        if let entry = read({ $0.outbox.entries[ticket] }) {
            emit(.willSend(entry.message), completion: entry.completion)
        }
    }

    func warn(of ticket: OutboxMachine.Ticket, _ failure: Failure) {
        if let entry = read({ $0.outbox.entries[ticket] }) {
            emit(.error(PNError(failure).associated(with: entry.message)))
        }
    }

    func storeMessage(_ ticket: OutboxMachine.Ticket) {
        guard let entry = read({ $0.outbox.entries[ticket] }), let file = entry.file else { return }
        file.add(entry.stored) { [weak self] isStored in
            self?.apply { state in
                if isStored {
                    state.outbox.machine.stored(ticket, into: &state.batch.actions)
                } else {
                    state.outbox.machine.storingFailed(ticket, into: &state.batch.actions)
                }
            }
        }
    }

    func sendMessage(_ ticket: OutboxMachine.Ticket) {
        let (found, keyset) = read { ($0.outbox.entries[ticket], $0.keys.digest) }
        guard let entry = found else { return }
        // The configuration changed after it was decided to send the message.
        guard entry.keyset == keyset else {
            let failure = Failure(.local, code: ErrorCode.notConnected)
            return apply { $0.outbox.machine.failed(ticket, failure, into: &$0.batch.actions) }
        }
        let call = MessagingEndpoints.publish(entry.stored)
        submit(call, order: entry.stored.channel, as: .outbox) { [weak self] result in
            self?.apply { state in
                switch result {
                case .success(let timetoken):
                    state.outbox.machine.sent(ticket, at: timetoken, into: &state.batch.actions)
                case .failure(let error):
                    state.outbox.machine.failed(ticket, Failure(reported: error), into: &state.batch.actions)
                }
            }
        }
    }

    func endMessage(_ ticket: OutboxMachine.Ticket, _ ending: OutboxMachine.Ending) {
        let (taken, isForTheseKeys) = change { state in
            let taken = state.outbox.take(ticket)
            return (taken, taken?.keyset == state.keys.digest)
        }
        guard let entry = taken else { return }
        reportOutboxDepth()
        if case .sent(let timetoken) = ending { entry.message.accepted(at: timetoken) }
        // Reported after it is recorded in the file: if the process ends in the completion, the message is not sent
        // again.
        switch ending {
        case .sent,
            .refused where isForTheseKeys, .cleared where isForTheseKeys:
            guard let file = entry.file else { return report(ending, of: entry) }
            file.finished(entry.stored.id) { [weak self] in self?.report(ending, of: entry) }
        case .refused, .cleared, .full, .notStored:
            report(ending, of: entry)
        }
    }

    /// Ends a message because the application has released the client.
    func end(_ abandoned: OutboxState.Abandoned) {
        let message = abandoned.entry.message
        var failure = Failure(.local, code: kPNRequestExecutionFailedClientNotReadyError)
        failure.isOutcomeUnknown = abandoned.mayArrive
        emit(.sendFailed(message, PNError(failure).associated(with: message)), completion: abandoned.entry.completion)
    }

    private func report(_ ending: OutboxMachine.Ending, of entry: OutboxState.Entry) {
        guard let error = ending.error else { return emit(.didSend(entry.message), completion: entry.completion) }
        emit(.sendFailed(entry.message, error.associated(with: entry.message)), completion: entry.completion)
    }

    private func report(damages: Int) {
        guard damages > 0 else { return }
        PNLogger.warn("\(damages) damaged places in the file of the outbox were skipped")
        let reason = "Damaged places in it were skipped (\(damages)); a message may have been in each."
        emit(.error(PNError(message: reason, code: kPNOutboxFileError)))
    }
}

extension OutboxMachine.Ending {
    /// The error with which a message ends; `nil` if it was sent.
    fileprivate var error: PNError? {
        switch self {
        case .sent: nil
        case .refused(let failure): PNError(failure)
        case .full: PNError(code: kPNOutboxFullError)
        case .notStored: PNError(code: kPNOutboxFileError)
        case .cleared: PNError(code: kPNOutboxClearedError)
        }
    }
}

extension Failure {
    /// The failure that an error was made of; a refusal for an error without a request.
    fileprivate init(reported error: PNError) {
        self = error.underlyingError as? Failure ?? Failure(.refused, code: error.code)
    }
}

extension ClientSettings {
    /// The file of the outbox, and a digest of its keys. The file does not contain the keys themselves.
    var outboxPlace: OutboxState.Place {
        .init(path: outbox?.file?.path, keyset: Keyset(self).digest)
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
