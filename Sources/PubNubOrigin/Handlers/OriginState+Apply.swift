import PubNubWire

extension OriginState {
    /// Makes the timetokens of a batch be above those that clients of its proposer have received.
    ///
    /// - Parameters:
    ///   - batch: The batch.
    ///   - moment: The moment at which the log committed it.
    /// - Returns: The moment to apply its entries at. If several servers apply the log, it is never before that of an earlier batch, even if the
    ///   date of the log goes back.
    @discardableResult
    mutating func begin(_ batch: LogBatch, at moment: Moment) -> Moment {
        clock.advance(to: batch.after)
        return isReplicated ? Moment(logDate: clock.now(date: moment.date)) : moment
    }

    /// Applies a batch whose clients have gone.
    ///
    /// - Parameters:
    ///   - batch: The batch.
    ///   - moment: The moment to apply its entries at.
    /// - Returns: The changes that an archive stores.
    package mutating func replay(_ batch: LogBatch, at moment: Moment) -> [ArchiveChange] {
        begin(batch, at: moment)
        for entry in batch.entries { _ = apply(entry, at: moment) }
        return takeEffects().changes
    }

    /// Applies one entry.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - moment: The moment of its batch.
    /// - Returns: The result for the client that waits for it. The changes to store and to deliver are in ``effects``.
    mutating func apply(_ entry: LogEntry, at moment: Moment) -> EntryOutcome {
        switch entry {
        case .message(let message, let topic):
            return .published(publish(message, to: topic, at: moment))
        case .request(let call):
            // A server proposes changes only, and a log of another server holds no other calls.
            return .response(call.route.endpoint.change?(&self, call, moment) ?? ErrorResponse.notFound)
        case .update(let update):
            return begin(update, at: moment)
        case .renewal(let update):
            // No log stores it, so it changes nothing that several servers share.
            guard !isReplicated else { break }
            let deadline = moment.uptime + update.timeout
            for topic in update.topics {
                presence.extend(PresentClient(topic: topic, client: update.client), until: deadline)
            }
        case .leave(let client, let topics):
            // Polls with a timetoken of this moment are older than the leave, whose events are above it.
            _ = clock.now(date: moment.date)
            leave(client, topics, at: moment)
        case .tick(let tick):
            pass(tick, at: moment)
        }
        return .applied
    }

    /// Gives a message its timetoken, stores it, and delivers it.
    private mutating func publish(_ draft: StoredMessage, to topic: Topic, at moment: Moment) -> UInt64 {
        var message = draft
        message.timetoken = clock.next(date: moment.date)
        if let ttl = draft.expiry { message.expiry = message.timetoken + ttl }
        if !message.isSilent { append(writer(for: topic).write(message)) }
        effects.changes.append(.message(TopicMessage(message: message, topic: topic)))
        return message.timetoken
    }

    /// Appends an event, a transient message: subscribers receive it like a message, also after a restart; history does not contain it.
    mutating func append(event: StoredMessage, to topic: Topic) {
        append(writer(for: topic).write(event))
        guard recordsAll else { return }
        effects.changes.append(.message(TopicMessage(message: event, topic: topic)))
    }

    /// Appends a message to its channel's buffer, and delivers it to waiting subscribers.
    mutating func append(_ message: ChannelMessage) {
        var message = message
        if recordsAll { message.isStored = true }
        buffers.append(message)
        effects.messages.append(message)
    }

    /// Lets presence changes be published on the presence channels, after those before them.
    mutating func announce(_ changes: [PresenceChange], at moment: Moment) {
        for note in presence.takeNotes() where recordsAll { effects.changes.append(.presence(.noted(note))) }
        guard !changes.isEmpty else { return }
        let delay = min(max(limits.presenceAnnouncementDelay, .zero), Self.maxDelay)
        let due = moment.uptime + delay
        for change in changes {
            let announcement = Announcement(
                topic: change.topic,
                payload: PresenceWriter.payload(of: change, seconds: moment.seconds),
                due: isReplicated ? due : nil
            )
            announcements.append(announcement, due: due)
            if recordsAll { effects.changes.append(.presence(.announcing(announcement))) }
        }
        let excess = announcements.count - (delay > .zero ? AnnouncementQueue.capacity : 0)
        if excess > 0 { publishAnnouncements(excess, at: moment) }
    }

    private static let maxDelay = Duration.seconds(10)

    /// Publishes the oldest of the presence events that wait.
    mutating func publishAnnouncements(_ count: Int, at moment: Moment) {
        let published = announcements.removeFirst(count)
        guard !published.isEmpty else { return }
        if recordsAll { effects.changes.append(.presence(.announced(published.count))) }
        for announcement in published {
            let name = ChannelName.presence(of: announcement.topic.name)
            let event = StoredMessage(
                timetoken: clock.next(date: moment.date),
                payload: announcement.payload,
                isTransient: true
            )
            append(event: event, to: Topic(keyset: announcement.topic.keyset, name: name))
        }
    }
}
