import PubNubWire

/// Everything that a server remembers and that every server with the same log remembers: the result of applying the entries of
/// the log, in their order.
///
/// Applying uses the entries and the moments of their batches only: no clock, no random number, and no order of a dictionary. What
/// belongs to the connections of one server, calls that wait for instance, is in ``LocalRequests``.
package struct OriginState: Sendable {
    /// What entries have led to and has to be stored or delivered.
    struct Effects: Sendable {
        var changes: [ArchiveChange] = []
        /// The messages for waiting subscribers, in the order of their timetokens.
        var messages: [ChannelMessage] = []
        /// The keysets in which an access right was taken away or a token revoked, so that waiting subscribers may have lost their rights.
        var reducedKeysets: Set<NameKey> = []
        /// The quota that refused the last entry or call; nil if none did. It is counted where a client waits for the response only: other
        /// servers with the same log refuse the same entry.
        var refusal: OriginQuota?
    }

    let configuration: OriginConfiguration
    /// The keysets that are served. They may be replaced while the server runs.
    package var keysets: KeysetTable {
        didSet { setPresence() }
    }
    /// Whether all changes are stored, and not only messages.
    let recordsAll: Bool
    /// Whether several servers apply the log. Then time is the date of the log, and until when a client may be silent is part of the state.
    let isReplicated: Bool
    package var clock: TimetokenClock
    package var buffers: ChannelBuffers
    package var groups = GroupTable()
    package var push = PushTable()
    package var access: AccessStore
    package var revokedTokens: RevokedTokens
    var objectStore = ObjectStore()
    package var actions = ActionStore()
    package var presence: PresenceStore
    /// The presence events that wait for their time.
    var announcements = AnnouncementQueue()
    /// The effects of the entries since the last call of ``takeEffects()``.
    var effects = Effects()

    var limits: OriginLimits { configuration.limits }

    /// The count that a limit of the server applies to: that of the keyset if keysets are listed, and that of all together otherwise.
    func counted(_ together: Int, own: @autoclosure () -> Int) -> Int { keysets.countsTogether ? together : own() }

    /// Whether the quota of a keyset allows so much of something. If not, the refusal is among the effects.
    mutating func allows(_ amount: Int, _ quota: OriginQuota, _ keyset: String) -> Bool {
        guard !keysets.allows(amount, quota, keyset) else { return true }
        effects.refusal = quota
        return false
    }

    /// The state of a new origin, or of one that restarts after it gave out timetokens up to `latest`.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the server.
    ///   - latest: The highest timetoken that may have been given out.
    ///   - recordsAll: Whether all changes are stored, and not only messages.
    ///   - isReplicated: Whether several servers apply the log.
    package init(
        configuration: OriginConfiguration,
        latest: UInt64 = 0,
        recordsAll: Bool = false,
        isReplicated: Bool = false
    ) {
        self.configuration = configuration
        self.isReplicated = isReplicated
        keysets = KeysetTable(configuration)
        self.recordsAll = recordsAll
        clock = TimetokenClock(latest: latest)
        buffers = ChannelBuffers(
            messagesPerChannel: configuration.limits.messageBuffer,
            channels: configuration.limits.bufferedChannels,
            bytes: configuration.limits.bufferedBytes,
            notesDropped: configuration.limits.catchesUpFromHistory
        )
        access = AccessStore(capacity: configuration.limits.accessGrants)
        revokedTokens = RevokedTokens(capacity: configuration.limits.revokedTokens)
        presence = PresenceStore(
            announceMaximum: configuration.limits.announceMaximum,
            crowdedChannels: configuration.limits.bufferedChannels,
            interval: configuration.limits.presenceInterval
        )
        setPresence()
    }

    private mutating func setPresence() {
        presence.countsTogether = keysets.countsTogether
        presence.settings = keysets.presence
    }

    /// The state that an archive has stored.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the server.
    ///   - restored: The stored state from the archive.
    ///   - now: The moment of the restart, from which every client in a channel has as long as its calls said to return. If several servers
    ///     apply the log, a restart gives clients no more time.
    ///   - isReplicated: Whether several servers apply the log.
    ///   - recordsAll: Whether all changes are stored from now on, and not only messages.
    package init(
        configuration: OriginConfiguration,
        restored: RestoredState,
        at now: Moment,
        isReplicated: Bool = false,
        recordsAll: Bool = true
    ) {
        self.init(
            configuration: configuration,
            latest: restored.latest,
            recordsAll: recordsAll,
            isReplicated: isReplicated
        )
        buffers.omit(through: restored.omitted)
        for var message in restored.messages {
            if recordsAll { message.isStored = true }
            buffers.append(message)
        }
        for change in restored.changes { apply(change, at: now) }
    }

    /// Makes room for the effects of so many entries.
    mutating func expect(_ count: Int) {
        guard count > 1 else { return }
        effects.changes.reserveCapacity(count)
        effects.messages.reserveCapacity(count)
    }

    /// The effects of the entries since the last call.
    mutating func takeEffects() -> Effects {
        defer { effects = Effects() }
        return effects
    }

    /// The quota that has refused an entry or a call since the last call of this or of ``takeEffects()``; nil if none has.
    mutating func takeRefusal() -> OriginQuota? { effects.refusal.take() }

    /// Makes a change, and records it for the archive.
    mutating func make(_ change: ArchiveChange, at moment: Moment) {
        apply(change, at: moment)
        if recordsAll { effects.changes.append(change) }
    }

    /// Makes a change that the archive has.
    mutating func apply(_ change: ArchiveChange, at moment: Moment = Moment(date: 0, uptime: .zero)) {
        switch change {
        // Messages concern the archive only.
        case .message: break
        case .removal(let range, let topic): actions.remove(ofMessagesIn: range, on: topic)
        case .groups(let change): groups.apply(change)
        case .push(let change): push.apply(change)
        case .access(let record): access.apply(record)
        case .revocation(let token): revokedTokens.apply(token)
        case .object(let change): objectStore.apply(change)
        case .action(let change): actions.apply(change)
        case .presence(.here(let record)):
            let deadline = isReplicated ? record.deadline : nil
            presence.restore(record, until: deadline ?? moment.uptime + record.timeout)
        case .presence(.noted(let note)): presence.restore(note)
        case .presence(.intervalPassed), .presence(.announced): break
        case .presence(.announcing(let announcement)):
            announcements.append(announcement, due: announcement.due ?? moment.uptime)
        case .presence(.gone(let present)): _ = presence.leave(present.client, present.topic)
        }
    }

    func writer(for topic: Topic) -> EnvelopeWriter { EnvelopeWriter(topic: topic, region: configuration.region) }
}

/// The result of one entry for the client that waits for it.
enum EntryOutcome: Sendable {
    case applied
    /// A message was stored with a timetoken.
    case published(UInt64)
    /// The response of a call.
    case response(OriginResponse)
}
