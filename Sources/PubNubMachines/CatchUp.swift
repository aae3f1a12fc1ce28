import PubNubWire

/// Checks whether the service still had all messages that a client missed while it did not listen, or while they came
/// faster than it could fetch them.
///
/// The service stores a bounded number of messages for each channel and discards the oldest ones. So a message can only
/// be lost before a page is fetched if, from that page on, the channel brings as many messages as the service stores.
/// The machine counts from every page before which messages were sent.
package struct CatchUp: Sendable, Equatable {
    /// A place where a channel may have lost messages.
    package struct SuspectedLoss: Sendable, Equatable {
        /// The channel as it is subscribed on the wire, where presence has a name of its own.
        let channel: String
        /// Messages up to this time have been received.
        let after: Timetoken
        /// The time of the next message that was received.
        let first: Timetoken
        /// Whether the channel brought as many messages as the service stores. If not, its page was cut off there, and
        /// more may follow.
        let isCertain: Bool
        /// Whether the page that shows the loss begins there, with a message whose own time is known. Only then can the
        /// missing messages still be delivered first.
        let isFresh: Bool
    }

    /// The boundary between two pages from the view of one channel.
    private struct PageBoundary: Sendable, Equatable {
        private(set) var after: Timetoken
        let first: Timetoken
        /// Whether the messages carry their own times, not only that of their page.
        let isDated: Bool
        /// Whether nothing of the channel was received before.
        let isFirst: Bool
        /// The number of messages received from here to the next boundary.
        var count = 1

        /// The channel is also subscribed under another name, perhaps for a longer time.
        mutating func reach(back since: Timetoken) { after = min(after, since) }
    }

    /// The messages of one channel in one page.
    private struct ChannelPage {
        let name: NameKey
        /// `nil` while nothing of the channel has been received.
        var counts: Counts?
        /// The place where the page begins for the channel; `nil` while it brings nothing new.
        var boundary: PageBoundary?

        /// Counts a message of the channel, which counts from `since` on.
        mutating func take(_ time: Timetoken, since: Timetoken, isDated: Bool) {
            if boundary?.isFirst == true { boundary?.reach(back: since) }
            // The service sends a message once for each matching subscription, but stores it once.
            if let last = counts?.last, isDated, time <= last { return }
            if boundary == nil {
                boundary = PageBoundary(
                    after: counts?.last ?? since,
                    first: time,
                    isDated: isDated,
                    isFirst: counts == nil
                )
            } else {
                boundary?.count += 1
            }
            if counts == nil { counts = Counts(last: time) } else { counts?.last = time }
        }
    }

    private struct Counts: Sendable, Equatable {
        var last: Timetoken
        /// The boundaries at which messages may still turn out to be missing. Fewer messages than the service stores
        /// were received since the first of them.
        private(set) var boundaries: [PageBoundary] = []
        /// The number of messages received since the first of them.
        private var sum = 0
        /// The absence of which all stored messages have been received.
        var completed: Int?
        var isSuspected = false

        init(last: Timetoken) { self.last = last }

        /// Adds a boundary: a page begins here.
        mutating func add(_ boundary: PageBoundary) {
            boundaries.append(boundary)
            sum += boundary.count
        }

        /// Counts messages received since the last boundary.
        mutating func add(count: Int) {
            guard let last = boundaries.indices.last else { return }
            boundaries[last].count += count
            sum += count
        }

        /// Removes the boundaries since which as many messages were received as the service stores.
        mutating func takeLost() -> [PageBoundary] {
            var lost = 0
            while lost < boundaries.count, sum >= ServiceLimits.messageBuffer {
                sum -= boundaries[lost].count
                lost += 1
            }
            guard lost > 0 else { return [] }
            let taken = Array(boundaries[..<lost])
            boundaries.removeFirst(lost)
            return taken
        }
    }

    /// The most channels of one absence that are reported although fewer messages came than the service stores.
    static let maxSuspected = 16
    /// The most channels that are counted at a time. Beyond it, everything up to the present page is reported as a gap.
    static let channels = 10_000

    /// The time at which listening ended.
    private(set) var start: Timetoken
    /// The time at which it began again.
    private(set) var end: Timetoken
    /// The streams that the client listened to before, each with the time from which it counts; `nil` if all of them
    /// count.
    private var streams: [SubscriptionTargetList.Stream: Timetoken]?
    private var countsByStream: [NameKey: Counts] = [:]
    private var suspected = 0
    /// The number of absences that run into one.
    private var absence = 0
    private var reported: ClosedRange<Timetoken>?

    /// - Parameters:
    ///   - start: Where listening ended.
    ///   - end: Where it began again.
    ///   - list: The list that the client listened to; `nil` if it has not changed.
    init(from start: Timetoken, to end: Timetoken, of list: SubscriptionTargetList? = nil) {
        self.start = start
        self.end = end
        if let list { add(list, from: start) }
    }

    /// Continues to `end` for the list as it was: the client stopped listening before it had received everything.
    mutating func extend(to end: Timetoken) {
        self.end = max(self.end, end)
        absence += 1
    }

    /// Continues from `now` to `end` for a list that may have grown: the client stopped listening again before it had
    /// received everything.
    mutating func extend(from now: Timetoken, to end: Timetoken, of list: SubscriptionTargetList) {
        extend(to: end)
        // A list that has not been evaluated yet is the list of the beginning.
        add(list, from: streams == nil ? start : now)
    }

    /// Adds the streams that only this list has. They count from `time` on.
    mutating func add(_ list: SubscriptionTargetList, from time: Timetoken) {
        var streams = self.streams ?? [:]
        for stream in list.streams where streams[stream] == nil { streams[stream] = time }
        self.streams = streams
    }

    /// Examines a page before it is delivered.
    ///
    /// - Returns: The places where the page shows that messages may be missing, in the order of the page.
    mutating func pageArrived(_ page: SubscribePage) -> [SuspectedLoss] {
        var channelPages: [ChannelPage] = []
        var indexes = [NameKey: Int](minimumCapacity: min(countsByStream.count, page.envelopes.count))
        for envelope in page.envelopes {
            let time = envelope.timetoken ?? page.cursor.timetoken
            // The end does not matter: later messages displace stored ones.
            guard let since = since(envelope), time > since else { continue }
            let name = NameKey(envelope.wireName(of: envelope.channel))
            let index = indexes[name] ?? channelPages.count
            if index == channelPages.count {
                indexes[name] = index
                // Removed while the page is examined: with two owners its boundaries would be copied.
                channelPages.append(ChannelPage(name: name, counts: countsByStream.removeValue(forKey: name)))
            }
            channelPages[index].take(time, since: since, isDated: envelope.timetoken != nil)
        }
        return channelPages.indices.flatMap { found(&channelPages[$0], isFull: page.isFull) }
            + overflow(page.cursor.timetoken)
    }

    /// Whether everything from the time of absence has been received with this page, which has been examined.
    func isOver(with page: SubscribePage) -> Bool {
        page.cursor.timetoken >= end && !page.isFull
    }

    /// The times between which messages may be missing and no gap was reported yet; `nil` if all of it was reported.
    mutating func gap(of found: [SuspectedLoss]) -> ClosedRange<Timetoken>? {
        // No message fits between adjacent times.
        let certain = found.filter { $0.isCertain && $0.first.rawValue > $0.after.rawValue &+ 1 }
        guard let from = certain.map(\.after).min(), let to = certain.map(\.first).max() else { return nil }
        if let reported, reported.contains(from), reported.contains(to) { return nil }
        reported = from...to
        return reported
    }

    /// The time from which the messages of the envelope's subscription count; `nil` if the subscription is new.
    private func since(_ envelope: Envelope) -> Timetoken? {
        guard let streams else { return start }
        let name = envelope.subscription ?? envelope.channel
        func time(isGroup: Bool) -> Timetoken? {
            let target = SubscriptionTarget(name: name, isGroup: isGroup)
            return streams[SubscriptionTargetList.Stream(target: target, isPresence: envelope.isPresence)]
        }
        if envelope.isOfOtherName, let time = time(isGroup: true) { return time }
        // For a channel and a group of one name, the earlier one counts: the envelope does not say which of them it
        // matched.
        return [time(isGroup: false), time(isGroup: true)].compactMap(\.self).min()
    }

    private mutating func found(_ channelPage: inout ChannelPage, isFull: Bool) -> [SuspectedLoss] {
        guard var counts = channelPage.counts.take() else { return [] }
        let name = channelPage.name
        defer { countsByStream[name] = counts }
        guard let boundary = channelPage.boundary, counts.completed != absence else { return [] }
        if boundary.after < end {
            counts.add(boundary)
        } else {
            counts.add(count: boundary.count)
        }
        if boundary.count >= ServiceLimits.messageBuffer { counts.completed = absence }
        let lost = counts.takeLost()
        guard lost.isEmpty else {
            return lost.map { index in
                SuspectedLoss(
                    channel: name.text,
                    after: index.after,
                    first: index.first,
                    isCertain: true,
                    isFresh: index == boundary && boundary.isDated
                )
            }
        }
        let isSuspicious = isFull && boundary.isDated && counts.boundaries == [boundary] && !counts.isSuspected
        guard isSuspicious, suspected < Self.maxSuspected else { return [] }
        suspected += 1
        counts.isSuspected = true
        return [
            SuspectedLoss(
                channel: name.text,
                after: boundary.after,
                first: boundary.first,
                isCertain: false,
                isFresh: true
            )
        ]
    }

    /// Stops counting because there are too many channels, and reports that each may have lost messages.
    private mutating func overflow(_ now: Timetoken) -> [SuspectedLoss] {
        guard countsByStream.count > Self.channels else { return [] }
        defer {
            countsByStream = [:]
            streams = streams?.mapValues { max($0, now) }
            start = now
        }
        return [SuspectedLoss(channel: "", after: start, first: now, isCertain: true, isFresh: false)]
    }
}

extension Envelope {
    /// The name under which the stream of the envelope travels.
    fileprivate func wireName(of target: String) -> String {
        isPresence ? PresenceName.make(target) : target
    }
}
