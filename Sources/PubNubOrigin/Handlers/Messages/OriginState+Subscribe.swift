import PubNubWire

/// The messages and events of the buffers for a subscriber.
enum PendingMessages: Sendable {
    /// Messages to respond with, in order of time.
    case page([Delivery])
    /// Nothing after a timetoken, which is that of the subscriber or a later one.
    case nothing(after: UInt64)
    /// Nothing up to a timetoken, and more messages after it, which the next call looks at.
    case later(after: UInt64)
    /// The buffers no longer have everything: the archive has to be searched.
    case archived(ArchiveSearch)
}

extension OriginState {
    /// The messages after a subscriber's timetoken, a page at most. When its filter lets none of them through, its timetoken
    /// moves on past them.
    func pending(for poll: HeldPoll) -> PendingMessages {
        guard poll.timetoken < buffers.latest else { return .nothing(after: poll.timetoken) }
        if let search = search(for: poll) { return .archived(search) }
        let buffered = buffered(for: poll)
        if !buffered.found.isEmpty { return .page(Delivery.oldest(buffered.found, limit: limits.pageMessages)) }
        return buffered.isComplete ? .nothing(after: buffered.skipped) : .later(after: buffered.skipped)
    }

    /// The messages and events of the buffers for a subscriber.
    struct Buffered {
        var found: [Delivery] = []
        /// The timetoken up to which nothing else is for the subscriber.
        var skipped: UInt64
        /// Whether all messages were looked at.
        var isComplete = true
    }

    /// The buffered messages for a subscriber.
    ///
    /// The work under the lock is bounded: of channels with messages the oldest are looked at until a page is full, and
    /// after so many messages that the filter refuses the rest is left for the next call.
    func buffered(for poll: HeldPoll) -> Buffered {
        var sources: [(messages: ArraySlice<ChannelMessage>, subscription: Subscription)] = []
        for subscription in poll.terms.subscriptions {
            for topic in topics(selectedBy: subscription, form: poll.terms.form) {
                let messages = buffers.messages(of: topic, after: poll.timetoken)
                if !messages.isEmpty { sources.append((messages, subscription)) }
            }
        }
        let bound = bound(of: sources.map(\.messages))
        var buffered = Buffered(skipped: poll.timetoken, isComplete: bound == .max)
        if !buffered.isComplete { buffered.skipped = bound }
        for (messages, subscription) in sources {
            for message in messages {
                guard message.timetoken <= bound else { break }
                guard poll.takes(message, through: subscription) else { continue }
                guard poll.wants(message) else {
                    buffered.skipped = max(buffered.skipped, message.timetoken)
                    continue
                }
                buffered.found.append(Delivery(message: message, matched: subscription.topic.name))
            }
        }
        return buffered
    }

    /// The timetoken up to which lists of messages are looked at, so that it is a limited number of messages.
    private func bound(of lists: [ArraySlice<ChannelMessage>]) -> UInt64 {
        let most = max(10 * limits.pageMessages, 1000)
        let total = lists.reduce(0) { $0 + $1.count }
        guard total > most else { return .max }
        var timetokens: [UInt64] = []
        timetokens.reserveCapacity(min(total, 2 * most + (lists.lazy.map(\.count).max() ?? 0)))
        var last = UInt64.max
        func cut() {
            timetokens.sort()
            timetokens.removeLast(max(0, timetokens.count - most))
            last = timetokens.last ?? .max
        }
        for list in lists {
            for message in list {
                guard message.timetoken <= last else { break }
                timetokens.append(message.timetoken)
            }
            if timetokens.count > 2 * most { cut() }
        }
        cut()
        return last
    }

    /// The search of the archive that a subscriber needs; nil if the buffers have all messages after its timetoken.
    ///
    /// - Parameters:
    ///   - poll: The subscriber.
    ///   - isEverywhere: Whether to look at all that is subscribed to. Otherwise the search is for the channels whose messages have left the
    ///     buffers: those of the others are in memory.
    /// - Returns: The search.
    func search(for poll: HeldPoll, isEverywhere: Bool = false) -> ArchiveSearch? {
        var sources: [ArchiveSearch.Source] = []
        for subscription in poll.terms.subscriptions {
            for topic in archived(selectedBy: subscription, of: poll) {
                let topics = isEverywhere ? [topic] : buffers.incomplete(topic, after: poll.timetoken)
                sources += topics.map { ArchiveSearch.Source(topic: $0, matched: NameKey(subscription.topic.name)) }
            }
        }
        guard !sources.isEmpty else { return nil }
        return ArchiveSearch(
            poll: poll.id,
            after: poll.timetoken,
            sources: sources,
            isEverywhere: isEverywhere,
            limit: limits.pageMessages,
            region: configuration.region
        )
    }

