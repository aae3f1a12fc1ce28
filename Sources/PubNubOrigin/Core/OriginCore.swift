import PubNubLocks
import PubNubWire

/// The origin without its sockets: one lock around the state, and everything that waits or blocks outside it.
final class OriginCore: Sendable {
    typealias Completion = @Sendable (OriginReply) -> Void
    private typealias Intake = (id: RequestID, early: OriginReply?, actions: [OriginAction], latest: UInt64)

    private struct Pending {
        let completion: Completion
        var fault: FaultAction?
    }

    private struct Guarded {
        var state: OriginState
        var faults: FaultInjector
        var pending: [RequestID: Pending] = [:]
        var lastID: UInt64 = 0
        var alarm: (deadline: Duration, task: Task<Void, Never>)?
        var delays: [RequestID: Task<Void, Never>] = [:]
        var isStopped = false
    }

    private let configuration: OriginConfiguration
    private let archive: any MessageArchive
    private let guarded: Locked<Guarded>

    /// An origin with an archive, and with what that archive had kept when it was opened.
    init(configuration: OriginConfiguration, archive: any MessageArchive, restored: RestoredState = RestoredState()) {
        self.configuration = configuration
        self.archive = archive
        var state = OriginState(
            configuration: configuration,
            latest: restored.latest,
            storesAtOnce: archive.storesAtOnce
        )
        for message in restored.messages { state.buffers.append(message) }
        for change in restored.changes { state.apply(change) }
        guarded = Locked(Guarded(state: state, faults: FaultInjector(configuration.faults)))
    }

    var faults: FaultPlan {
        get { guarded.withLock { $0.faults.remaining } }
        set { guarded.withLock { $0.faults = FaultInjector(newValue) } }
    }

    /// The date in seconds since 1970 UTC.
    var seconds: UInt64 { configuration.clock.moment.seconds }

    /// Subscribe calls that wait now.
    var heldCount: Int { guarded.withLock { $0.state.held.count } }

    /// Requests that have arrived, with any outcome.
    var requestCount: Int { guarded.withLock { Int($0.lastID) } }

    /// Reads or changes the state directly.
    func withState<Value: Sendable>(_ body: (inout OriginState) -> Value) -> Value {
        guarded.withLock { body(&$0.state) }
    }

    /// Makes a change that no request asks for.
    func make(_ change: ArchiveChange) {
        withState { $0.apply(change) }
        archive.keep([change]) { _ in }
    }

    /// Does something later by the origin's clock, unless the task is cancelled before.
    func after(_ duration: Duration, _ body: @escaping @Sendable () -> Void) -> Task<Void, Never> {
        let clock = configuration.clock
        let deadline = clock.uptime + duration
        return Task {
            do {
                try await clock.sleep(until: deadline)
            } catch {
                return
            }
            body()
        }
    }

    /// Whether a new connection is to be refused.
    func refusesConnection() -> Bool {
        guarded.withLock { $0.faults.connectionArrived() }
    }

    /// Takes in a request. `completion` is called once, possibly before this returns, on any thread.
    @discardableResult
    func submit(_ request: OriginRequest, completion: @escaping Completion) -> RequestID {
        let now = configuration.clock.moment
        let (id, early, actions, latest) = guarded.withLock { guarded -> Intake in
            guarded.lastID += 1
            let id = RequestID(rawValue: guarded.lastID)
            let fault = Self.fault(for: request, id: id, in: &guarded.faults)
            if guarded.isStopped { return (id, .close, [], 0) }
            if let early = Self.earlyReply(fault) { return (id, early, [], 0) }
            guarded.pending[id] = Pending(completion: completion, fault: fault)
            let actions = guarded.state.requestArrived(request, id: id, at: now)
            arm(&guarded)
            return (id, nil, actions, guarded.state.clock.latest)
        }
        if let early { completion(early) }
        archive.timetokensGivenOut(upTo: latest)
        perform(actions)
        return id
    }

    /// Forgets a request whose client is gone; its completion is not called any more.
    func cancel(_ id: RequestID) {
        guarded.withLock { guarded in
            guarded.pending[id] = nil
            guarded.state.clientLeft(id)
            guarded.delays.removeValue(forKey: id)?.cancel()
        }
    }

    /// Forgets a request if it waits for messages; otherwise the server is sending its response. Returns whether it was forgotten.
    func releaseHeld(_ id: RequestID) -> Bool {
        guard guarded.withLock({ $0.state.held[id] != nil }) else { return false }
        cancel(id)
        return true
    }

    /// Responds to all calls that wait, and takes in no more.
    func stop() async {
        let (actions, delays) = guarded.withLock { guarded -> ([OriginAction], [Task<Void, Never>]) in
            guarded.isStopped = true
            guarded.alarm?.task.cancel()
            guarded.alarm = nil
            return (guarded.state.stopping(), Array(guarded.delays.values))
        }
        perform(actions)
        // A delayed response is sent now rather than never.
        for delay in delays { delay.cancel() }
        await archive.close()
    }

