import Foundation
import PubNubSupport
package import PubNubMachines
package import PubNubWire

/// Messages that the outbox stores until the service has accepted them.
extension ClientEngine {
    /// Whether messages go through an outbox.
    package var usesOutbox: Bool { read { $0.settings.outbox != nil || $0.outbox.machine.count > 0 } }

    /// Opens the outbox of the configuration, and takes the messages that an earlier process left in its file.
    ///
    /// - Returns: Whether messages go through it. True also without an outbox while messages of an earlier
    ///   configuration are in it, so that none overtakes them.
    /// - Throws: 146 if its file cannot be used.
    @discardableResult
    package func prepareOutbox() throws(Failure) -> Bool {
        while true {
            // This runs for each message, so nothing large is copied out of the state.
            let (isWanted, isReady, isEmpty) = read { state in
                let isReady = state.outbox.location == state.outboxLocation
                return (state.settings.outbox != nil && !state.isShutDown, isReady, state.outbox.machine.count == 0)
            }
            guard isWanted else { return !isEmpty }
            if isReady { return true }
            // One thread opens the file. The others wait until its messages are queued, so that nothing overtakes them.
            // The actions are performed after the gate is free: they may run code of the application, which may call
            // this function.
            let opening = try outboxGate.withLock { _ throws(Failure) in try openWantedOutbox() }
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
    private func openWantedOutbox() throws(Failure) -> Opening {
        let (location, isOpen, known) = read { state in
            let location = state.settings.outbox == nil ? nil : state.outboxLocation
            return (location, state.outbox.location == location, location.flatMap { state.outbox.file(at: $0) })
        }
        guard let location, !isOpen else { return Opening() }
        var file = known
        if let path = location.path, known == nil { file = try OutboxFile(path: path, keyset: location.keyset) }
        let unsent = known == nil ? file?.unsent ?? [] : []
        var isTaken = false
        let mustPerform = decideActions { state in
            // Another configuration may have been set in the meantime, or the client shut down; then the file is closed
            // again, unchanged.
            guard let wanted = state.settings.outbox, state.outboxLocation == location, !state.isShutDown else {
                return
            }
            isTaken = true
            state.outbox.location = location
            state.outbox.file = file
            state.outbox.machine.limits = wanted.limits
            for stored in unsent {
                state.outbox.restore(
                    .init(stored: stored, keyset: location.keyset, file: file),
                    into: &state.batch.actions
                )
            }
        }
        return Opening(mustPerform: mustPerform, damages: isTaken && known == nil ? file?.damages ?? 0 : 0)
    }

    /// Switches to the outbox of the present configuration. Messages made under other keys are not sent with these:
    /// they end, and stay in their file. ``openOutbox()`` follows.
    func reconfigureOutbox(of state: inout State) {
        let location = state.outboxLocation
        let ofOtherKeys = state.outbox.entries.filter { $0.value.keyset != location.keyset }.keys.sorted()
        if let outbox = state.settings.outbox { state.outbox.machine.limits = outbox.limits }
        if state.settings.outbox == nil || state.outbox.location != location {
            state.outbox.location = nil
            state.outbox.file = nil
        }
        if !ofOtherKeys.isEmpty { state.outbox.machine.cleared(ofOtherKeys, into: &state.batch.actions) }
    }

    /// Opens the outbox, and reports an error if that is not possible.
    func openOutbox() {
        do throws(Failure) {
            try prepareOutbox()
        } catch {
            delegate?.failed(error)
        }
    }

    /// Adds a message that is ready to be sent.
    ///
    /// - Parameters:
    ///   - stored: The message.
    ///   - kept: Called under the lock with its ticket, before any event of it; nothing by default.
    ///   - ended: Called once with its end; `nil`, the default, if nothing waits for it.
    package func keep(
        _ stored: OutboxRecord.StoredMessage,
        kept: (OutboxMachine.Ticket) -> Void = { _ in },
        ended: (@Sendable (Result<Timetoken, Failure>) -> Void)? = nil
    ) {
        apply { state in
            guard !state.hasEnded else {
                if let ended { state.batch.run { ended(.failure(.notReady)) } }
                return
            }
            let entry = OutboxState.OutgoingMessage(
                stored: stored,
                ended: ended,
                keyset: state.keys.digest,
                file: state.outbox.file
            )
            kept(state.outbox.submit(entry, into: &state.batch.actions))
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
    package func clearOutbox(channel: String? = nil) {
        apply { $0.outbox.machine.cleared(line: channel, into: &$0.batch.actions) }
    }

    /// The message is as safe as the application required.
    func acceptMessage(_ ticket: OutboxMachine.Ticket) {
        guard let entry = read({ $0.outbox.entries[ticket] }) else { return }
        delegate?.message(.accepted, of: QueuedMessage(ticket: ticket, content: entry.stored))
    }

    func warn(of ticket: OutboxMachine.Ticket, _ failure: Failure) {
        guard let entry = read({ $0.outbox.entries[ticket] }) else { return }
        delegate?.message(.delayed(failure), of: QueuedMessage(ticket: ticket, content: entry.stored))
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
                case .failure(let failure):
                    state.outbox.machine.failed(ticket, failure.ofMessage, into: &state.batch.actions)
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
        // Reported after it is recorded in the file: if the process ends in the completion, the message is not sent
        // again.
        switch ending {
        case .sent,
            .refused where isForTheseKeys, .cleared where isForTheseKeys:
            guard let file = entry.file else { return report(ending.result, of: ticket, entry) }
            file.finished(entry.stored.id) { [weak self] in self?.report(ending.result, of: ticket, entry) }
        case .refused, .cleared, .full, .notStored:
            report(ending.result, of: ticket, entry)
        }
    }

    /// Ends all calls, and returns when the files of the outbox are closed, so that the next client can open them.
    ///
    /// The engine has been closed before, so no file is opened after this.
    package func shutDownAndCloseOutbox() async {
        // The gate waits for a thread that is opening a file.
        let files = outboxGate.withLock { _ in read { $0.outbox.files } }
        shutDown()
        for file in files { await file.close() }
    }

    /// Ends a message because nothing uses the engine any more.
    func end(_ abandoned: OutboxState.Abandoned) {
        var failure = Failure(.local, code: ErrorCode.notConnected)
        failure.isOutcomeUnknown = abandoned.mayArrive
        report(.failure(failure), of: abandoned.ticket, abandoned.entry)
    }

    private func report(
        _ result: Result<Timetoken, Failure>,
        of ticket: OutboxMachine.Ticket,
        _ entry: OutboxState.OutgoingMessage
    ) {
        entry.ended?(result)
        let event: MessageEvent =
            switch result {
            case .success(let timetoken): .sent(at: timetoken)
            case .failure(let failure): .failed(failure)
            }
        delegate?.message(event, of: QueuedMessage(ticket: ticket, content: entry.stored))
    }

    private func report(damages: Int) {
        guard damages > 0 else { return }
        ClientLog.warn("\(damages) damaged places in the file of the outbox were skipped")
        let reason = "Damaged places in it were skipped (\(damages)); a message may have been in each."
        delegate?.failed(Failure(unsent: ErrorCode.outboxFileUnusable, reason))
    }
}

extension OutboxMachine.Ending {
    /// The time at which the service accepted the message, or the failure with which it ends.
    fileprivate var result: Result<Timetoken, Failure> {
        switch self {
        case .sent(let timetoken): .success(timetoken)
        case .refused(let failure): .failure(failure)
        case .full: .failure(Failure(unsent: ErrorCode.outboxFull))
        case .notStored: .failure(Failure(unsent: ErrorCode.outboxFileUnusable))
        case .cleared: .failure(Failure(unsent: ErrorCode.outboxCleared))
        }
    }
}

extension Failure {
    /// The failure of a call that sent a message; a refusal if the call made no request.
    fileprivate var ofMessage: Failure {
        guard kind == .unsent else { return self }
        return Failure(.refused, code: code, text: code == ErrorCode.messageTooLong ? text : nil)
    }
}
