import Dispatch
import PubNub
import PubNubSupport

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
        /// Waits for damage of the store.
        var watching: Task<Void, Never>?
        /// The requested channels whose subscription failed for a temporary reason.
        var failed: Set<String> = []
        /// The number of such failures since the last subscription.
        var failures = 0

        /// Removes and returns all tasks in flight.
        mutating func takeTasks() -> [Task<Void, Never>] {
            defer {
                clock = nil
                closing = nil
                watching = nil
                fills = [:]
            }
            return [clock, closing, watching].compactMap(\.self) + fills.values.map(\.task)
        }
    }

    private struct Fill {
        /// Distinguishes it from a later task of the same channel.
        let id: Int
        let task: Task<Void, Never>
    }

    private enum Timer: Hashable { case pause, refusal, failure }

    /// The seconds after which channels that the service refused are requested again. Tests shorten it.
    let refusalPause = Locked(300)

    /// The number of pages of messages of one channel that are fetched before another channel has its turn.
    private static var pagesPerTurn: Int { 20 }

    let events = Broadcast<ChatSyncEvent>(limit: 1_024)
    /// The connection of the client.
    let connection = Broadcast<ChatConnectionState>(limit: 1, first: .idle)
    let subscriptions: SubscriptionList
    /// How complete each channel is.
    let completeness: CompletenessBoard
    private let client: PubNub
    private let typing: TypingService
    private let filler: Backfill<Model, Entities>
    private let writer: LiveWriter<Model, Entities>
    private let queue: LiveQueue
    private let listener: ClientListener
    private let timers = TaskTimers<Timer>()
    private let state = Locked(State())
    private let serial: DispatchQueue
    /// Called when the identifier of the client may have changed.
    private let noteUser: @Sendable () -> Void
    /// Announces the end of the access token.
    private let token: TokenNotice
    /// Called when the client is connected.
    private let onConnection: @Sendable () -> Void
    /// Called when events or fetched data were stored.
    private let onStored: @Sendable () -> Void
    /// Called when messages after the read marker of a channel are not stored after a backfill.
    private let onMissingCount: @Sendable (_ channel: String) -> Void
    /// Called when messages of a channel were stored.
    private let onMessages: @Sendable (_ channel: String) -> Void

    init(
        client: PubNub,
        store: ChatStore,
        source: any BackfillSource<Model>,
        journal: ChangeJournal<Model, Entities>,
        typing: TypingService,
        policy: ChatBackfillPolicy = ChatBackfillPolicy(),
        noteUser: @escaping @Sendable () -> Void,
        onConnection: @escaping @Sendable () -> Void = {},
        onStored: @escaping @Sendable () -> Void = {},
        onMissingCount: @escaping @Sendable (_ channel: String) -> Void = { _ in },
        onMessages: @escaping @Sendable (_ channel: String) -> Void = { _ in }
    ) {
        self.client = client
        self.noteUser = noteUser
        self.onConnection = onConnection
        self.onStored = onStored
        self.onMissingCount = onMissingCount
        self.onMessages = onMessages
        self.typing = typing
        let serial = DispatchQueue(label: "pubnub.chat.copy")
        self.serial = serial
        let reference = WeakReference<StoreSync>()
        let writer = LiveWriter<Model, Entities>(journal: journal) { [weak client] in
            EditCipher(client)
        } failed: { [weak store] error in
            store?.note(error)
            // A call that waits for an event would wait until the store can be written again. Its channels stay requested.
            serial.async { reference.value?.subscriptions.fail(ChatError.of(error)) }
        } report: { outcomes in
            onStored()
            serial.async { for outcome in outcomes { reference.value?.handle(outcome) } }
        }
        self.writer = writer
        token = TokenNotice { end in serial.async { reference.value?.report(.tokenExpiring(at: end)) } }
        filler = Backfill(store: store, source: source, journal: journal, policy: policy) { item in
            serial.async { reference.value?.report(item) }
        }
        completeness = CompletenessBoard { [weak store] channel in
            (try? store?.read { try Ledger(db: $0).leftOut(of: channel) }) ?? []
        }
        let queue = LiveQueue(writer: store.writer) { db, items in writer.store(items, in: db) }
        self.queue = queue
        let listener = ClientListener(client) { items, stored in queue.append(items, then: stored) }
        self.listener = listener
        subscriptions = SubscriptionList { waiter in
            listener.afterItems { queue.append([.waiter(waiter)]) }
        }
        reference.set(self)
        begin()
    }

    deinit {
        timers.end()
        token.close()
        let tasks = state.withLock { $0.takeTasks() }
        for task in tasks { task.cancel() }
        subscriptions.end()
    }

    /// Stops after all received items are stored.
    func close() async {
        timers.end()
        token.close()
        let tasks = state.withLock { $0.takeTasks() }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        await queue.close()
        subscriptions.end()
        await withCheckedContinuation { continuation in
            serial.async { continuation.resume() }
        }
        show(.closed)
        connection.finish()
        completeness.close()
        events.finish()
    }

    /// Sends an event to the app. Runs on the serial queue.
    private func report(_ event: ChatSyncEvent) {
        completeness.note(event)
        events.send(event)
    }

    /// The app connects the client.
    func connecting() {
        serial.async { [self] in if connection.latest != .connected { show(.connecting) } }
    }

    /// The client refused to connect before it tried, so no event of the connection follows.
    func connectionRefused(_ error: PNError) {
        listener.afterItems { [queue] in queue.append([.disconnected(error)]) }
    }

    private func show(_ state: ChatConnectionState) {
        if connection.latest != state { connection.send(state) }
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

    /// Requests refused data and refused channels again.
    func retryRefused() {
        later { $0.rightsChanged() }
        serial.async { [weak self] in
            guard let self else { return }
            subscribeSingly(to: subscriptions.unblock())
        }
    }

    /// Subscribes to channels in requests of their own, so that a refusal of one does not affect the others.
    private func subscribeSingly(to names: [String]) {
        for name in names { subscribe(to: [name]) }
    }

    /// No event can be stored: tasks that wait for one would wait for ever.
    private func damaged(_ problem: String) {
        serial.async { [weak self] in
            guard let self else { return }
            subscriptions.fail(ChatError.cannotWriteStore("the store is damaged: \(problem)"))
            report(.storeDamaged(reason: problem))
        }
    }

    private func refused(_ names: [String], _ problem: any Error) {
        subscriptions.refused(names, problem)
        let error = problem as? PNError
        let wanted = subscriptions.wanted
        let requested = names.filter { wanted[$0] != nil }
        guard !requested.isEmpty else { return }
        let isRefused = error.map { $0.isRefusedForGood || $0.isForbidden } ?? true
        guard isRefused else { return subscribeLater(to: requested) }
        // One of them may be the reason.
        guard requested.count == 1 else { return subscribeSingly(to: requested) }
        guard error?.isForbidden == true else {
            // A name that is not valid would make the next attempt fail.
            subscriptions.forget(requested)
            return report(.refused(channels: requested, reason: "\(problem)"))
        }
        subscriptions.block(requested)
        report(.refused(channels: requested, reason: "\(problem)"))
        timers.start(.refusal, seconds: refusalPause.withLock(\.self)) { [weak self] in self?.retryRefused() }
    }

    /// Requests channels again after a pause: the client does not repeat a subscription that failed while it is connected.
    /// After the end of the connection, the next one requests all channels.
    private func subscribeLater(to names: [String]) {
        let seconds = state.withLock { state in
            state.failed.formUnion(names)
            state.failures += 1
            return min(1 << min(state.failures - 1, 6), 60)
        }
        timers.start(.failure, seconds: seconds) { [weak self] in
            self?.serial.async { [weak self] in
                guard let self else { return }
                let failed = state.withLock { state in
                    defer { state.failed = [] }
                    return state.failed.sorted()
                }
                guard client.isConnected() else { return }
                subscribe(to: failed.filter { !client.isSubscribed(on: PNChannel.exactly(named: $0)) })
            }
        }
    }

    /// Receives from now on, and waits for damage of the store.
    private func begin() {
        let conditions = filler.store.conditions()
        let watching = Task { [weak self] in
            for await case .damaged(let problem) in conditions { self?.damaged(problem) }
        }
        state.withLock { $0.watching = watching }
        let queue = queue
        listener.start { situation in
            guard situation.isConnected else { return }
            // Channels that were subscribed before this object existed.
            let targets = situation.subscriptions
            queue.append(targets.isEmpty ? [.connected] : [.connected, .subscribed(targets)])
        }
    }

    private func handle(_ outcome: LiveOutcome) {
        switch outcome {
        case .subscribed(let names, let opened, let round):
            noteUser()
            state.withLock { $0.failures = 0 }
            subscriptions.subscribed(names.filter { !opened.contains($0) })
            advance { $0.opened(opened, round: round) }
        case .unsubscribed(let names):
            subscriptions.unsubscribed(names)
            typing.left(names)
            completeness.unsubscribed(names)
            advance { $0.unsubscribed(names) }
        case .refused(let names, let error):
            refused(names, error)
        case .fellBehind(let names): advance { $0.fellBehind(names) }
        case .waiter(let id): subscriptions.reached(id)
        case .presenceOutdated(let name): advance { $0.presenceOutdated(name) }
        case .typing(let channel, let user, let isTyping): typing.received(user, on: channel, isTyping: isTyping)
        case .spoke(let channel, let user):
            typing.received(user, on: channel, isTyping: false)
            onMessages(channel)
        case .skipped(let channel, let error, let timetoken):
            report(.skipped(channel: channel, error, timetoken: timetoken))
        case .mismatched(let channel, let part, let fields, let timetoken):
            let time = part == .messages ? timetoken : nil
            report(.mismatched(channel: channel, part: part, fields: fields, timetoken: time))
        case .uncounted(let channel): onMissingCount(channel)
        case .reported(let event): report(event)
        case .rightsChanged:
            advance { $0.rightsChanged() }
            subscribeSingly(to: subscriptions.unblock())
        case .connected:
            show(.connected)
            advance { $0.connected() }
            subscriptions.connected()
            token.watch(client.configuration().authorizationKey)
            onConnection()
            // The client restores remembered subscriptions, unless its configuration disables that; then it removes
            // them first.
            let isRestored = client.configuration().shouldResubscribeOnConnectionRestore
            let left = PNChannel.exactly(named: subscriptions.takeLeft()).filter { client.isSubscribed(on: $0) }
            if !left.isEmpty { client.unsubscribe(from: left) }
            let blocked = subscriptions.unblock()
            let missing = subscriptions.wanted.keys.sorted().filter { name in
                !blocked.contains(name)
                    && (!isRestored || !client.isSubscribed(on: PNChannel.exactly(named: name)))
            }
            subscribe(to: missing)
            subscribeSingly(to: blocked)
        case .disconnected(let error):
            show(ChatConnectionState(after: error))
            subscriptions.disconnected(error)
            advance { $0.disconnected(error.map { "\($0)" }) }
        }
    }

    private func advance(_ input: (inout sending BackfillMachine) -> [BackfillMachine.Action]) {
        for action in state.withLock({ input(&$0.machine) }) { perform(action) }
    }

    private func perform(_ action: BackfillMachine.Action) {
        switch action {
        case .report(let item): report(item)
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
                self?.onStored()
                self?.onMessages(name)
                if outcome.isWhole, outcome.isCountMissing { self?.onMissingCount(name) }
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