    /// Does what is due. Called by an alarm, and harmless at any other time.
    func timePassed() {
        let now = configuration.clock.moment
        let actions = guarded.withLock { guarded -> [OriginAction] in
            guarded.alarm = nil
            guard !guarded.isStopped else { return [] }
            let actions = guarded.state.timePassed(at: now)
            arm(&guarded)
            return actions
        }
        perform(actions)
    }

    /// Sees to it that the next deadline is noticed. An alarm that comes too early does no harm.
    private func arm(_ guarded: inout Guarded) {
        guard let deadline = guarded.state.nextDeadline else { return }
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

    private func perform(_ actions: [OriginAction]) {
        for action in actions {
            switch action {
            case .respond(let id, let response):
                finish(id, with: response)
            case .store(let message, let topic, let id, let response, let failure):
                archive.store(message, in: topic) { [weak self, storesAtOnce = archive.storesAtOnce] isStored in
                    guard let self else { return }
                    if !storesAtOnce { storingEnded(message.timetoken, isStored: isStored) }
                    if storesAtOnce || !isStored { finish(id, with: isStored ? response : failure) }
                }
            case .note(let events):
                for event in events { archive.store(event.message, in: event.topic) { _ in } }
            case .keep(let changes, let id, let response, let failure):
                archive.keep(changes) { [weak self] isKept in
                    self?.finish(id, with: isKept ? response : failure)
                }
            case .read(let query, let id, let callback):
                let response = query.response(from: archive, date: configuration.clock.date)
                finish(id, with: response.wrapped(in: callback))
            case .remove(let range, let topic, let id, let response, let failure):
                archive.remove(range, of: topic) { [weak self] isRemoved in
                    self?.finish(id, with: isRemoved ? response : failure)
                }
            }
        }
    }

    /// Delivers what waited for the storing of a message, and responds to its publisher.
    private func storingEnded(_ timetoken: UInt64, isStored: Bool) {
        let now = configuration.clock.moment
        perform(guarded.withLock { $0.state.storingEnded(timetoken, isStored: isStored, at: now) })
    }

    private func finish(_ id: RequestID, with response: OriginResponse) {
        guard let pending = guarded.withLock({ $0.pending.removeValue(forKey: id) }) else { return }
        guard case .delay(let duration) = pending.fault else {
            return pending.completion(Self.lateReply(response, pending.fault))
        }
        let clock = configuration.clock
        let deadline = clock.uptime + duration
        guarded.withLock { guarded in
            guarded.delays[id] = Task { [weak self] in
                try? await clock.sleep(until: deadline)
                let isWanted = self?.guarded.withLock { $0.delays.removeValue(forKey: id) } != nil
                guard isWanted else { return }
                pending.completion(.response(response, manner: .whole))
            }
        }
    }

    private static func fault(
        for request: OriginRequest,
        id: RequestID,
        in faults: inout FaultInjector
    ) -> FaultAction? {
        guard !faults.isIdle else { return nil }
        let call = OriginRouter.call(for: request, id: id)
        return faults.requestArrived(
            family: call.map { FaultFamily($0.route) },
            names: call.map { $0.channels + $0.groups + [$0["id"]].compactMap(\.self) } ?? []
        )
    }

    private static func earlyReply(_ fault: FaultAction?) -> OriginReply? {
        switch fault {
        case .drop: .close
        case .reset: .reset
        case .status(let status, let body):
            .response(
                body.map { OriginResponse(status: status, text: $0) } ?? ErrorResponse.injected(status),
                manner: .whole
            )
        case .delay, .dropResponse, .truncate, .wrongEncoding, .slow, nil: nil
        }
    }

    private static func lateReply(_ response: OriginResponse, _ fault: FaultAction?) -> OriginReply {
        switch fault {
        case .dropResponse: .close
        case .truncate(let bytes): .response(response, manner: .truncated(bytes: bytes))
        case .wrongEncoding: .response(response, manner: .wronglyEncoded)
        case .slow(let bytes, let pause): .response(response, manner: .slow(bytes: bytes, every: pause))
        case .delay, .drop, .status, .reset, nil: .response(response, manner: .whole)
        }
    }
}

/// What becomes of a request's connection.
enum OriginReply: Sendable, Equatable {
    /// A response is sent.
    case response(OriginResponse, manner: Manner)
    /// The connection is closed.
    case close
    /// The connection is reset.
    case reset

    /// How a response is sent.
    enum Manner: Sendable, Equatable {
        case whole
        /// Cut after this many bytes of the body, and the connection closed.
        case truncated(bytes: Int)
        /// Named gzip and sent plain.
        case wronglyEncoded
        /// In pieces with a pause before each.
        case slow(bytes: Int, every: Duration)
    }
}
