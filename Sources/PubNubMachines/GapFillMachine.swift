package import PubNubWire

/// Loads from history the messages that a channel lost while the client did not listen, and delivers them before newer
/// ones.
///
/// Messages of a channel that is being filled wait until that ends; presence events and other channels do not wait. The
/// machine reports the messages that history did not return as a gap, before later messages.
package struct GapFillMachine: Sendable, Equatable {
    /// A page of history, oldest message first, that the machine waits for.
    package struct Load: Sendable, Equatable {
        let id: UInt64
        package let channel: String
        /// The page begins after this time.
        package let after: Timetoken
        /// The page ends at this time.
        package let through: Timetoken
    }

    fileprivate struct Fill: Sendable, Equatable {
        var load: UInt64
        let channel: String
        /// Everything up to this time has been delivered.
        var after: Timetoken
        /// Everything from this time on has been received.
        let end: Timetoken
        /// Whether messages are known to be missing, and not only suspected.
        var isCertain: Bool
        var pages = 0
        var held: [Envelope] = []

        /// Requests everything strictly between the two times.
        var request: Load {
            Load(id: load, channel: channel, after: after, through: Timetoken(rawValue: end.rawValue &- 1))
        }
    }

    private struct Key: Sendable, Hashable {
        let channel: NameKey
        let end: Timetoken
    }

    private struct Gap: Sendable, Equatable {
        let start: Timetoken
        let end: Timetoken
    }

    /// The most pages of history that fill one channel.
    static let pages = 10
    /// The most messages of one channel that wait for its filling to end.
    static let waiting = 5000

    private var fills: [Fill] = []
    private var lastLoad: UInt64 = 0
    /// The start of the absence that the next two inputs refer to.
    private var start: Timetoken?
    private var complete: Set<Key> = []
    private var reported: Gap?

    /// Whether messages wait for a page of history.
    package var isFilling: Bool { !fills.isEmpty }

    /// Channels may have lost messages since `start`. The page that shows it arrives next.
    mutating func found(_ found: [CatchUp.SuspectedLoss], since start: Timetoken, into actions: inout ClientActions) {
        if self.start != start {
            self.start = start
            complete = []
            reported = nil
        }
        for loss in found { self.found(loss, into: &actions) }
    }

    private mutating func found(_ loss: CatchUp.SuspectedLoss, into actions: inout ClientActions) {
        guard !complete.contains(Key(channel: NameKey(loss.channel), end: loss.first)) else { return }
        if let index = fills.firstIndex(where: { $0.channel.hasSameBytes(as: loss.channel) }) {
            guard fills[index].end != loss.first else {
                fills[index].isCertain = fills[index].isCertain || loss.isCertain
                return
            }
            // The loss is elsewhere and does not continue this one.
            end(index, isFilled: false, into: &actions)
        }
        guard loss.isFresh, !PresenceName.strip(loss.channel).isPresence else {
            if loss.isCertain { reportGap(from: loss.after, to: loss.first, into: &actions) }
            return
        }
        lastLoad += 1
        let fill = Fill(
            load: lastLoad,
            channel: loss.channel,
            after: loss.after,
            end: loss.first,
            isCertain: loss.isCertain
        )
        // No message fits between adjacent times.
        guard fill.request.after < fill.request.through else { return }
        fills.append(fill)
        actions.append(.load(fill.request))
    }

    /// Holds back the messages that have to wait, and delivers the rest.
    mutating func pageArrived(_ page: SubscribePage, into actions: inout ClientActions) {
        guard isFilling else { return actions.append(.deliver(page)) }
        var rest: [Envelope] = []
        for envelope in page.envelopes {
            if let index = fills.firstIndex(where: { $0.holds(envelope) }) {
                fills[index].held.append(envelope)
            } else {
                rest.append(envelope)
            }
        }
        if !rest.isEmpty { actions.append(.deliver(SubscribePage(cursor: page.cursor, envelopes: rest))) }
        while let index = fills.firstIndex(where: { $0.held.count > Self.waiting }) {
            end(index, isFilled: false, into: &actions)
        }
    }

    /// A page of history arrived; `nil` if the request failed, or the messages came without their times.
    mutating func loaded(_ id: UInt64, _ messages: [Envelope]?, into actions: inout ClientActions) {
        guard let index = fills.firstIndex(where: { $0.load == id }) else { return }
        guard let messages else { return end(index, isFilled: false, into: &actions) }
        let after = fills[index].after
        let limit = fills[index].end
        let missing = messages.filter { message in message.timetoken.map { $0 > after && $0 < limit } ?? false }
        let copies = fills[index].copies(of: missing)
        if !copies.isEmpty {
            let page = SubscribePage(cursor: Cursor(timetoken: limit), envelopes: copies)
            actions.append(.forward(.restore(page)))
        }
        guard let last = missing.last?.timetoken, messages.count >= ServiceLimits.historyPage else {
            return end(index, isFilled: true, into: &actions)
        }
        fills[index].after = last
        fills[index].isCertain = true
        fills[index].pages += 1
        guard fills[index].request.after < fills[index].request.through else {
            return end(index, isFilled: true, into: &actions)
        }
        guard fills[index].pages < Self.pages else { return end(index, isFilled: false, into: &actions) }
        lastLoad += 1
        fills[index].load = lastLoad
        actions.append(.load(fills[index].request))
    }

    /// Stops all filling: reports the missing messages, and delivers the messages received since.
    mutating func abandoned(into actions: inout ClientActions) {
        while !fills.isEmpty {
            // Nothing can confirm a suspicion any more.
            fills[0].isCertain = true
            end(0, isFilled: false, into: &actions)
        }
    }

    private mutating func end(_ index: Int, isFilled: Bool, into actions: inout ClientActions) {
        let fill = fills.remove(at: index)
        if isFilled { complete.insert(Key(channel: NameKey(fill.channel), end: fill.end)) }
        if !isFilled, fill.isCertain { reportGap(from: fill.after, to: fill.end, into: &actions) }
        guard !fill.held.isEmpty else { return }
        let page = SubscribePage(cursor: Cursor(timetoken: fill.end), envelopes: fill.held)
        actions.append(.forward(.release(page)))
    }

    /// A range within the last reported gap is not reported again.
    private mutating func reportGap(from start: Timetoken, to end: Timetoken, into actions: inout ClientActions) {
        if let reported, reported.start <= start, end <= reported.end { return }
        reported = Gap(start: start, end: end)
        actions.append(.reportSubscription(.gap(from: start, to: end)))
    }
}

extension GapFillMachine.Fill {
    fileprivate func holds(_ envelope: Envelope) -> Bool {
        envelope.channel.hasSameBytes(as: channel) && !envelope.isPresence
    }

    /// Repeats each message for the subscriptions through which the received messages came.
    fileprivate func copies(of messages: [Envelope]) -> [Envelope] {
        var subscriptions: [String?] = []
        for envelope in held where !subscriptions.contains(envelope.subscription) {
            subscriptions.append(envelope.subscription)
        }
        guard !subscriptions.isEmpty else { return messages }
        return messages.flatMap { message in
            subscriptions.map { subscription in
                var copy = message
                copy.subscription = subscription
                return copy
            }
        }
    }
}
