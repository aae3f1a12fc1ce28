import Dispatch
import PubNub
import PubNubLocks

/// Keeps the local store up to date with what a client receives, and fetches what the client missed.
///
/// Data flows in one direction: the observer receives, the queue collects, the writer stores, and the machine handles
/// the results and decides the next actions. The machine's inputs and actions run on one serial queue, so that sync
/// events are reported in order.
final class StoreSync<Model: ChatCustomData, Entities: ManagedChatEntities>: Sendable {
    private struct State {
        var machine = BackfillMachine()
        var fills: [String: Fill] = [:]
        var lastFill = 0
        var clock: Task<Void, Never>?
        var closing: Task<Void, Never>?

        /// Removes and returns all tasks in flight.
        mutating func takeTasks() -> [Task<Void, Never>] {
            defer {
                clock = nil
                closing = nil
                fills = [:]
            }
            return [clock, closing].compactMap(\.self) + fills.values.map(\.task)
        }
    }

    private struct Fill {
        /// Distinguishes it from a later task of the same channel.
        let id: Int
        let task: Task<Void, Never>
    }

    private enum Timer: Hashable { case pause }

    /// The number of pages of messages of one channel that are fetched before another channel has its turn.
    private static var pagesPerTurn: Int { 20 }

    let events = Broadcast<ChatSyncEvent>(limit: 1_024)
    let subscriptions: SubscriptionList
    private let client: PubNub
    private let typing: TypingService
    private let filler: Backfill<Model, Entities>
    private let writer: LiveWriter<Model, Entities>
    private let queue: LiveQueue
    private let tap: ClientObserver
    private let timers = TaskTimers<Timer>()
    private let state = Locked(State())
    private let serial: DispatchQueue
    /// Called when the identifier of the client may have changed.
    private let noteUser: @Sendable () -> Void
    /// Called when the client is connected.
    private let onConnection: @Sendable () -> Void

    init(
        client: PubNub,
        store: ChatStore,
        source: any BackfillSource<Model>,
        journal: ChangeJournal<Model, Entities>,
        typing: TypingService,
        policy: ChatBackfillPolicy = ChatBackfillPolicy(),
        noteUser: @escaping @Sendable () -> Void,
        onConnection: @escaping @Sendable () -> Void = {}
    ) {
        self.client = client
        self.noteUser = noteUser
        self.onConnection = onConnection
        self.typing = typing
        let serial = DispatchQueue(label: "pubnub.chat.copy")
        self.serial = serial
        let reference = WeakReference<StoreSync>()
        let writer = LiveWriter<Model, Entities>(journal: journal) { outcomes in
            serial.async { for outcome in outcomes { reference.value?.handle(outcome) } }
        }
        self.writer = writer
        let events = events
        filler = Backfill(store: store, source: source, journal: journal, policy: policy) { item in
            serial.async { events.send(item) }
        }
        let queue = LiveQueue(writer: store.writer) { db, items in writer.store(items, in: db) }
        self.queue = queue
        subscriptions = SubscriptionList { [weak client] waiter in
            // The callback queue reports events in order, so this runs after all earlier events.
            client?.configuration().callbackQueue.async { queue.append(.waiter(waiter)) }
        }
        tap = ClientObserver(client) { queue.append($0) }
        reference.set(self)
        begin()
    }

    deinit {
        timers.end()
        let tasks = state.withLock { $0.takeTasks() }
        for task in tasks { task.cancel() }
        subscriptions.end()
    }

    /// Stops after all received items are stored.
    func close() async {
        timers.end()
        let tasks = state.withLock { $0.takeTasks() }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        await queue.close()
        subscriptions.end()
        await withCheckedContinuation { continuation in
            serial.async { continuation.resume() }
        }
        events.finish()
    }

    /// Subscribes to the requested channels that are not subscribed yet.
    func subscribe(to names: [String]) {
        let wanted = subscriptions.wanted
        let channels = names.compactMap { name in
            wanted[name].map { PNChannel.separate(named: name, observesPresence: $0) }
        }
        if !channels.isEmpty { client.subscribe(on: channels) }
    }

    /// Fetches the missing data of these channels first.
    func show(_ names: Set<String>) {
        later { machine in
            machine.show(names)
            return []
        }
    }

    /// Fetches messages that the policy leaves out.
    func fillOlder(on channel: String, count: Int) async throws -> Int {
        try await filler.fillOlder(on: channel, count: count)
    }

    /// Requests refused data again.
    func retryRefused() {
        later { $0.rightsChanged() }
    }

    /// Takes over channels that were subscribed before this object existed.
    private func begin() {
        let client = client
        let queue = queue
        // The callback queue reports events in order, so all later events follow this one.
        client.configuration().callbackQueue.async { [weak client] in
            guard let client, client.isConnected() else { return }
            queue.append(.connected)
            let objects = client.subscribedObjectsList()
            guard !objects.isEmpty else { return }
            queue.append(
                .subscribed(
                    channels: objects.filter { !$0.isChannelGroup }.map(\.name),
                    groups: objects.filter(\.isChannelGroup).map(\.name)
                )
            )
        }
    }

