import PubNubWire

extension OriginState {
    /// A long poll: gets its response immediately if there are messages or it only asks where to start; held otherwise.
    mutating func subscribe(_ call: OriginCall, at now: Moment) -> [OriginAction] {
        guard let timetoken = Self.timetoken(of: call) else {
            return [.respond(call.id, ErrorResponse.invalidTimetoken.wrapped(in: call.callback))]
        }
        if call.channels.isEmpty, call.groups.allSatisfy({ isEmptyGroup($0, keyset: call.keyset) }) {
            return [.respond(call.id, ErrorResponse.emptyGroups.wrapped(in: call.callback))]
        }
        let filter: FilterExpression?
        do throws(FilterError) {
            filter = try self.filter(of: call)
        } catch {
            return [.respond(call.id, ErrorResponse.malformedFilter(error).wrapped(in: call.callback))]
        }
        let subscriptions =
            call.channels.map { Subscription.channel($0, keyset: call.keyset) }
            + call.groups.map { Subscription.group($0, keyset: call.keyset) }
        // Read before presence is touched: the client's own join comes after the moment it starts from.
        let start = timetoken == 0 ? self.start(date: now.date) : timetoken
        var poll = HeldPoll(
            id: call.id,
            subscriptions: subscriptions,
            timetoken: start,
            form: Self.form(of: subscriptions, version2: call.route == .subscribeV2),
            callback: call.callback,
            key: call.query.text("auth"),
            filter: filter
        )
        let topics = presenceTopics(call)
        if let refusal = crowdRefusal(topics, for: call) { return [.respond(call.id, refusal)] }
        let departed = departures.departed(call.client, from: topics, since: timetoken, at: now.uptime)
        let isLate = timetoken != 0 && !departed.isEmpty
        let present = isLate ? topics.filter { !departed.contains($0) } : topics
        if let stay = stay(in: present, for: call) { touch(stay, at: now) }
        if timetoken == 0 { return [respond(to: poll, with: [])] }
        let pending = pending(for: &poll)
        if !pending.isEmpty { return [respond(to: poll, with: pending)] }
        guard held.names + subscriptions.count <= limits.waitingNames else {
            return [.respond(call.id, ErrorResponse.tooManyWaiting.wrapped(in: call.callback))]
        }
        held.park(poll, until: now.uptime + limits.emptyResponseAfter)
        if isLate, let stay = stay(in: departed, for: call) { departures.hold(stay, of: call.id, at: now.uptime) }
        return []
    }

    /// The response to a subscriber.
    func respond(to poll: HeldPoll, with page: [Delivery]) -> OriginAction {
        let response = SubscribeResponse.response(
            page,
            timetoken: page.last?.message.timetoken ?? poll.timetoken,
            form: poll.form,
            region: configuration.region
        )
        return .respond(poll.id, response.wrapped(in: poll.callback))
    }

    /// Responds to the waiting subscribers that receive messages of this input.
    mutating func handOver(at now: Moment) -> [OriginAction] {
        guard !fresh.isEmpty else { return [] }
        defer { fresh = [] }
        var pages: [RequestID: [Delivery]] = [:]
        for message in fresh where held.count > 0 {
            let subject = FilterSubject(message)
            for subscription in subscriptions(matching: message) {
                for id in held.waiting(for: subscription) {
                    guard let poll = held[id], poll.takes(message, through: subscription) else { continue }
                    guard poll.wants(message, subject) else {
                        held.skip(id, to: message.timetoken)
                        continue
                    }
                    pages[id, default: []].append(Delivery(message: message, matched: subscription.topic.name))
                }
            }
        }
        return pages.sorted { $0.key < $1.key }.compactMap { id, page in
            departures.release(id)
            return held.release(id).map { poll in
                // A right may have ended while its holder waited.
                if let refusal = accessRefusal(of: poll, at: now) {
                    return .respond(id, refusal.wrapped(in: poll.callback))
                }
                return respond(to: poll, with: Self.firstPage(of: page, limit: limits.pageMessages))
            }
        }
    }

    private func isEmptyGroup(_ name: String, keyset: String) -> Bool {
        groups.channels(of: ChannelName.base(name), keyset: keyset).isEmpty
    }

    /// The filter of a subscribe call; nil for all messages. Version 1 has no filters.
    private func filter(of call: OriginCall) throws(FilterError) -> FilterExpression? {
        guard call.route == .subscribeV2, let text = call.query.json("filter-expr") else { return nil }
        return try FilterExpression(parsing: text, bytes: limits.filterBytes, depth: limits.filterDepth)
    }

    /// The buffered messages after a subscriber's timetoken, a page at most. When its filter lets none of them through,
    /// its timetoken moves on past them.
    private func pending(for poll: inout HeldPoll) -> [Delivery] {
        guard poll.timetoken < buffers.latest else { return [] }
        var found: [(order: Int, delivery: Delivery)] = []
        var skipped = poll.timetoken
        for (order, subscription) in poll.subscriptions.enumerated() {
            for topic in topics(selectedBy: subscription, form: poll.form) {
                for message in buffers.messages(of: topic, after: poll.timetoken)
                where poll.takes(message, through: subscription) {
                    guard poll.wants(message, FilterSubject(message)) else {
                        skipped = max(skipped, message.timetoken)
                        continue
                    }
                    found.append((order, Delivery(message: message, matched: subscription.topic.name)))
                }
            }
        }
        if found.isEmpty { poll.timetoken = skipped }
        found.sort { ($0.delivery.message.timetoken, $0.order) < ($1.delivery.message.timetoken, $1.order) }
        return Self.firstPage(of: found.map(\.delivery), limit: limits.pageMessages)
    }

    /// Cuts deliveries in order of time to a page, keeping together those of one message.
    private static func firstPage(of deliveries: [Delivery], limit: Int) -> [Delivery] {
        guard deliveries.count > limit, limit > 0 else { return deliveries }
        let last = deliveries[limit - 1].message.timetoken
        return Array(deliveries.prefix { $0.message.timetoken <= last })
    }

    private static func timetoken(of call: OriginCall) -> UInt64? {
        if let text = call["timetoken"] ?? call.query.text("tt") { return Timetoken(text)?.rawValue }
        guard let text = call.query.json("t") else { return 0 }
        return (try? JSONValue(parsing: text))?["t"].flatMap { Timetoken($0) }?.rawValue
    }

    private static func form(of subscriptions: [Subscription], version2: Bool) -> SubscribeForm {
        let isOneChannel = subscriptions.count == 1 && subscriptions.first?.kind != .group
        if version2 { return .envelopes(named: !isOneChannel) }
        if subscriptions.contains(where: { $0.kind == .wildcard }) { return .matched(blanks: 2) }
        if subscriptions.contains(where: { $0.kind == .group }) {
            return .matched(blanks: subscriptions.count == 1 ? 0 : 1)
        }
        return isOneChannel ? .single : .multiple
    }
}

extension OriginState {
    /// All subscriptions that a message is for.
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
        for name in [channel] + patterns {
            for group in groups.groups(holding: name, keyset: keyset).sorted() {
                matching.append(.group(group + suffix, keyset: keyset))
            }
        }
        // A group may list the presence of a channel as a channel of its own.
        if message.isPresence {
            for group in groups.groups(holding: message.topic.name, keyset: keyset).sorted() {
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
