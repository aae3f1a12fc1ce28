import PubNubWire

/// Everything the origin knows, as one value. Requests and the passing of time go in, actions come out; it does no I/O.
struct OriginState: Sendable {
    let configuration: OriginConfiguration
    var clock: TimetokenClock
    var buffers: ChannelBuffers
    var groups = ChannelGroups()
    var push = PushRegistrations()
    var access: AccessStore
    var objectStore = ObjectStore()
    var actions = ActionStore()
    var presence: PresenceStore
    var departures: Departures
    var held = HeldRequests()
    /// Messages appended during the current input, to be handed to waiting subscribers at its end.
    var fresh: [ChannelMessage] = []
    /// Events of the current input: no part of history, and kept as long as other messages are for those who catch up.
    private var events: [TopicMessage] = []
    /// Messages that are not delivered before they are stored.
    private var undelivered = DeliveryQueue()
    /// Whether the archive stores a message before its call returns, so that deliveries need not wait.
    private let storesAtOnce: Bool
    private var nextInterval: Duration?

    var limits: OriginLimits { configuration.limits }

    /// The state of a new origin, or of one that restarts after it gave out timetokens up to `latest`.
    init(configuration: OriginConfiguration, latest: UInt64 = 0, storesAtOnce: Bool = true) {
        self.configuration = configuration
        self.storesAtOnce = storesAtOnce
        clock = TimetokenClock(latest: latest)
        buffers = ChannelBuffers(
            messagesPerChannel: configuration.limits.messageBuffer,
            channels: configuration.limits.bufferedChannels,
            bytes: configuration.limits.bufferedBytes
        )
        access = AccessStore(capacity: configuration.limits.accessGrants)
        departures = Departures(capacity: configuration.limits.occupants)
        presence = PresenceStore(
            announceMaximum: configuration.limits.announceMaximum,
            crowdedChannels: configuration.limits.presenceInterval == nil ? 0 : configuration.limits.bufferedChannels
        )
    }

    /// When `timePassed` is to be called next; nil when nothing waits for time.
    var nextDeadline: Duration? {
        [held.nextDeadline, presence.nextDeadline, departures.nextDeadline, nextInterval].compactMap(\.self).min()
    }

    /// Takes in a request. Its response is among the actions, or comes with a later input.
    mutating func requestArrived(_ request: OriginRequest, id: RequestID, at now: Moment) -> [OriginAction] {
        if nextInterval == nil, let interval = limits.presenceInterval { nextInterval = now.uptime + interval }
        let actions = dispatch(request, id: id, at: now)
        return keepEvents() + actions + handOver(at: now)
    }

    /// Forgets a request whose client is gone.
    mutating func clientLeft(_ id: RequestID) {
        held.release(id)
        departures.release(id)
    }

    /// Does what is due: empty responses, presence timeouts and interval events.
    mutating func timePassed(at now: Moment) -> [OriginAction] {
        announce(presence.expire(at: now.uptime), at: now)
        if let due = nextInterval, due <= now.uptime, let interval = limits.presenceInterval {
            nextInterval = now.uptime + interval
            announce(presence.intervalPassed(), at: now)
        }
        latePollsWaited(at: now)
        let delivered = keepEvents() + handOver(at: now)
        return delivered + held.expire(at: now.uptime).map { respond(to: $0, with: []) }
    }

    /// Responds to every waiting subscriber without messages, as the server is about to stop.
    mutating func stopping() -> [OriginAction] {
        held.releaseAll().map { respond(to: $0, with: []) }
    }

