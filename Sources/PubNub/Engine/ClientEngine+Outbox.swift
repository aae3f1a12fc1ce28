import Foundation
import PubNubCodec
import PubNubLocks
import PubNubMachines
import PubNubWire

/// Messages that are kept until the service has them.
extension ClientEngine {
    /// Makes the outbox ready as the configuration asks, and takes in what an earlier process left in its file.
    ///
    /// - Returns: Whether messages go through it: also without one while messages of an earlier configuration are in it,
    ///   so that none overtakes them.
    /// - Throws: 146 when its file cannot be used.
    @discardableResult
    func prepareOutbox() throws(PNError) -> Bool {
        while true {
            // On the way of each message: nothing large leaves the state here.
            let (isWanted, isReady, isEmpty) = read { state in
                let isReady = state.outbox.place == state.outboxPlace
                return (state.settings.outbox != nil, isReady, state.outbox.machine.count == 0)
            }
            guard isWanted else { return !isEmpty }
            if isReady { return true }
            // One thread opens the file. The others wait until what is in it stands in line, so that nothing overtakes it.
            // What follows is performed after the gate is free: it may run code of the application, which may come here.
            let opening = try outboxGate.withLock { _ throws(PNError) in try openWantedOutbox() }
            if opening.mustPerform { performAll() }
            report(damages: opening.damages)
        }
    }

    /// What is left to do when the outbox has been opened.
    private struct Opening {
        var mustPerform = false
        var damages = 0
    }

    /// Opens the outbox that the configuration asks for now, unless that has happened. The state's lock is taken within the
    /// gate, and never the other way round.
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
            // Another configuration may have come in the meantime; then the file is closed again, untouched.
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

    /// Takes over the outbox of the configuration that is now in force. Messages made under other keys are not sent with
    /// these: they end, and stay in their file.
    /// ``openOutbox()`` follows.
    func reconfigureOutbox(of state: inout State) {
        let place = state.outboxPlace
        let isForOtherKeys = state.outbox.kept.values.contains { $0.keyset != place.keyset }
        if let outbox = state.settings.outbox { state.outbox.machine.limits = outbox.limits }
        if state.settings.outbox == nil || state.outbox.place != place {
            state.outbox.place = nil
            state.outbox.file = nil
        }
        if isForOtherKeys { state.outbox.machine.cleared(into: &state.batch.actions) }
    }

    /// Makes the outbox ready, and tells when that is not possible.
    func openOutbox() {
        do throws(PNError) {
            try prepareOutbox()
        } catch {
            emit(.error(error))
        }
    }

    /// Takes a message that is ready to be sent.
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
    }

    /// The client is connected.
    func releaseOutbox() {
        apply { $0.outbox.machine.opened(into: &$0.batch.actions) }
    }

    /// Ends everything that is not under way, or what of it is for one channel.
    func clearOutbox(channel: String? = nil) {
        apply { $0.outbox.machine.cleared(line: channel, into: &$0.batch.actions) }
    }

    /// A message is as safe as the application asked for.
    func acceptMessage(_ ticket: OutboxMachine.Ticket) {
        if let kept = read({ $0.outbox.kept[ticket] }) { emit(.willSend(kept.message), completion: kept.completion) }
    }

    func warn(of ticket: OutboxMachine.Ticket, _ failure: Failure) {
        if let kept = read({ $0.outbox.kept[ticket] }) { emit(.error(PNError(failure).associated(with: kept.message))) }
    }

    func storeMessage(_ ticket: OutboxMachine.Ticket) {
        guard let kept = read({ $0.outbox.kept[ticket] }), let file = kept.file else { return }
        file.add(kept.stored) { [weak self] isStored in
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
        let (found, keyset) = read { ($0.outbox.kept[ticket], $0.keys.digest) }
        guard let kept = found else { return }
        // The configuration changed after it was decided to send the message.
        guard kept.keyset == keyset else {
            let failure = Failure(.local, code: ErrorCode.notConnected)
            return apply { $0.outbox.machine.failed(ticket, failure, into: &$0.batch.actions) }
        }
        let call = MessagingEndpoints.publish(kept.stored)
        submit(call, order: kept.stored.channel, as: .outbox) { [weak self] result in
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
        guard let kept = taken else { return }
        if case .sent(let timetoken) = ending { kept.message.accepted(at: timetoken) }
        // Told when it is written down: who ends the process then does not have the message sent once more.
        switch ending {
        case .sent,
            .refused where isForTheseKeys, .cleared where isForTheseKeys:
            guard let file = kept.file else { return report(ending, of: kept) }
            file.finished(kept.stored.id) { [weak self] in self?.report(ending, of: kept) }
        case .refused, .cleared, .full, .notStored:
            report(ending, of: kept)
        }
    }

    /// Ends a message that the client leaves behind because the application has released it.
    func end(_ abandoned: OutboxState.Abandoned) {
        let message = abandoned.kept.message
        var failure = Failure(.local, code: kPNRequestExecutionFailedClientNotReadyError)
        failure.isOutcomeUnknown = abandoned.mayArrive
        emit(.sendFailed(message, PNError(failure).associated(with: message)), completion: abandoned.kept.completion)
    }

    private func report(_ ending: OutboxMachine.Ending, of kept: OutboxState.Kept) {
        guard let error = ending.error else { return emit(.didSend(kept.message), completion: kept.completion) }
        emit(.sendFailed(kept.message, error.associated(with: kept.message)), completion: kept.completion)
    }

    private func report(damages: Int) {
        guard damages > 0 else { return }
        PNLogger.warn("\(damages) damaged places in the outbox's file were skipped")
        let reason = "Damaged places in it were skipped (\(damages)); a message may have been in each."
        emit(.error(PNError(message: reason, code: kPNOutboxFileError)))
    }
}

extension OutboxMachine.Ending {
    /// The error with which a message ends; nil when it was sent.
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
    /// What an error was made of; a refusal when it was found without a request.
    fileprivate init(reported error: PNError) {
        self = error.underlyingError as? Failure ?? Failure(.refused, code: error.code)
    }
}

extension Settings {
    /// The file of the outbox, and whose messages are in it. The keys themselves are nobody's business there.
    var outboxPlace: OutboxState.Place {
        .init(path: outbox?.file?.path, keyset: Keyset(self).digest)
    }
}

extension PNMessage {
    /// A message of an earlier process, as far as it can be read with the present cipher key.
    fileprivate convenience init(restored stored: OutboxRecord.StoredMessage, cryptor: MessageCipher?) {
        let sent = (try? RawJSON(validating: stored.payload)) ?? RawJSON(.null)
        self.init(
            payload: MessageDecryptor.decrypt(sent, with: cryptor).payload,
            channel: PNChannel(name: stored.channel),
            outgoing: Outgoing(isCompressed: stored.isCompressed, isStored: stored.isStored)
        )
    }
}
