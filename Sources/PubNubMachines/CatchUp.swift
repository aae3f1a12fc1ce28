import PubNubWire

/// What comes in after nobody listened for a while, or faster than it can be fetched, watched for signs that the service
/// no longer had all of it.
///
/// The service keeps a bounded number of messages for each channel and pushes out the oldest. So a message can only have
/// gone before a page was fetched when, from that page on, its channel brings as many as are kept. That is counted from
/// every page that messages were sent before.
package struct CatchUp: Sendable, Equatable {
    /// A place where a channel may have lost messages.
    package struct SuspectedLoss: Sendable, Equatable {
        /// As it is subscribed on the wire: presence has a name of its own.
        let channel: String
        /// Messages up to this time have come in.
        let after: Timetoken
        /// The time of the next one that came in.
        let first: Timetoken
        /// Whether the channel brought as many as the service keeps. If not, its page was cut off there, so that more
        /// may follow.
        let isCertain: Bool
        /// Whether the page that shows it begins there, with a message whose own time is known. Only then can what is
        /// missing still be delivered first.
        let isFresh: Bool
    }

    /// The boundary between two pages, as one channel sees it.
    private struct PageBoundary: Sendable, Equatable {
        private(set) var after: Timetoken
        let first: Timetoken
        /// Whether the messages carry their own times, not only that of their page.
        let isDated: Bool
        /// Whether nothing of the channel came in before.
        let isFirst: Bool
        /// How many messages came in from here to the next boundary.
        var count = 1

        /// The channel comes by another name, too, under which it may have been listened to for longer.
        mutating func reach(back since: Timetoken) { after = min(after, since) }
    }

    /// What one page brings of one channel.
    private struct ChannelPage {
        let name: String
        /// nil while nothing of the channel has come in.
        var counts: Counts?
        /// Where the page begins for the channel; nil while it brings nothing new.
        var boundary: PageBoundary?

        /// A message of the channel, which counts from `since` on.
        mutating func take(_ time: Timetoken, since: Timetoken, isDated: Bool) {
            if boundary?.isFirst == true { boundary?.reach(back: since) }
            // What comes through a channel and a group comes twice, but was kept once.
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
        /// Where messages may still turn out to be missing; fewer than are kept came in since the first of them.
        private(set) var boundaries: [PageBoundary] = []
        /// How many messages came in since the first of them.
        private var sum = 0
        /// The absence of which all that was kept has come in.
        var completed: Int?
        var isSuspected = false

        init(last: Timetoken) { self.last = last }

        /// A page begins here.
        mutating func add(_ boundary: PageBoundary) {
            boundaries.append(boundary)
            sum += boundary.count
        }

        /// More came in since the last boundary.
        mutating func add(count: Int) {
            guard let last = boundaries.indices.last else { return }
            boundaries[last].count += count
            sum += count
        }

        /// Takes out the boundaries since which as many messages came in as the service keeps.
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

    /// Most channels of one absence that are found although fewer messages came in than the service keeps.
    static let mostSuspected = 16
    /// Most channels that are counted at a time. Beyond it everything up to the present page is told as a gap.
    static let channels = 10_000

    /// Where listening had ended.
    private(set) var start: Timetoken
    /// Where it began again.
    private(set) var end: Timetoken
    /// The streams that were listened to before, each with the time from which on that counts; nil when all are.
    private var streams: [SubscriptionTargetList.Stream: Timetoken]?
    private var countsByStream: [String: Counts] = [:]
    private var suspected = 0
    /// Counts the absences that run into one.
    private var absence = 0
    private var reported: ClosedRange<Timetoken>?

    /// - Parameters:
    ///   - start: Where listening ended.
    ///   - end: Where it began again.
    ///   - list: What had been listened to; nil when that has not changed.
    init(from start: Timetoken, to end: Timetoken, of list: SubscriptionTargetList? = nil) {
        self.start = start
        self.end = end
        if let list { add(list, from: start) }
    }

    /// Nobody listened until `end`, before all had come in, with the list of before.
    mutating func extend(to end: Timetoken) {
        self.end = max(self.end, end)
        absence += 1
    }

    /// Nobody listened again from `now` on, before all had come in, with a list that may have grown.
    mutating func extend(from now: Timetoken, to end: Timetoken, of list: SubscriptionTargetList) {
        extend(to: end)
        // A list that has not been looked at yet is that of the beginning.
        add(list, from: streams == nil ? start : now)
    }

    /// What the list has in addition is listened to from `time` on.
    mutating func add(_ list: SubscriptionTargetList, from time: Timetoken) {
        var streams = self.streams ?? [:]
        for stream in list.streams where streams[stream] == nil { streams[stream] = time }
        self.streams = streams
    }

    /// Looks through a page, before it is delivered.
    ///
    /// - Returns: Where it shows now that messages may be missing, in the order of the page.
    mutating func pageArrived(_ page: SubscribePage) -> [SuspectedLoss] {
        var channelPages: [ChannelPage] = []
        var places = [String: Int](minimumCapacity: min(countsByStream.count, page.envelopes.count))
        for envelope in page.envelopes {
            let time = envelope.timetoken ?? page.cursor.timetoken
            // The end does not matter here: what came later takes the place of what was kept.
            guard let since = since(envelope), time > since else { continue }
            let name = envelope.wireName(of: envelope.channel)
            let place = places[name] ?? channelPages.count
            if place == channelPages.count {
                places[name] = place
                // Moved out until the page is looked through: with two owners the boundaries in it would be copied.
                channelPages.append(ChannelPage(name: name, counts: countsByStream.removeValue(forKey: name)))
            }
            channelPages[place].take(time, since: since, isDated: envelope.timetoken != nil)
        }
        return channelPages.indices.flatMap { found(&channelPages[$0], isFull: page.isFull) }
            + overflow(page.cursor.timetoken)
    }

    /// Whether everything from the time of absence has come in with this page, which has been looked through.
    func isOver(with page: SubscribePage) -> Bool {
        page.cursor.timetoken >= end && !page.isFull
    }

    /// Between which times it is to be told now that messages may be missing; nil when that was told before.
    mutating func gap(of found: [SuspectedLoss]) -> ClosedRange<Timetoken>? {
        // Nothing fits between neighbours.
        let certain = found.filter { $0.isCertain && $0.first.rawValue > $0.after.rawValue &+ 1 }
        guard let from = certain.map(\.after).min(), let to = certain.map(\.first).max() else { return nil }
        if let reported, reported.contains(from), reported.contains(to) { return nil }
        reported = from...to
        return reported
    }

    /// From when on what comes in by the name of the envelope counts; nil when that is new.
    private func since(_ envelope: Envelope) -> Timetoken? {
        guard let streams else { return start }
        let name = envelope.subscription ?? envelope.channel
        func time(isGroup: Bool) -> Timetoken? {
            let target = SubscriptionTarget(name: name, isGroup: isGroup)
            return streams[SubscriptionTargetList.Stream(target: target, isPresence: envelope.isPresence)]
        }
        if envelope.isOfOtherName, let time = time(isGroup: true) { return time }
        // Of a channel and a group of one name, the one that was listened to first counts: they cannot be told apart here.
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
            return lost.map { place in
                SuspectedLoss(
                    channel: name,
                    after: place.after,
                    first: place.first,
                    isCertain: true,
                    isFresh: place == boundary && boundary.isDated
                )
            }
        }
        let isSuspicious = isFull && boundary.isDated && counts.boundaries == [boundary] && !counts.isSuspected
        guard isSuspicious, suspected < Self.mostSuspected else { return [] }
        suspected += 1
        counts.isSuspected = true
        return [
            SuspectedLoss(channel: name, after: boundary.after, first: boundary.first, isCertain: false, isFresh: true)
        ]
    }

    /// So many channels are not counted any further: it is told instead that each may have lost something.
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
