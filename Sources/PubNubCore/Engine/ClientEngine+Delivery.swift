import PubNubMachines
import PubNubWire

/// Passes on the pages of the subscribe loop.
extension ClientEngine {
    /// Passes a page to the iterations, the listeners and the delegate.
    func deliver(_ page: SubscribePage) {
        distribute(page)
        guard let delegate else { return }
        let count = page.envelopes.count
        let context = change { state in
            state.backlog.handedOver(count)
            return DeliveryContext(
                cryptor: state.cryptor,
                subscriptions: state.machine.subscription.confirmedList
            )
        }
        if count > 0 { ClientLog.log(.replyInfo, "\(count) messages and events up to \(page.cursor.timetoken)") }
        delegate.received(page, context) { [weak self] in self?.delivered(count) }
    }

    /// Records the messages of a page, and those that wait for consumers with them.
    func measure(_ page: SubscribePage) {
        observers.measure { $0.received(page.envelopes.count, undelivered: read { $0.backlog.waiting }) }
    }

    /// Sends a long poll, or holds it back while too many messages wait for the application.
    func sendPoll(_ poll: DeliveryBacklog.Poll) {
        guard change({ $0.backlog.maySend(poll) }) else {
            let backlog = "The application is behind by \(DeliveryBacklog.limit) messages"
            let text = "\(backlog); polling pauses until it catches up"
            return ClientLog.log(.callWarning, text)
        }
        send(poll)
    }

    func cancel(_ id: RequestID) {
        change { $0.backlog.cancelled(id) }
        transport.cancel(id)
    }

    private func delivered(_ count: Int) {
        releasePoll { $0.backlog.delivered(count) }
    }

    /// Sends the poll that is held back, if it may be sent.
    func releasePoll(if mayRelease: (inout State) -> Bool) {
        let mayRelease = change(mayRelease)
        observers.measure { observer in
            if read({ $0.backlog.waiting }) == 0 { observer.caughtUp() }
        }
        guard mayRelease else { return }
        // Ordered with the machines' actions, so that a poll that is cancelled in between is not sent.
        apply { state in
            state.batch.run { [weak self] in
                guard let self, let poll = change({ $0.backlog.release() }) else { return }
                send(poll)
            }
        }
    }

    /// Reads a page that a channel may have lost.
    func sendLoad(_ load: GapFillMachine.Load) {
        let call = HistoryEndpoints.page(
            channel: load.channel,
            start: load.after,
            end: load.through,
            reverse: true,
            includeToken: true,
            includeMetadata: true
        )
        submit(call) { [weak self] result in
            let messages = (try? result.get())?.envelopes(on: load.channel)
            self?.apply { $0.machine.loadFinished(load, messages, into: &$0.batch.actions) }
        }
    }

    private func send(_ poll: DeliveryBacklog.Poll) {
        sendSubscribe(poll.request, poll.names, poll.cursor, isFirst: false)
    }
}

extension HistoryPage {
    /// The messages as if they had been received; `nil` if a time is missing, so that their order is not known.
    fileprivate func envelopes(on channel: String) -> [Envelope]? {
        let envelopes = items.compactMap { item in
            item.timetoken.map { timetoken in
                var envelope = Envelope(
                    channel: channel,
                    payload: item.message,
                    timetoken: timetoken,
                    metadata: item.metadata
                )
                envelope.isFromHistory = true
                return envelope
            }
        }
        return envelopes.count == items.count ? envelopes : nil
    }
}
