@testable import PubNubOrigin
@testable import PubNubOriginServer

/// A record of the log that the servers share.
struct SimulatedRecord: Sendable {
    let date: UInt64
    let bytes: [UInt8]
    let id: String
}

/// A server of the cluster without its sockets: its machine, its archive, and what waits for the log.
struct SimulatedNode {
    /// A batch that was sent to the log.
    struct Sent {
        let batch: LogBatch
        let requesters: [Requester?]
    }

    /// The effect of a record on a server.
    struct Applied {
        let changes: [ArchiveChange]
        let digest: Int
    }

    let number: Int
    private let mistake: ClusterMistake?
    private let configuration: OriginConfiguration
    /// Whether it has a data file.
    private let isStored: Bool
    private(set) var machine: OriginMachine
    private var archive: MemoryArchive
    private var rows = StoredRows()
    /// Changes that were applied and are not in the data file.
    private var unwritten: [(changes: [ArchiveChange], applied: Int, latest: UInt64)] = []
    /// How many records it has applied.
    private(set) var applied = 0
    private var boot: UInt64
    private var lastBatch: UInt64 = 0
    private var waiting: [(entry: LogEntry, requester: Requester?)] = []
    private(set) var sent: Sent?
    /// The responses since the last call of ``takeResponses()``.
    private var responses: [(id: OriginRequestID, response: OriginResponse)] = []
    private var pages: [(id: OriginRequestID, page: PageForPolls)] = []
    /// By how much its clock differs from the true time, in units of 100 ns.
    private let clockError: Int64
    private var chance: SimulatedRandom

    init(_ number: Int, _ configuration: OriginConfiguration, _ mistake: ClusterMistake?, seed: UInt64, time: UInt64) {
        self.number = number
        self.mistake = number == 2 ? mistake : nil
        self.configuration = configuration
        isStored = number > 0
        chance = SimulatedRandom(seed: seed ^ UInt64(number + 1) << 32)
        clockError = Int64(chance.below(60_000_000)) - 30_000_000
        boot = UInt64(number) << 32
        machine = OriginMachine(state: OriginState(configuration: configuration, isReplicated: true))
        archive = MemoryArchive(limits: configuration.limits)
        start(StoredRows(), at: time)
    }

    /// Whether something waits to be sent.
    var hasProposals: Bool { sent == nil && !waiting.isEmpty }

    /// Both readings of its clock.
    func moment(at time: UInt64) -> Moment {
        let date = UInt64(Int64(time) + clockError)
        return Moment(date: date, uptime: .microseconds(Int64(time / 10) - 1_700_000_000_000_000 + Int64(number) * 977))
    }

    /// Takes in a request.
    mutating func submit(_ request: OriginRequest, id: OriginRequestID, at time: UInt64) {
        let now = moment(at: time)
        perform(machine.requestArrived(ParsedRequest(request, limits: configuration.limits), id: id, at: now), at: now)
    }

    /// Proposes what a request asks for without checks of its rights.
    mutating func propose(_ request: OriginRequest, at time: UInt64) {
        guard let call = request.call else { return }
        perform([machine.propose(.request(call), for: nil)], at: moment(at: time))
    }

    mutating func timePassed(at time: UInt64) {
        let now = moment(at: time)
        perform(machine.timePassed(at: now), at: now)
    }

    mutating func clientLeft(_ id: OriginRequestID) { machine.clientLeft(id) }

    /// The batch to send to the log; nil if another one is in flight or nothing waits.
    mutating func send() -> SimulatedRecord? {
        guard hasProposals else { return nil }
        lastBatch += 1
        let batch = LogBatch(number: lastBatch, after: machine.local.lastIssued, entries: waiting.map(\.entry))
        sent = Sent(batch: batch, requesters: waiting.map(\.requester))
        waiting = []
        if mistake == .earlyAcknowledgement { acknowledgeEarly() }
        let bytes = StreamCodec.encode(batch, boot: boot)
        return SimulatedRecord(date: 0, bytes: bytes, id: "\(boot)-\(batch.number)")
    }

    private mutating func acknowledgeEarly() {
        let timetoken = machine.state.clock.latest + 1
        for requester in sent?.requesters ?? [] {
            guard let requester else { continue }
            responses.append((requester.id, requester.response(to: .published(timetoken))))
        }
    }

    /// The server no longer waits for the batch in flight, which may be in the log nevertheless.
    mutating func sendingFailed(at time: UInt64) {
        guard let sent else { return }
        self.sent = nil
        let now = moment(at: time)
        let failure = LogFailure.unknown("no acknowledgement")
        perform(machine.commitFailed(sent.batch, failure, requesters: sent.requesters, at: now), at: now)
    }

