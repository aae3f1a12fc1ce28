import NIOConcurrencyHelpers
import PubNubLocks
package import PubNubWire

/// The origin without its sockets: one lock around the machine, and everything that waits or blocks outside it.
///
/// A request that changes something goes through the log: it is proposed, committed, applied, and only then answered and delivered.
/// A log in memory commits under the lock, on the thread of the request, but all messages of a turn of an event loop together at its
/// end. For any other log the core has one batch in progress, and gathers what arrives in the meantime into the next.
package final class OriginCore: Sendable {
    /// Runs work on the thread of an event loop.
    typealias Executor = @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Runs work on the thread of an event loop after some time.
    typealias Scheduler = @Sendable (Duration, @escaping @Sendable () -> Void) -> Void

    private let configuration: OriginConfiguration
    private let partition: ClusterPartition
    private let log: any OriginLog
    private let archive: any MessageArchive
    private let reads: ReadQueue
    private let files: FileService
    /// Runs what files take long for.
    private let fileWork: ReadQueue
    /// Every event loop takes this lock for each request. A `Locked` that is contended is handed to the thread that has waited for
    /// longest, so that each request waits for a change of threads; this lock goes to a thread that is running.
    private let guarded: NIOLockedValueBox<Guarded>
    private let alarms: AlarmClock
    private let tokens: TokenVerifier

    /// How many entries may wait for the batch in progress.
    private static let maxQueued = 50_000
    /// The time between two removals of what is too old.
    private static let removalPause = Duration.seconds(60)

    /// An origin with its storage.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the server.
    ///   - storage: The storage.
    ///   - reads: Runs the reads that may take long; by default on the threads of their requests.
    ///   - fileWork: Runs the calls of files that may take long; `reads` by default. On a server with a disk it is a queue of its own, as the
    ///     bytes of files would keep short reads waiting.
    ///   - maxQueued: How many entries may wait for the batch in progress.
    init(
        configuration: OriginConfiguration,
        storage: OpenedStorage,
        reads: ReadQueue = ReadQueue(queue: nil),
        fileWork: ReadQueue? = nil,
        maxQueued: Int = OriginCore.maxQueued
    ) {
        self.configuration = configuration
        partition = configuration.partition
        self.reads = reads
        self.fileWork = fileWork ?? reads
        log = storage.log
        archive = storage.archive
        let machine = OriginMachine(state: storage.state)
        files = FileService(configuration, storage: storage.files, quotaRefusals: machine.local.quotaRefusals)
        let faults = FaultInjector(configuration.faults)
        let room = SharedRoom(capacity: maxQueued)
        guarded = NIOLockedValueBox(Guarded(machine: machine, faults: faults, room: room))
        alarms = AlarmClock(configuration.clock)
        tokens = TokenVerifier(configuration)
        log.follow { [weak self] event in self?.take(event) }
        // Clients that were present before a restart time out without any request.
        guarded.withLockedValue { arm(&$0) }
        archive.setEndReceiver { [weak self] messages in self?.end(messages) }
        guard archive.removesOld else { return }
        guarded.withLockedValue { $0.removesOld = true }
        removeOld()
    }

    /// Proposes to remove messages that have ended with the actions on them.
    private func end(_ messages: [EndedMessages]) {
        let now = configuration.clock.moment
        process { guarded, work in
            guard !guarded.isStopped else { return }
            gather(guarded.machine.end(messages, at: now), &guarded, into: &work)
        }
    }

    /// Removes what is too old, now and then every minute: a server without traffic keeps nothing for longer than it may.
    private func removeOld() {
        archive.removeOld(at: configuration.clock.date)
        removeOldLater()
    }

    private func removeOldLater() {
        _ = at(uptime + Self.removalPause) { [weak self] in
            guard let self, !guarded.withLockedValue({ $0.isStopped }) else { return }
            removeOld()
        }
    }

    /// An origin in memory.
    convenience init(
        configuration: OriginConfiguration,
        reads: ReadQueue = ReadQueue(queue: nil),
        fileWork: ReadQueue? = nil
    ) {
        self.init(configuration: configuration, storage: .memory(configuration), reads: reads, fileWork: fileWork)
    }

    package var faults: FaultPlan {
        get { guarded.withLockedValue { $0.faults.remaining } }
        set { guarded.withLockedValue { $0.faults = FaultInjector(newValue) } }
    }

    /// The faults that are injected, with how many requests each rule has matched and injected its fault into.
    package var faultInjector: FaultInjector { guarded.withLockedValue { $0.faults } }

    /// Both readings of the server's clock now.
    package var moment: Moment { configuration.clock.moment }

    /// The bytes of the stored messages of a keyset.
    package func storedBytes(keyset: String) -> Int { archive.storedBytes(keyset: keyset) }

    /// The bytes of the stored files of a keyset.
    package func fileBytes(keyset: String) -> Int { files.usage.bytes(keyset: keyset) }

    /// Opens a file without a name for the form of an upload; nil if forms are in memory.
    var openSpool: (@Sendable () -> Int32)? { files.openSpool }

    /// Counts uploads and downloads of files.
    var fileMetrics: FileMetrics { files.metrics }

    /// The date in seconds since 1970 UTC.
    var seconds: UInt64 { configuration.clock.date / 10_000_000 }

    /// The time since some fixed moment, by the clock that deadlines are counted in.
    package var uptime: Duration { configuration.clock.uptime }

    /// Subscribe calls that wait now.
    var heldCount: Int { guarded.withLockedValue { $0.machine.local.held.count } }

    /// Requests that have arrived, with any outcome.
    var requestCount: Int { guarded.withLockedValue { Int($0.lastID) } }

    /// The counters and the contents of the server, without its connections.
    var statistics: OriginStatistics {
        var statistics = guarded.withLockedValue { guarded in
            var statistics = OriginStatistics()
            let buffers = guarded.machine.state.buffers
            statistics.heldPolls = guarded.machine.local.held.count
            statistics.bufferedChannels = buffers.count
            statistics.bufferedMessages = buffers.messageCount
            statistics.bufferedBytes = buffers.usedBytes
            statistics.evictions = buffers.evictions
            statistics.deliveries = guarded.deliveries
            statistics.entries = guarded.entries
            let refusals = guarded.machine.local.quotaRefusals
            statistics.quotaRefusals = Dictionary(
                uniqueKeysWithValues: OriginQuota.allCases.map { ($0, refusals[$0]) }
            )
            return statistics
        }
        let log = log.health
        let archive = archive.health
        statistics.commits = log.commits
        statistics.cluster = log.cluster
        statistics.failedCommits = log.failures
        statistics.storageErrors = log.failures + archive.failures
        statistics.viewLag = archive.backlog
        let usage = files.usage
        statistics.files = usage.files
        statistics.fileBytes = usage.bytes
        statistics.fileDownloads = files.metrics.downloadCount
        statistics.fileUploads = Dictionary(
            uniqueKeysWithValues: FileUploadResult.allCases.map { ($0, files.metrics[$0]) }
        )
        return statistics
    }

    /// How the log is.
    var logHealth: LogHealth { log.health }

    /// Why the storage makes the server unready; empty if it does not.
    var storageReasons: [UnreadyReason] { logHealth.reasons }

    /// Finds out, without waiting, whether storing works again.
    func checkStorage() {
        log.checkStorage()
    }

    /// Reads or changes the state directly.
    package func withState<Value: Sendable>(_ body: (inout OriginState) -> Value) -> Value {
        guarded.withLockedValue { body(&$0.machine.state) }
    }

    /// Serves other keysets from the next request on, and stores their messages for as long as they say.
    func replaceKeysets(_ configuration: OriginConfiguration) {
        let table = KeysetTable(configuration)
        withState { $0.keysets = table }
        tokens.replaceKeysets(table)
        archive.setKeysetRetention(configuration.keysetRetention)
        files.replaceKeysets(table, configuration)
        // Those of a cluster are the first record of its stream.
        if configuration.clusterIdentity == nil { archive.setSettings(AppliedSettings(configuration)) }
    }

    /// Reads what concerns the connections of this server.
    package func withLocal<Value: Sendable>(_ body: (LocalRequests) -> Value) -> Value {
        guarded.withLockedValue { body($0.machine.local) }
    }

    /// When the alarms are due, earliest first.
    var alarmDeadlines: [Duration] { alarms.deadlines }

    /// Does something at a time of the origin's clock, unless the alarm is cancelled before.
    func at(_ deadline: Duration, _ body: @escaping @Sendable () -> Void) -> Alarm {
        alarms.set(at: deadline, body)
    }

    /// Whether a new connection is to be refused.
    func refusesConnection() -> Bool {
        guarded.withLockedValue { $0.faults.connectionArrived() }
    }

    /// Takes in a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - address: The address of the client; nil, the default, for one without an address.
    ///   - turn: The turn of an event loop in which it arrived; nil outside of turns.
    ///   - receiver: Takes the reply, possibly before this returns, on any thread. With a turn, the replies of an input that another
    ///     thread takes in are passed together on the thread of the event loop.
    /// - Returns: The name of the request.
    @discardableResult
    func submit(
        _ request: OriginRequest,
        from address: AddressKey? = nil,
        turn: Int? = nil,
        receiver: any ReplyReceiver
    ) -> OriginRequestID {
        let now = configuration.clock.moment
        let arrival = Arrival(request, limits: configuration.limits, partition: partition) { tokens.check($0, at: now) }
        var work = Work()
        let (id, early) = guarded.withLockedValue { guarded -> (OriginRequestID, OriginReply?) in
            guarded.lastID += 1
            let id = OriginRequestID(rawValue: guarded.lastID)
            let fault = guarded.faults.requestArrived(arrival)
            if guarded.isStopped { return (id, .close) }
            if let early = OriginReply.early(fault) { return (id, early) }
            guarded.turn = turn
            defer { guarded.turn = nil }
            let pending = Pending(receiver: receiver, address: address, fault: fault, turn: turn)
            guarded.arriving = Arriving(id: id, pending: pending)
            let hasQuotas = guarded.machine.state.keysets.hasQuotas
            let fitting = hasQuotas ? arrival.fitting(guarded.machine, archive.storedBytes) : arrival
            var actions = guarded.machine.requestArrived(fitting, id: id, at: now)
            if guarded.isEnding { actions += guarded.machine.stopping() }
            gather(actions, &guarded, into: &work)
            if let pending = guarded.take(id) { guarded.pending[id] = pending }
            return (id, nil)
        }
        if let early { receiver.take(early) }
        perform(work, on: turn)
        return id
    }

    /// Takes in a request whose reply a closure takes.
    @discardableResult
    func submit(
        _ request: OriginRequest,
        turn: Int? = nil,
        completion: @escaping @Sendable (OriginReply) -> Void
    ) -> OriginRequestID {
        submit(request, turn: turn, receiver: ReplyClosure(completion))
    }

    /// Adds an event loop that serves requests in turns.
    ///
    /// - Parameters:
    ///   - execute: Runs work on the thread of the event loop.
    ///   - schedule: Runs work there after some time; by default immediately.
    /// - Returns: The number of its turns.
    func addTurns(_ execute: @escaping Executor, schedule: @escaping Scheduler = { $1() }) -> Int {
        guarded.withLockedValue { guarded in
            guarded.turns.append(Proposals())
            guarded.eventLoops.append(EventLoopAccess(execute: execute, schedule: schedule))
            return guarded.turns.count - 1
        }
    }

    /// An event loop begins to serve requests. Their changes are proposed together, no later than ``turnEnded(_:)``.
    func turnBegan() {
        guarded.withLockedValue { $0.turnCount += 1 }
    }

    /// An event loop has served the requests that had arrived.
    func turnEnded(_ turn: Int) {
        process(on: turn) { guarded, work in
            guarded.turnCount -= 1
            gather([], &guarded, into: &work, endOf: turn)
        }
    }

    /// Issues an access token without a signed request.
    package func issueToken(_ terms: AccessTokenTerms, keyset: String) -> TokenArrival {
        tokens.issue(terms, subscribeKey: keyset, at: configuration.clock.moment)
    }

    /// An access token that this server issued, also one that has ended; nil for any other string.
    package func token(_ text: String, keyset: String) -> VerifiedToken? {
        tokens.token(text, subscribeKey: keyset, at: configuration.clock.moment)
    }

    /// Makes the change that a request asks for, without its access rights, and returns the response when it is stored.
    package func change(_ request: OriginRequest) async -> OriginResponse {
        guard let call = OriginRouter.call(for: request) else { return ErrorResponse.notFound }
        if let refusal = call.refusal(partition) { return refusal }
        return await withHandover(of: OriginResponse.self, throwing: Never.self) { handover in
            var work = Work()
            let isTaken = guarded.withLockedValue { guarded in
                guard !guarded.isStopped else { return false }
                guarded.lastID += 1
                let id = OriginRequestID(rawValue: guarded.lastID)
                let receiver = ReplyClosure { reply in
                    guard case .response(let response, _) = reply else {
                        return handover.resume(returning: ErrorResponse.storageFailed)
                    }
                    handover.resume(returning: response)
                }
                guarded.pending[id] = Pending(receiver: receiver)
                let action = guarded.machine.propose(
                    .request(call),
                    for: Requester(id: id, route: call.route, callback: nil)
                )
                gather([action], &guarded, into: &work)
                return true
            }
            guard isTaken else { return handover.resume(returning: ErrorResponse.storageFailed) }
            perform(work)
        }
    }

    /// Forgets a request whose client is gone; its receiver gets no reply any more.
    func cancel(_ id: OriginRequestID) {
        guarded.withLockedValue { guarded in
            guarded.pending[id] = nil
            guarded.machine.clientLeft(id)
            guarded.delays.removeValue(forKey: id)?.cancel()
        }
    }

    /// Forgets a request if it waits for messages; otherwise the server is sending its response. Returns whether it was forgotten.
    func releaseHeld(_ id: OriginRequestID) -> Bool {
        let isHeld = guarded.withLockedValue { guarded in
            // A call whose messages are being read gets what there is, and does not wait for more.
            guarded.machine.local.catchingUp[id]?.mayWait = false
            return guarded.machine.local.held[id] != nil
        }
        guard isHeld else { return false }
        cancel(id)
        return true
    }

    /// Responds to all calls that wait, and from now on to each that would. Other requests are served as before.
    func endWaiting() {
        var delays: [Task<Void, Never>] = []
        process { guarded, work in
            guarded.isEnding = true
            delays = Array(guarded.delays.values)
            gather(guarded.machine.announceAll(at: configuration.clock.moment), &guarded, into: &work)
            gather(guarded.machine.stopping(), &guarded, into: &work)
        }
        // A delayed response is sent now rather than never.
        for delay in delays { delay.cancel() }
    }

    /// Responds to all calls that wait, takes in no more, and returns when everything is stored.
    func stop() async {
        endWaiting()
        guarded.withLockedValue { guarded in
            guarded.isStopped = true
            guarded.alarm?.task.cancel()
            guarded.alarm = nil
        }
        endBatchWait()
        await logIsIdle()
        await log.close()
        // They are in the file of the archive.
        await files.close()
        await archive.close()
    }

    /// Returns when this server has applied what the other servers of its cluster had committed before, and begins to propose that time passes.
    /// Does nothing more on a server by itself.
    func join() async {
        await log.caughtUp()
        guarded.withLockedValue { guarded in
            guard guarded.machine.state.isReplicated, !guarded.isStopped else { return }
            // The server with the shortest pause proposes; the others do if it does not.
            let pause = Duration.milliseconds(Int64.random(in: 900...1500))
            guarded.machine.local.startTicks(every: pause, at: configuration.clock.uptime)
            arm(&guarded)
        }
    }

    /// Does what is due. Called by an alarm, and harmless at any other time.
    func timePassed() {
        let now = configuration.clock.moment
        process { guarded, work in
            guarded.alarm = nil
            guard !guarded.isStopped else { return }
            let actions = guarded.machine.timePassed(at: now) + cutOff(at: now, &guarded)
            gather(actions, &guarded, into: &work)
        }
    }

    /// Releases clients while the log is not available, so that they may reach a server that receives messages and stores changes.
    ///
    /// Subscribers that come later wait for a pause, so that those without another server do not ask all the time.
    private func cutOff(at now: Moment, _ guarded: inout Guarded) -> [OriginAction] {
        guard log.refuses(waiting: 0) else {
            guarded.nextRelease = nil
            return []
        }
        // What waits for the batch in progress was not proposed.
        let waiting = guarded.takeClientProposals()
        var actions = waiting.isEmpty ? [] : refuse(waiting, .unavailable, &guarded)
        if guarded.nextRelease.map({ $0 <= now.uptime }) ?? true {
            guarded.nextRelease = now.uptime + Self.releasePause
            actions += guarded.machine.stopping().map(\.closingConnection)
        }
        return actions
    }

    /// How often a server without its log releases its subscribers.
    private static let releasePause = Duration.seconds(5)

    /// Refuses entries that were not proposed.
    private func refuse(
        _ proposals: Proposals,
        _ failure: LogFailure,
        _ guarded: inout Guarded
    ) -> [OriginAction] {
        let batch = LogBatch(number: 0, after: 0, entries: proposals.entries)
        return guarded.machine.commitFailed(batch, failure, requesters: proposals.requesters, at: moment)
    }

    /// Returns when no entry waits for the log.
    private func logIsIdle() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isIdle = guarded.withLockedValue { guarded in
                if guarded.isIdle { return true }
                guarded.idle.append(continuation)
                return false
            }
            if isIdle { continuation.resume() }
        }
    }

    /// Takes in what the log reports of the batch in progress.
    private func take(_ event: OriginLogEvent) {
        let now = configuration.clock.moment
        process { guarded, work in
            let actions: [OriginAction]
            switch event {
            case .committed(let committed):
                let requesters = takeRequesters(&guarded)
                if log.batchWaitLimit != nil, !guarded.isStopped {
                    guarded.beginBatchWait(after: committed.batch, requesters)
                }
                work.batchWait = guarded.batchWait
                actions = apply(committed, requesters, &guarded)
            case .received(let committed):
                actions = apply(committed, [], &guarded)
            case .failed(let batch, let failure):
                let requesters = takeRequesters(&guarded)
                actions = guarded.machine.commitFailed(batch, failure, requesters: requesters, at: now)
            }
            gather(actions, &guarded, into: &work)
        }
    }

    /// Returns the clients that wait for the batch that has ended, and removes them.
    private func takeRequesters(_ guarded: inout Guarded) -> [Requester?] {
        defer { guarded.requesters = nil }
        return guarded.requesters ?? []
    }

    /// Applies a batch, and hands its changes to the archive in the order of the log.
    private func apply(
        _ committed: Committed,
        _ requesters: [Requester?],
        _ guarded: inout Guarded
    ) -> [OriginAction] {
        // The date of a log that several servers apply says nothing about the deadlines of this server's connections.
        let now = guarded.machine.state.isReplicated ? configuration.clock.uptime : nil
        let result = guarded.machine.apply(committed, requesters: requesters, at: now)
        guarded.entries += UInt64(committed.batch.entries.count)
        // In memory, messages have an end that matters only if they have actions.
        if !guarded.removesOld, guarded.machine.state.actions.count > 0 {
            guarded.removesOld = true
            removeOldLater()
        }
        let isStored = archive.storesAll ? committed.batch.entries.contains(where: \.isStored) : !result.changes.isEmpty
        if isStored {
            archive.write(result.changes, at: committed.position, latest: guarded.machine.state.clock.latest)
        }
        return result.actions
    }

    /// Sorts the actions of the machine. Batches that the log commits immediately are applied here.
    ///
    /// - Parameters:
    ///   - actions: The actions.
    ///   - guarded: The state.
    ///   - work: Gets the work to perform without the lock.
    ///   - turn: The turn that has ended; nil if none has.
    private func gather(
        _ actions: [OriginAction],
        _ guarded: inout Guarded,
        into work: inout Work,
        endOf turn: Int? = nil
    ) {
        for action in actions { add(action, to: &work, &guarded) }
        if let turn { commit(turn, with: &work, &guarded) }
        // While event loops serve requests, the first whose turn ends proposes: with many event loops, one always serves.
        if turn != nil || guarded.turnCount == 0, guarded.hasNextBatch {
            guarded.batchWait = nil
            let next = guarded.takeProposals(bytes: log.batchBytes)
            guarded.requesters = next.requesters
            work.batch = batch(of: next.entries, &guarded)
        }
        let given = guarded.machine.local.given
        if given > guarded.given {
            guarded.given = given
            work.given = given
        }
        if guarded.isIdle { work.idle = guarded.takeIdle() }
        arm(&guarded)
    }

    /// Applies the messages of a turn, which a log in memory commits immediately.
    private func commit(_ turn: Int, with work: inout Work, _ guarded: inout Guarded) {
        let messages = guarded.turns[turn].takeFirst()
        guard !messages.isEmpty, let committed = log.commitImmediately(batch(of: messages.entries, &guarded)) else {
            return
        }
        let actions = apply(committed, messages.requesters, &guarded)
        work.responses.reserveCapacity(actions.count)
        for action in actions { add(action, to: &work, &guarded) }
    }

    private func batch(of entries: [LogEntry], _ guarded: inout Guarded) -> LogBatch {
        guarded.lastBatch += 1
        return LogBatch(number: guarded.lastBatch, after: guarded.machine.local.given, entries: entries)
    }

    private func add(_ action: OriginAction, to work: inout Work, _ guarded: inout Guarded) {
        switch action {
        case .respond(let id, let response):
            guard let pending = guarded.take(id) else { return }
            work.responses.append(Response(id: id, pending: pending, response: response))
        case .deliver(let page):
            var recipients = Page(page)
            for poll in page.polls {
                if let pending = guarded.take(poll.id) { recipients.add(pending, poll.id) }
            }
            guarded.deliveries += UInt64(page.deliveries.count * recipients.count)
            work.pages.append(recipients)
        case .propose(let entry, let requester):
            if guarded.isStopped, requester == nil { return }
            if requester != nil, log.refuses(waiting: guarded.proposals.count) {
                return refuse(entry, requester, .unavailable, with: &work, &guarded)
            }
            if log.storesNothing, let turn = guarded.turn, case .message = entry {
                guarded.turns[turn].append(entry, requester)
                if guarded.turns[turn].count >= Self.maxMessagesPerCommit { commit(turn, with: &work, &guarded) }
                return
            }
            if let committed = log.commitImmediately(batch(of: [entry], &guarded)) {
                for action in apply(committed, [requester], &guarded) { add(action, to: &work, &guarded) }
                return
            }
            guard hasRoom(for: entry, guarded.room) else {
                // A client that would come to a channel comes with its next call.
                return refuse(entry, requester, .behind, with: &work, &guarded)
            }
            guarded.append(entry, requester)
        case .read, .list, .catchUp, .files:
            work.rest.append(action)
        }
    }

    /// So many messages of a turn a log in memory commits together at most.
    private static let maxMessagesPerCommit = 64

    private func refuse(
        _ entry: LogEntry,
        _ requester: Requester?,
        _ failure: LogFailure,
        with work: inout Work,
        _ guarded: inout Guarded
    ) {
        var proposals = Proposals()
        proposals.append(entry, requester)
        for action in refuse(proposals, failure, &guarded) { add(action, to: &work, &guarded) }
    }

    /// Whether an entry may wait for the log: its keyset leaves room for others there and in the archive. Time passes in any case.
    private func hasRoom(for entry: LogEntry, _ room: SharedRoom) -> Bool {
        guard let keyset = entry.keyset else { return true }
        return room.hasRoom(for: keyset) && archive.hasRoom(for: keyset)
    }

    /// Sees to it that the next deadline is noticed. An alarm that comes too early does no harm.
    private func arm(_ guarded: inout Guarded) {
        guard !guarded.isStopped, let deadline = guarded.machine.nextDeadline else { return }
        if let alarm = guarded.alarm, alarm.deadline <= deadline { return }
        guarded.alarm?.task.cancel()
        let clock = configuration.clock
        let task = Task { [weak self] in
            do {
                try await clock.sleep(until: deadline)
            } catch {
                return
            }
            self?.timePassed()
        }
        guarded.alarm = (deadline, task)
    }

    /// Takes in an input with the lock, and then performs the work that it leads to.
    ///
    /// - Parameters:
    ///   - turn: The turns of the event loop whose thread this is; nil on any other thread.
    ///   - input: Takes it in. The work is not its result, as that would be copied.
    private func process(on turn: Int? = nil, _ input: (inout Guarded, inout Work) -> Void) {
        var work = Work()
        guarded.withLockedValue { input(&$0, &work) }
        perform(work, on: turn)
    }

    /// Performs the work of an input.
    ///
    /// - Parameters:
    ///   - work: The work.
    ///   - turn: The turns of the event loop whose thread this is; nil on any other thread.
    private func perform(_ work: Work, on turn: Int? = nil) {
        if let batch = work.batch { log.propose(batch) }
        if let given = work.given { log.timetokensGivenOut(upTo: given) }
        var replies = GroupedReplies(turn: turn)
        for page in work.pages {
            let response = page.response
            for recipients in page.recipients {
                replies.add(.response(response, manner: .whole), for: recipients.receivers, of: recipients.turn)
            }
            for request in page.faulty { finish(request.id, request.pending, with: response, &replies) }
        }
        work.responses.forEach(where: replies.isForOther) { response in
            finish(response.id, response.pending, with: response.response, &replies)
        }
        // Other event loops get theirs first, so that all send at the same time.
        handOver(replies, batchWait: work.batchWait)
        replies.own.pass()
        work.responses.forEach(where: { !replies.isForOther($0) }) { response in
            finish(response.id, response.pending, with: response.response, &replies)
        }
        for action in work.rest { perform(action) }
        for continuation in work.idle { continuation.resume() }
    }

    /// Hands replies over to the event loops of their requests, each with one change of threads.
    ///
    /// - Parameters:
    ///   - replies: The replies.
    ///   - batchWait: The wait of the next batch for the next requests of those clients. The first event loop on which its time is up ends it,
    ///     as another one may be busy.
    private func handOver(_ replies: GroupedReplies, batchWait: BatchWait?) {
        for (turn, replies) in replies.others.enumerated() where !replies.isEmpty {
            let eventLoop = guarded.withLockedValue { $0.eventLoops[turn] }
            eventLoop.execute { replies.pass() }
            guard let batchWait, let time = log.batchWaitLimit else { continue }
            eventLoop.schedule(time) { [weak self] in self?.endBatchWait(batchWait) }
        }
    }

    /// The next batch waits no longer. Does nothing if a later wait has begun.
    private func endBatchWait(_ ended: BatchWait? = nil) {
        process { guarded, work in
            guard let current = guarded.batchWait, ended.map({ $0.batch == current.batch }) ?? true else { return }
            guarded.batchWait = nil
            gather([], &guarded, into: &work)
        }
    }

    private func perform(_ action: OriginAction) {
        switch action {
        case .respond, .deliver, .propose:
            break
        case .read(let query, let id, let callback):
            let date = configuration.clock.date
            let isTaken = read(for: query.keyset, isLong: query.isLong, of: id) {
                try query.response(from: $0, date: date)
            } completion: { [weak self] response in
                self?.finish(id, with: (response ?? query.failure).wrapped(in: callback))
            }
            if !isTaken { finish(id, with: StorageResponse.unavailable(Self.manyReads).wrapped(in: callback)) }
        case .list(let query, let id, let callback):
            guard query.isLong else { return finish(id, with: query.response.wrapped(in: callback)) }
            // A copy that waits would make each change of the original copy all of it.
            let waiting = query.withoutContent
            let isTaken = reads.run(for: query.keyset, from: address(of: id), blocks: true) { [weak self] end in
                if let query = self?.listAwaited(waiting, by: id) {
                    self?.finish(id, with: query.response.wrapped(in: callback))
                }
                end()
            }
            if !isTaken { finish(id, with: ErrorResponse.unavailable(Self.manyReads).wrapped(in: callback)) }
        case .catchUp(let search):
            let latest = guarded.withLockedValue { $0.machine.state.clock.latest }
            let date = configuration.clock.date
            let isTaken = read(for: search.keyset, isLong: search.isLong, of: search.poll) {
                try search.deliveries(from: $0, date: date)
            } completion: { [weak self] found in
                self?.searched(search, found: found, latest: latest)
            }
            if !isTaken { searched(search, found: nil, latest: latest) }
        case .files(let call, let id, let isPrivate):
            serveFiles(call, for: id, isPrivate: isPrivate)
        }
    }

    private func serveFiles(_ call: OriginCall, for id: OriginRequestID, isPrivate: Bool) {
        let now = configuration.clock.moment
        guard files.isLong(call) else {
            return finish(id, with: files.response(to: call, isPrivate: isPrivate, at: now))
        }
        let isTaken = fileWork.run(for: call.keyset, from: address(of: id), blocks: true) { [weak self, files] end in
            let response = files.response(to: call, isPrivate: isPrivate, at: now)
            self?.finish(id, with: response)
            end()
        }
        if !isTaken { finish(id, with: ErrorResponse.unavailable(Self.manyReads)) }
    }

    private static let manyReads = "Too many long reads of this keyset wait. Send the request again later."

    /// A list with its content as of now; nil if its client is gone.
    private func listAwaited(_ query: OriginListQuery, by id: OriginRequestID) -> OriginListQuery? {
        guarded.withLockedValue { guarded in
            guarded.pending[id] == nil ? nil : query.withContent(of: guarded.machine.state)
        }
    }

    private func address(of id: OriginRequestID) -> AddressKey? { guarded.withLockedValue { $0.pending[id]?.address } }

    private func isAwaited(_ id: OriginRequestID) -> Bool { guarded.withLockedValue { $0.pending[id] != nil } }

    /// Reads from the archive, with a place among the long reads unless it is a short read from memory. A read whose client is gone before it starts
    /// is left out.
    ///
    /// - Returns: Whether it was taken in. It was not if too many reads of the keyset wait.
    private func read<Value: Sendable>(
        for keyset: String,
        isLong: Bool,
        of id: OriginRequestID,
        _ body: @escaping @Sendable (any ArchiveReader) throws -> Value,
        completion: @escaping @Sendable (Value?) -> Void
    ) -> Bool {
        // An archive that stores all changes has readers on threads of its own.
        let hasReaders = archive.storesAll
        guard hasReaders || isLong else {
            archive.read(body, completion: completion)
            return true
        }
        return reads.run(for: keyset, from: address(of: id), blocks: !hasReaders) { [weak self, archive] end in
            guard self?.isAwaited(id) == true else { return end() }
            archive.read(body) { value in
                completion(value)
                end()
            }
        }
    }

    private func searched(_ search: ArchiveSearch, found: [Delivery]?, latest: UInt64) {
        let now = configuration.clock.moment
        process { guarded, work in
            let actions = guarded.machine.searched(search, found: found, latest: latest, at: now)
            gather(actions, &guarded, into: &work)
        }
    }

    private func finish(_ id: OriginRequestID, with response: OriginResponse) {
        guard let pending = guarded.withLockedValue({ $0.pending.removeValue(of: id) }) else { return }
        var replies = GroupedReplies(turn: pending.turn)
        finish(id, pending, with: response, &replies)
    }

    private func finish(
        _ id: OriginRequestID,
        _ pending: Pending,
        with response: OriginResponse,
        _ replies: inout GroupedReplies
    ) {
        // A server that ends does not wait for delays that begin now, as little as for others.
        guard case .delay(let duration) = pending.fault, !guarded.withLockedValue({ $0.isEnding }) else {
            return replies.finish(pending, OriginReply.late(response, pending.fault))
        }
        let clock = configuration.clock
        let deadline = clock.uptime + duration
        guarded.withLockedValue { guarded in
            guarded.delays[id] = Task { [weak self] in
                try? await clock.sleep(until: deadline)
                let isWanted = self?.guarded.withLockedValue { $0.delays.removeValue(forKey: id) } != nil
                guard isWanted else { return }
                pending.receiver.take(.response(response, manner: .whole))
            }
        }
    }
}

/// A closure that takes a reply.
private final class ReplyClosure: ReplyReceiver {
    private let body: @Sendable (OriginReply) -> Void

    init(_ body: @escaping @Sendable (OriginReply) -> Void) {
        self.body = body
    }

    func take(_ reply: OriginReply) { body(reply) }
}