    /// Sends a published message to subscribers once it is stored, and responds to its publisher after that.
    ///
    /// - Parameters:
    ///   - message: The message, to be stored and then delivered.
    ///   - topic: Where it was published.
    ///   - request: The publish request.
    ///   - response: The response once the message is stored.
    ///   - failure: The response if it cannot be stored. No subscriber receives the message then.
    /// - Returns: What stores the message.
    mutating func append(
        published message: StoredMessage,
        to topic: Topic,
        for request: RequestID,
        response: OriginResponse,
        failure: OriginResponse
    ) -> OriginAction {
        let publication = DeliveryQueue.Publication(request: request, response: response)
        let entry = DeliveryQueue.Entry(
            message: writer(for: topic).write(message),
            publication: storesAtOnce ? nil : publication,
            isStored: storesAtOnce
        )
        append(entry)
        return .store(message, in: topic, publisher: request, response: response, failure: failure)
    }

    /// A published message is stored, or could not be. Does nothing if the archive stores messages immediately.
    ///
    /// - Returns: Responses to the subscribers that waited for what can be delivered now, then to the publishers.
    mutating func storingEnded(_ timetoken: UInt64, isStored: Bool, at now: Moment) -> [OriginAction] {
        let ready = isStored ? undelivered.stored(timetoken) : undelivered.failed(timetoken)
        for entry in ready { deliver(entry.message) }
        return handOver(at: now)
            + ready.compactMap(\.publication).map { .respond($0.request, $0.response) }
    }

    /// The timetoken of this moment for a client that wants what comes from now on: below that of every message which it can
    /// still receive.
    mutating func start(date: UInt64) -> UInt64 {
        let now = clock.now(date: date)
        return undelivered.oldest.map { min(now, $0 - 1) } ?? now
    }

    /// Delivers a message that need not be stored first, behind those that are not stored yet.
    mutating func append(_ message: ChannelMessage) {
        append(DeliveryQueue.Entry(message: message, publication: nil, isStored: true))
    }

    /// Delivers a message, behind those that are not stored yet.
    private mutating func append(_ entry: DeliveryQueue.Entry) {
        guard entry.isStored, undelivered.isEmpty else { return undelivered.append(entry) }
        deliver(entry.message)
    }

    /// Appends a message to its channel's buffer; it reaches waiting subscribers at the end of the current input.
    private mutating func deliver(_ message: ChannelMessage) {
        buffers.append(message)
        fresh.append(message)
    }

    /// Appends an event: subscribers receive it like a message, also after a restart; history does not contain it.
    mutating func append(event: StoredMessage, to topic: Topic) {
        var event = event
        event.isTransient = true
        append(writer(for: topic).write(event))
        events.append(TopicMessage(message: event, topic: topic))
    }

    /// The events of this input to store; no client waits for that.
    private mutating func keepEvents() -> [OriginAction] {
        guard !events.isEmpty else { return [] }
        defer { events = [] }
        return [.note(events)]
    }

    /// Publishes presence changes on the presence channels.
    mutating func announce(_ changes: [PresenceChange], at now: Moment) {
        for change in changes {
            let name = ChannelName.presence(of: change.topic.name)
            let event = StoredMessage(
                timetoken: clock.next(date: now.date),
                payload: PresenceWriter.payload(of: change, seconds: now.seconds)
            )
            append(event: event, to: Topic(keyset: change.topic.keyset, name: name))
        }
    }

    func writer(for topic: Topic) -> EnvelopeWriter { EnvelopeWriter(topic: topic, region: configuration.region) }
}

/// Work to perform after a decision of the state, outside its lock.
enum OriginAction: Sendable {
    /// Respond to a request.
    case respond(RequestID, OriginResponse)
    /// Store a message, and respond to its publisher only once it is stored.
    case store(StoredMessage, in: Topic, publisher: RequestID, response: OriginResponse, failure: OriginResponse)
    /// Store events for subscribers that catch up; no client waits for that.
    case note([TopicMessage])
    /// Store changes other than messages, and respond to their client only once they are stored.
    case keep([ArchiveChange], for: RequestID, response: OriginResponse, failure: OriginResponse)
    /// Read stored messages and respond with the result.
    case read(HistoryQuery, for: RequestID, callback: String?)
    /// Remove stored messages, and respond only once they are removed.
    case remove(HistoryRange, of: Topic, for: RequestID, response: OriginResponse, failure: OriginResponse)
}
