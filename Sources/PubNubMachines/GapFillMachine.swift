package import PubNubWire

/// Takes from history what a channel lost while nobody listened, and puts it in front of what the channel brings since.
///
/// Messages of a channel that is being filled wait until that ends, presence events and other channels do not. What
/// history could not give is told as a gap, before what follows it.
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
        /// Everything up to here has been delivered.
        var after: Timetoken
        /// Everything from here on has come in.
        let end: Timetoken
        /// Whether messages are known to be missing, and not only in doubt.
        var isCertain: Bool
        var pages = 0
        var held: [Envelope] = []

        /// Everything strictly between the two times is asked for.
        var request: Load {
            Load(id: load, channel: channel, after: after, through: Timetoken(rawValue: end.rawValue &- 1))
        }
    }

    private struct Place: Sendable, Hashable {
        let channel: String
        let end: Timetoken
    }

    private struct Gap: Sendable, Equatable {
        let start: Timetoken
        let end: Timetoken
    }

    /// Most pages of history that one channel is filled with.
    static let pages = 10
    /// Most messages of one channel that wait for its filling to end.
    static let waiting = 5000

    private var fills: [Fill] = []
    private var lastLoad: UInt64 = 0
    /// Where the absence began that the next two are about.
    private var start: Timetoken?
    private var complete: Set<Place> = []
    private var reported: Gap?

    /// Whether messages wait for what is being loaded.
    package var isFilling: Bool { !fills.isEmpty }

    /// Channels may have lost messages since `start`; the page that shows it arrives next.
    mutating func found(_ found: [CatchUp.SuspectedLoss], since start: Timetoken, into actions: inout ClientActions) {
        if self.start != start {
            self.start = start
            complete = []
            reported = nil
        }
        for loss in found { self.found(loss, into: &actions) }
    }

    private mutating func found(_ loss: CatchUp.SuspectedLoss, into actions: inout ClientActions) {
        guard !complete.contains(Place(channel: loss.channel, end: loss.first)) else { return }
        if let index = fills.firstIndex(where: { $0.channel == loss.channel }) {
            guard fills[index].end != loss.first else {
                fills[index].isCertain = fills[index].isCertain || loss.isCertain
                return
            }
            // Of another place, and without an end to this one.
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
        // Nothing fits between neighbours.
        guard fill.request.after < fill.request.through else { return }
        fills.append(fill)
        actions.append(.load(fill.request))
    }

    /// Keeps back what has to wait, and delivers the rest.
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

    /// A page of history arrived; nil when it failed, or its messages came without their times.
    mutating func loaded(_ id: UInt64, _ messages: [Envelope]?, into actions: inout ClientActions) {
        guard let index = fills.firstIndex(where: { $0.load == id }) else { return }
        guard let messages else { return end(index, isFilled: false, into: &actions) }
        let (after, limit) = (fills[index].after, fills[index].end)
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

    /// Nothing is waited for any longer: what is missing is reported, and what came in since is delivered.
    mutating func abandoned(into actions: inout ClientActions) {
        while !fills.isEmpty {
            // Nothing will show any more whether a doubt was right.
            fills[0].isCertain = true
            end(0, isFilled: false, into: &actions)
        }
    }

    private mutating func end(_ index: Int, isFilled: Bool, into actions: inout ClientActions) {
        let fill = fills.remove(at: index)
        if isFilled { complete.insert(Place(channel: fill.channel, end: fill.end)) }
        if !isFilled, fill.isCertain { reportGap(from: fill.after, to: fill.end, into: &actions) }
        guard !fill.held.isEmpty else { return }
        let page = SubscribePage(cursor: Cursor(timetoken: fill.end), envelopes: fill.held)
        actions.append(.forward(.release(page)))
    }

    /// What lies within what was reported before is not reported again.
    private mutating func reportGap(from start: Timetoken, to end: Timetoken, into actions: inout ClientActions) {
        if let reported, reported.start <= start, end <= reported.end { return }
        reported = Gap(start: start, end: end)
        actions.append(.reportSubscription(.gap(from: start, to: end)))
    }
}

extension GapFillMachine.Fill {
    fileprivate func holds(_ envelope: Envelope) -> Bool {
        envelope.channel == channel && !envelope.isPresence
    }

    /// Each message as often, and through the same subscriptions, as those that came in.
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