    private func handle(_ outcome: LiveOutcome) {
        switch outcome {
        case .subscribed(let names, let opened, let round):
            noteUser()
            subscriptions.subscribed(names.filter { !opened.contains($0) })
            advance { $0.opened(opened, round: round) }
        case .unsubscribed(let names):
            subscriptions.unsubscribed(names)
            advance { $0.unsubscribed(names) }
        case .refused(let names, let error):
            // A name that was refused permanently would make the next attempt fail.
            if (error as? PNError)?.isTemporary != true { subscriptions.forget(names) }
            subscriptions.refused(names, error)
        case .fellBehind(let names): advance { $0.fellBehind(names) }
        case .waiter(let id): subscriptions.reached(id)
        case .presenceOutdated(let name): advance { $0.presenceOutdated(name) }
        case .typing(let channel, let user, let isTyping): typing.received(user, on: channel, isTyping: isTyping)
        case .spoke(let channel, let user): typing.received(user, on: channel, isTyping: false)
        case .skipped(let channel, let error, let timetoken):
            events.send(.skipped(channel: channel, error, timetoken: timetoken))
        case .mismatched(let channel, let part, let fields, let timetoken):
            let time = part == .messages ? timetoken : nil
            events.send(.mismatched(channel: channel, part: part, fields: fields, timetoken: time))
        case .rightsChanged: advance { $0.rightsChanged() }
        case .connected:
            advance { $0.connected() }
            subscriptions.connected()
            onConnection()
            // The client restores remembered subscriptions, unless its configuration disables that; then it removes
            // them first.
            let isRestored = client.configuration().shouldResubscribeOnConnectionRestore
            let missing = subscriptions.wanted.keys.sorted().filter {
                !isRestored || !client.isSubscribed(on: PNChannel.exactly(named: $0))
            }
            subscribe(to: missing)
        case .disconnected(let error):
            subscriptions.disconnected(error)
            advance { $0.disconnected(error.map { "\($0)" }) }
        }
    }

    private func advance(_ input: (inout sending BackfillMachine) -> [BackfillMachine.Action]) {
        for action in state.withLock({ input(&$0.machine) }) { perform(action) }
    }

    private func perform(_ action: BackfillMachine.Action) {
        switch action {
        case .report(let item): events.send(item)
        case .readTime(let round): readTime(round)
        case .close(let names, let timetoken, let round): closeGaps(of: names, at: timetoken, round)
        case .continueSubscribers(let names): subscriptions.subscribed(names)
        case .fill(let name): fill(name)
        case .cancelFill(let name): state.withLock { $0.fills.removeValue(forKey: name)?.task }?.cancel()
        case .startTimer(let seconds):
            timers.start(.pause, seconds: seconds) { [weak self] in self?.later { $0.timerFired() } }
        case .cancelTimer: timers.cancel(.pause)
        }
    }

    private func readTime(_ round: Int) {
        let source = filler.source
        let task = Task { [weak self] in
            do {
                let timetoken = try await source.time()
                self?.later { $0.timeCame(timetoken, round: round) }
            } catch {
                self?.later { $0.timeFailed("\(error)", round: round) }
            }
        }
        state.withLock { state in
            defer { state.clock = task }
            return state.clock
        }?.cancel()
    }

    private func closeGaps(of names: [String], at timetoken: Timetoken, _ round: Int) {
        let store = filler.store
        let writer = writer
        let task = Task { [weak self] in
            do {
                try await store.write { db in
                    // Channels that were opened again in the meantime need a later time.
                    guard writer.isCurrent(round) else { return }
                    for name in names { try Ledger(db: db).close(name, at: timetoken) }
                }
                self?.later { $0.closed(names, round: round) }
            } catch {
                self?.later { $0.timeFailed("\(error)", round: round) }
            }
        }
        state.withLock { $0.closing = task }
    }

    private func fill(_ name: String) {
        let filler = filler
        let id = state.withLock { state in
            state.lastFill += 1
            return state.lastFill
        }
        let task = Task { [weak self] in
            do {
                let outcome = try await filler.fill(name, pages: Self.pagesPerTurn)
                self?.end(name, id) { machine in
                    guard !outcome.missing.isEmpty else { return machine.filled(name, isWhole: outcome.isWhole) }
                    let reasons = outcome.missing.sorted { $0.key.rawValue < $1.key.rawValue }
                    return machine.fillFailed(
                        name,
                        reasons.map { "\($0.key.rawValue): \($0.value)" }.joined(separator: "; "),
                        isRefused: reasons.allSatisfy(\.value.isForbidden)
                    )
                }
            } catch {
                self?.end(name, id) { $0.fillFailed(name, "\(error)") }
            }
        }
        state.withLock { $0.fills[name] = Fill(id: id, task: task) }
    }

    /// Reports the end of a backfill to the machine, unless it was cancelled before.
    private func end(
        _ name: String,
        _ id: Int,
        _ input: @escaping @Sendable (inout sending BackfillMachine) -> [BackfillMachine.Action]
    ) {
        serial.async { [weak self] in
            guard let self, state.withLock({ $0.fills[name]?.id == id }) else { return }
            state.withLock { $0.fills[name] = nil }
            advance(input)
        }
    }

    /// Passes an input to the machine, after all earlier inputs.
    private func later(_ input: @escaping @Sendable (inout sending BackfillMachine) -> [BackfillMachine.Action]) {
        serial.async { [weak self] in self?.advance(input) }
    }
}

/// A weak reference, for closures that are created before their object.
final class WeakReference<Object: AnyObject & Sendable>: Sendable {
    private struct Content {
        weak var object: Object?
    }

    private let content = Locked(Content())

    var value: Object? { content.withLock { $0.object } }

    func set(_ object: Object) {
        content.withLock { $0.object = object }
    }
}
