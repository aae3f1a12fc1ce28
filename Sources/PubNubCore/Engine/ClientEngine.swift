package import Foundation
import PubNubCodec
import PubNubSupport
import PubNubMachines
import PubNubWire
import Synchronization

/// Coordinates one client: it asks the machines under one lock, and performs their actions outside of it.
///
/// `apply` is the only caller of a machine and `perform` the only interpreter of actions. Actions are performed in the
/// order of the decisions on all threads, and user code never runs under the lock.
package final class ClientEngine: Sendable {
    private static let clientNumbers = Atomic<UInt64>(0)
    private static let numbers = Atomic<UInt64>(0)

    let observers = EngineObservers()
    let listeners = EngineListeners()
    let transport: any Transport
    /// The number of this client among those that share the transport.
    let number: UInt64
    /// The date, for requests that contain the time of the call.
    package let now: @Sendable () -> Date
    let process: ProcessSuspension
    private let forks: ForkWatch
    private let birth: ForkWatch.Birth
    let timers: any Timers
    private let isParallel: Atomic<Bool>
    /// Held only while the file of the outbox is opened.
    let outboxGate = Locked(())
    /// Reports that the transport holds a request back, or sends it after that. Made once, not for each request.
    let heldBack: @Sendable (RequestID, Bool) -> Void
    /// `nil` for a client that does not observe the machine's network.
    private let network: NetworkWatch?
    private let state: Locked<State>
    private let receiver = Locked<(any EngineDelegate)?>(nil)

    private struct WeakEngine {
        weak var engine: ClientEngine?
    }

    package init(
        settings: ClientSettings,
        identifier: String,
        transport: any Transport,
        timers: any Timers,
        seed: UInt64,
        process: ProcessSuspension = .shared,
        network: NetworkWatch? = nil,
        forks: ForkWatch = .shared,
        isConfigured: Bool = true,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        let number = Self.clientNumbers.wrappingAdd(1, ordering: .relaxed).newValue
        isParallel = Atomic(settings.runsCallsInParallel)
        self.transport = transport
        self.number = number
        self.timers = timers
        self.now = now
        self.process = process
        self.forks = forks
        birth = forks.birth
        self.network = network
        let reference = Locked(WeakEngine())
        heldBack = { id, isHeldBack in
            guard let engine = reference.withLock({ $0.engine }) else { return }
            engine.apply { $0.machine.callHeldBack(id, isHeldBack, into: &$0.batch.actions) }
        }
        var machine = ClientMachine(
            client: number,
            seed: seed,
            subscribeKey: settings.subscribeKey,
            identifier: identifier,
            heartbeatInterval: settings.heartbeatInterval
        )
        machine.allow(settings.permission)
        machine.fillGaps(settings.fillsGaps)
        let keys = Keyset(settings)
        state = Locked(
            State(
                machine: machine,
                settings: settings,
                limits: RequestTimeouts(settings),
                outboxLocation: .init(path: settings.outbox?.file?.path, keyset: keys.digest),
                keys: keys,
                settingsInUse: settings,
                keysInUse: keys,
                now: now,
                builder: RequestBuilder(settings.requestSettings(identifier: identifier), now: now),
                identifierInUse: identifier,
                cryptor: settings.makeCryptor(),
                settingsOfLastCall: settings,
                isConfigured: isConfigured,
                outbox: OutboxState(seed: seed &+ 2),
                iterationRetries: IterationRetries(seed: seed &+ 4)
            )
        )
        reference.withLock { $0.engine = self }
    }

    /// A number for an iteration or a wait, which is different for each in the process.
    static func nextNumber() -> UInt64 {
        numbers.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// Receives what the engine reports; `nil` for none. The engine retains it until it is shut down.
    var delegate: (any EngineDelegate)? { receiver.withLock { $0 } }

    /// Whether the settings in force run calls in parallel. Apart from the state, so that reading it costs no lock.
    package var runsCallsInParallel: Bool {
        get { isParallel.load(ordering: .relaxed) }
        set { isParallel.store(newValue, ordering: .relaxed) }
    }

    /// Reports to `delegate` from now on.
    package func report(to delegate: any EngineDelegate) {
        receiver.withLock { $0 = delegate }
    }

    /// Reads the state. `body` must not call the engine.
    func read<Value: Sendable>(_ body: (State) -> Value) -> Value {
        state.withLock { body($0) }
    }

    /// Changes state that only the engine uses. `body` must not call the engine.
    @discardableResult
    func change<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        state.withLock { body(&$0) }
    }

    /// Locks, decides, unlocks, performs. `decide` adds actions to the batch of the state.
    func apply(_ decide: (inout State) -> Void) {
        if decideActions(decide) { performAll() }
    }

    /// Decides, and leaves the actions to be performed later.
    ///
    /// - Returns: Whether the caller has to call ``performAll()`` once it holds no lock; otherwise another thread performs.
    func decideActions(_ decide: (inout State) -> Void) -> Bool {
        forks.check(birth)
        return state.withLock { state in
            decide(&state)
            state.confirmIterations()
            watchNetwork(&state)
            if !state.drainWaiters.isEmpty { releaseDrainWaiters(&state) }
            guard !state.isPerforming, !state.batch.isEmpty else { return false }
            state.isPerforming = true
            return true
        }
    }

    /// Calls the waiters for the end of all calls if all have ended.
    private func releaseDrainWaiters(_ state: inout State) {
        guard state.machine.queue.count == 0, state.machine.line.isEmpty, state.outbox.machine.count == 0 else {
            return
        }
        let hasTransfers = !state.transfers.isEmpty || state.compositeCalls > 0
        for (number, waiter) in state.drainWaiters where !waiter.includesTransfers || !hasTransfers {
            state.batch.run(waiter.resume)
            state.drainWaiters[number] = nil
        }
    }

    /// Ends all calls, because nothing uses the engine any more. Each call that has not ended fails with 108.
    ///
    /// - Parameter ended: Called once when the calls have ended, before the messages of the outbox; nothing by default.
    package func shutDown(ended: () -> Void = {}) {
        let isFirst = change { state in
            defer { state.hasEnded = true }
            return !state.hasEnded
        }
        guard isFirst else { return }
        process.remove(self)
        cancelTransfers()
        var abandoned: [OutboxState.Abandoned] = []
        var files: [OutboxFile] = []
        endIterations(.failure(.notReady))
        apply { state in
            files = state.outbox.files
            abandoned = state.outbox.abandon()
            var endings: ClientActions = []
            state.machine.reset(into: &endings)
            // Queued behind the actions that another thread performs, so that nothing that these start is left behind.
            state.batch.actions += endings.filter(\.endsSomething)
            state.batch.run { [timers, transport, number] in
                timers.cancelAll()
                transport.clientEnded(number) {}
            }
        }
        ended()
        for message in abandoned { end(message) }
        // A message may not be on the disk yet.
        for file in files { file.beginClosing() }
        // Behind the endings, which another thread may still perform.
        apply { state in
            state.batch.run { [self] in forgetDelegate() }
        }
    }

    /// Releases the delegate, outside of the lock: that may release closures of the application.
    private func forgetDelegate() {
        let former = receiver.withLock { delegate in
            defer { delegate = nil }
            return delegate
        }
        withExtendedLifetime(former) {}
    }

    /// Observes the network while the client is connected or connecting.
    private func watchNetwork(_ state: inout State) {
        let isRunning = state.machine.connection.isRunning
        guard let network, isRunning != state.isWatching else { return }
        state.isWatching = isRunning
        let id = ObjectIdentifier(self)
        state.batch.run { [weak self] in
            guard isRunning else { return network.remove(id) }
            if let self { network.add(self) }
        }
    }

    func performAll() {
        // Only the thread for which `decideActions` returned true comes here, until a batch is empty under the lock: so actions are performed in the
        // order in which they were decided, although any thread decides. An action may call `apply`: its actions are performed after the rest of
        // this batch, by this loop, and the stack does not grow.
        var batch = state.withLock { $0.takeBatch() }
        while !batch.isEmpty {
            batch.perform { perform($0) }
            batch.clear()
            state.withLock { $0.exchange(&batch) }
        }
    }

    private func perform(_ action: ClientAction) {
        switch action {
        case .send(let id): sendCall(id)
        case .probe(let id): sendProbe(id)
        case .join(let id, let names): sendSubscribe(id, names, .now, isFirst: true)
        case .poll(let id, let names, let cursor):
            sendPoll(DeliveryBacklog.Poll(request: id, names: names, cursor: cursor))
        case .leave(let id, let targets): sendLeave(id, targets)
        case .heartbeat(let id, let targets): sendHeartbeat(id, targets)
        case .cancel(let id): cancel(id)
        case .startTimer(let timer, let delay, let number): startTimer(timer, after: delay, number: number)
        case .cancelTimer(let timer): timers.cancel(timer)
        case .ask(let question, let number): ask(question, number: number)
        case .reportConnection(let event): report(event)
        case .reportSubscription(let event): report(explained(event))
        case .deliver(let page): deliver(page)
        case .load(let load): sendLoad(load)
        case .fail(let id, let failure): failCall(id, failure)
        case .beginCall(let ticket): beginCall(ticket)
        case .refuseCall(let ticket, let failure): refuseCall(ticket, failure)
        case .adoptIdentifier(let identifier): adopt(identifier)
        case .adoptConfiguration: adoptConfiguration()
        case .secure(let level, let failure): secure(level, because: failure)
        case .openWindow(let window): openWindow(window)
        case .suspensionSettled(let isSuspended): suspensionSettled(isSuspended)
        case .storeMessage(let ticket): storeMessage(ticket)
        case .acceptMessage(let ticket): acceptMessage(ticket)
        case .sendMessage(let ticket): sendMessage(ticket)
        case .warnOfMessage(let ticket, let failure): warn(of: ticket, failure)
        case .endMessage(let ticket, let ending): endMessage(ticket, ending)
        case .forward, .runStep: assertionFailure("ClientMachine passes inputs on, and the batch takes steps")
        }
    }

    private func startTimer(_ timer: TimerName, after delay: Duration?, number: UInt64) {
        let delay = delay ?? limit(of: timer)
        timers.start(timer, after: delay) { [weak self] timer in
            self?.apply { $0.timerFired(timer, number: number) }
        }
    }

    /// The time that the configuration allows the request that the timer limits.
    private func limit(of timer: TimerName) -> Duration {
        read { timer == .leave ? $0.limits.call : $0.limits.subscription }
    }

    private func adopt(_ identifier: String) {
        change { state in
            state.identifierInUse = identifier
            state.builder = state.makeBuilder()
        }
    }

    private func ask(_ question: ClientAction.Question, number: UInt64) {
        let usual = read { state in
            switch question {
            case .reconnect: state.settings.reconnectsAutomatically
            case .keepTimetoken: state.settings.keepsTimeTokenOnListChange
            case .resubscribe: state.settings.resubscribesOnRestore
            case .restoreFromLastTimetoken: state.settings.restoresFromLastTimeToken
            case .runInBackground: false
            }
        }
        let take: @Sendable (Bool?) -> Void = { [weak self] answer in
            self?.apply { state in
                state.machine.answered(
                    question,
                    number: number,
                    answer ?? usual,
                    isFinal: answer == nil,
                    into: &state.batch.actions
                )
            }
        }
        if let delegate { delegate.ask(question, answer: take) } else { take(nil) }
    }
}

extension ClientEngine.State {
    /// The identifier of the client, which requests of later actions have.
    var identifier: String { machine.identity.current }

    fileprivate mutating func timerFired(_ timer: TimerName, number: UInt64) {
        if case .outbox(let ticket) = timer {
            outbox.machine.timerFired(ticket, into: &batch.actions)
        } else {
            machine.timerFired(timer, number: number, into: &batch.actions)
        }
    }
}

extension ClientAction {
    /// Whether a request, call or change ends with it.
    fileprivate var endsSomething: Bool {
        switch self {
        case .cancel, .fail, .refuseCall, .reportSubscription: true
        case .send, .beginCall, .probe, .join, .poll, .leave, .heartbeat, .startTimer, .cancelTimer, .ask,
            .reportConnection,
            .deliver, .load, .adoptIdentifier, .adoptConfiguration, .secure, .openWindow, .suspensionSettled,
            .storeMessage, .acceptMessage, .sendMessage, .warnOfMessage, .endMessage, .forward, .runStep:
            false
        }
    }
}