    /// Applies the next record.
    mutating func apply(_ record: SimulatedRecord, at time: UInt64) throws -> Applied {
        applied += 1
        guard case .batch(let batch, let boot) = try StreamCodec.decode(record.bytes) else {
            return Applied(changes: [], digest: machine.state.digest)
        }
        let now = moment(at: time)
        let isOwn = boot == self.boot && sent?.batch.number == batch.number
        let requesters = isOwn ? sent?.requesters ?? [] : []
        if isOwn { sent = nil }
        let committed = Committed(
            position: LogPosition(rawValue: UInt64(applied)),
            moment: Moment(date: mistake == .localClock ? now.date : record.date, uptime: .zero),
            batch: mistaken(batch)
        )
        let result = machine.apply(committed, requesters: requesters, at: now.uptime)
        archive.write(result.changes, at: committed.position, latest: machine.state.clock.latest)
        if isStored { unwritten.append((result.changes, applied, machine.state.clock.latest)) }
        perform(result.actions, at: now)
        return Applied(changes: result.changes, digest: machine.state.digest)
    }

    /// Writes some of what was applied to the data file.
    mutating func write() {
        let count = chance.below(unwritten.count + 1)
        for part in unwritten.prefix(count) { rows.write(part.changes, applied: part.applied, latest: part.latest) }
        unwritten.removeFirst(count)
        if chance.oneIn(4) { rows.prune() }
    }

    /// Ends the process, and starts it with what its data file has. Requests without a response never get one.
    mutating func restart(at time: UInt64) {
        write()
        start(rows, at: time)
        guard applied > 0 else { return }
        if mistake == .appliedTwice { applied -= 1 }
        if mistake == .skippedRecord { applied += 1 }
    }

    /// How many records its data file has the changes of; nil without a data file.
    var written: Int? { isStored ? rows.applied : nil }

    /// How many of the first records of the log this server may remove.
    var removable: Int { mistake == .removedUnwritten && isStored ? applied : written ?? 0 }

    /// Ends the process, and starts it with the data file of another server.
    mutating func join(_ other: SimulatedNode, at time: UInt64) {
        if isStored { rows = other.rows }
        start(other.rows, at: time)
        if mistake == .snapshotPosition { applied = other.applied }
    }

    /// The responses since the last call.
    mutating func takeResponses() -> [(id: OriginRequestID, response: OriginResponse)] {
        defer { responses = [] }
        return responses
    }

    /// The pages for subscribers since the last call.
    mutating func takePages() -> [(id: OriginRequestID, page: PageForPolls)] {
        defer { pages = [] }
        return pages
    }

    private mutating func start(_ rows: StoredRows, at time: UInt64) {
        boot += 1
        unwritten = []
        waiting = []
        sent = nil
        responses = []
        pages = []
        applied = rows.applied
        archive = MemoryArchive(limits: configuration.limits)
        archive.write(rows.messages, at: LogPosition(rawValue: UInt64(applied)), latest: 0)
        let restored = rows.restored(mistake, region: configuration.region)
        let now = moment(at: time)
        var state = OriginState(
            configuration: configuration,
            restored: restored,
            at: Moment(logDate: mistake == .forgottenDeadlines ? now.date : restored.latest),
            isReplicated: mistake != .localDeadlines
        )
        if mistake == .reservedTimetokens, applied > 0 { state.clock.advance(to: restored.latest + 10_000_000) }
        machine = OriginMachine(state: state)
        if mistake == .localTimetoken { machine.local = LocalRequests(limits: configuration.limits) }
        machine.local.startTicks(every: .milliseconds(1000 + 100 * number), at: now.uptime)
    }

    private mutating func perform(_ actions: [OriginAction], at now: Moment) {
        for action in actions {
            switch action {
            case .respond(let id, let response): responses.append((id, response))
            case .deliver(let page): pages += page.ids.map { ($0, page) }
            case .propose(let entry, let requester): waiting.append((entry, requester))
            case .read, .list, .files: break
            case .catchUp(let search):
                let found = try? search.deliveries(from: archive, date: now.date)
                let latest = machine.state.clock.latest
                perform(machine.searched(search, found: found, latest: latest, at: now), at: now)
            }
        }
    }

    private mutating func mistaken(_ batch: LogBatch) -> LogBatch {
        var batch = batch
        switch mistake {
        case .dictionaryOrder:
            batch.entries = batch.entries.map { entry in
                guard case .tick(var tick) = entry else { return entry }
                tick.expired = Array(Set(tick.expired))
                return .tick(tick)
            }
        case .localRandom:
            batch.entries = batch.entries.map { entry in
                guard case .update(let update) = entry else { return entry }
                let topics = update.topics.shuffled(using: &chance)
                return .update(
                    PresenceUpdate(
                        client: update.client,
                        topics: topics,
                        states: update.states,
                        timeout: update.timeout
                    )
                )
            }
        default: break
        }
        return batch
    }
}