    /// The channels and patterns that a subscription selects.
    private func archived(selectedBy subscription: Subscription, of poll: HeldPoll) -> [Topic] {
        let topic = subscription.topic
        switch subscription.kind {
        case .channel:
            return [topic]
        case .wildcard:
            guard poll.takesPresence(through: subscription) else { return [topic] }
            return [topic, Topic(keyset: topic.keyset, name: ChannelName.presence(of: topic.name))]
        case .group:
            let suffix = subscription.isPresence ? ChannelName.presenceSuffix : ""
            return groups.channels(of: ChannelName.base(topic.name), keyset: topic.keyset)
                .map { Topic(keyset: topic.keyset, name: $0 + suffix) }
        }
    }

    func isEmptyGroup(_ name: String, keyset: String) -> Bool {
        groups.channels(of: ChannelName.base(name), keyset: keyset).isEmpty
    }

    func subscriptions(matching message: ChannelMessage) -> [Subscription] {
        let keyset = message.topic.keyset
        let suffix = message.isPresence ? ChannelName.presenceSuffix : ""
        let channel = ChannelName.base(message.topic.name)
        let patterns = ChannelName.patterns(covering: channel)
        var matching = [Subscription.channel(message.topic.name, keyset: keyset)]
        for pattern in patterns {
            matching.append(.channel(pattern + suffix, keyset: keyset))
            if message.isPresence { matching.append(.channel(pattern, keyset: keyset)) }
        }
        guard groups.count > 0 else { return patterns.isEmpty ? matching : matching.withoutRepetitions() }
        for name in [channel] + patterns {
            for group in groups.groups(holding: name, keyset: keyset) {
                matching.append(.group(group + suffix, keyset: keyset))
            }
        }
        // A group may list the presence of a channel as a channel of its own.
        if message.isPresence {
            for group in groups.groups(holding: message.topic.name, keyset: keyset) {
                matching.append(.group(group, keyset: keyset))
            }
        }
        return matching.withoutRepetitions()
    }

    /// The buffered channels that a subscription selects.
    func topics(selectedBy subscription: Subscription, form: SubscribeForm) -> [Topic] {
        let topic = subscription.topic
        switch subscription.kind {
        case .channel:
            return [topic]
        case .wildcard:
            return buffered(under: topic, form: form)
        case .group:
            let suffix = subscription.isPresence ? ChannelName.presenceSuffix : ""
            return groups.channels(of: ChannelName.base(topic.name), keyset: topic.keyset).flatMap { name in
                let member = Topic(keyset: topic.keyset, name: name + suffix)
                return ChannelName.isWildcard(name) ? Array(buffers.topics(coveredBy: member)) : [member]
            }
        }
    }

    private func buffered(under pattern: Topic, form: SubscribeForm) -> [Topic] {
        let covered = Array(buffers.topics(coveredBy: pattern))
        guard case .matched = form, !ChannelName.isPresence(pattern.name) else { return covered }
        let presence = Topic(keyset: pattern.keyset, name: ChannelName.presence(of: pattern.name))
        return covered + buffers.topics(coveredBy: presence)
    }
}

extension OriginCall {
    /// The filter of a subscribe call; nil for all messages. Version 1 has no filters.
    func filter(_ limits: OriginLimits) throws(FilterError) -> FilterExpression? {
        guard route == .subscribeV2, let text = query.json("filter-expr") else { return nil }
        return try FilterExpression(parsing: text, bytes: limits.filterBytes, depth: limits.filterDepth)
    }
}

extension Delivery {
    /// The oldest deliveries, at most a page, keeping together those of one message. Those of one message stay in the order
    /// they have.
    static func oldest(_ deliveries: [Delivery], limit: Int) -> [Delivery] {
        let sorted = deliveries.enumerated().sorted { left, right in
            (left.element.message.timetoken, left.offset) < (right.element.message.timetoken, right.offset)
        }.map(\.element)
        guard sorted.count > limit, limit > 0 else { return sorted }
        let last = sorted[limit - 1].message.timetoken
        return Array(sorted.prefix { $0.message.timetoken <= last })
    }
}
