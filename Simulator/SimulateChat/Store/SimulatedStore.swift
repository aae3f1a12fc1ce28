import Foundation
import GRDB
import PubNub

@testable import PubNubChat
@testable import PubNubSupport

/// One store with its real-time path and its client. The client, the network and the clock are simulated; the code that
/// stores and decides is the real code.
final class SimulatedStore: Sendable {
    typealias Model = VoidCustomData
    typealias Entities = PubNubManagedChatEntities
    typealias Storage = ChatStorage<Model, Entities>

    struct State: Sendable {
        var machine = BackfillMachine()
        /// The number of events of the service's log that arrived or were lost.
        var position = 0
        var isConnected = false
        var subscribed: Set<String> = []
        /// The round for which the time is requested.
        var round: Int?
        var fills: [String] = []
        var isTimerRunning = false
        var trouble = Trouble()
        var queries = 0
        /// The requests about a channel that were successful since it became outdated.
        var succeeded: [String: Set<ServiceQuery>] = [:]
        var violation: ChatViolation?
        /// The index in the log of the last event that arrived about a user or channel.
        var metadataReceived: [String: Int] = [:]
        /// The time of the last response with the members of a channel.
        var membersRead: [String: Timetoken] = [:]
        var forced: Set<SimulatedService.MemberKey> = []
        var written: Set<Int> = []
        /// The expected states of the messages that the application stored, until it knows that they are published or
        /// discards them.
        var queue: [String: SendStage] = [:]
        /// The outcome of the next call of the sender.
        var outcome = SendOutcome.delivered
        /// The steps that occur during that call.
        var during: [ChatStep] = []
        /// The messages that the sender tried to publish in the current step, and those that it published.
        var attempts: [String] = []
        var published: [String] = []
        /// The changes of each channel that the application asked for, in the order of its calls.
        var asked: [String: [String]] = [:]
        /// The index of the last one of each channel that was sent.
        var done: [String: Int] = [:]
        /// The messages of which the service refused an edit, so that an earlier one is sent.
        var refusedEdits: Set<String> = []
        /// The calls of the sender in the current step.
        var calls: [String] = []
        /// The value that the service is to have; empty for none.
        var wishes: [OutboxWish: String] = [:]
        /// The messages that are to be deleted from history.
        var erased: Set<String> = []
        /// The last requests of the application about memberships.
        var memberWishes: [SimulatedService.MemberKey: MemberWish] = [:]
        /// The latest read marker of each channel that the application set.
        var highestMarkers: [String: Timetoken] = [:]
        /// All messages that the application wrote, in the order of its calls.
        var order: [String] = []
        /// The hours that the clock of the device is ahead.
        var clock = 0
        /// Whether the token of the client has ended.
        var isTokenEnded = false
        /// The draft of each channel.
        var drafts: [String: String] = [:]
        /// The time of the first subscription. Earlier messages are history.
        var begun: Timetoken = 0
        /// The messages that the application announced, also before it was killed, with their timetokens.
        var announced: [Announcement: Timetoken] = [:]
        /// The messages that the application removed. Another publication of one is a new message.
        var removed: Set<String> = []
        /// Whether the program was killed in the current step.
        var isKilled = false
        /// Whether the program started again and did not connect since then. A new client does not receive the events
        /// that the former one missed.
        var isNew = false

        /// The state of a new program with the store of this one, which will subscribe the same channels. The content of
        /// the store, and what the simulation expects of it, remain.
        func restarted() -> State {
            var next = State()
            next.position = position
            next.subscribed = subscribed
            next.violation = violation
            next.metadataReceived = metadataReceived
            next.membersRead = membersRead
            next.forced = forced
            next.written = written
            next.queue = queue.mapValues { $0 == .sending ? .queued : $0 }
            next.asked = asked
            next.done = done
            next.refusedEdits = refusedEdits
            next.wishes = wishes
            next.erased = erased
            next.memberWishes = memberWishes
            next.highestMarkers = highestMarkers
            next.order = order
            next.clock = clock
            next.isTokenEnded = isTokenEnded
            next.drafts = drafts
            next.begun = begun
            next.announced = announced
            next.removed = removed
            next.isNew = true
            return next
        }
    }

    let number: Int
    /// The number of the user. Both stores may be of one user.
    let user: Int
    let store: ChatStore
    let service: SharedService
    let mistake: ChatMistake
    let journal: ChangeJournal<Model, Entities>
    /// Orders the messages of a channel that are sent.
    let order = SendOrder()
    /// The screens of the channels, and of the list of channels.
    let rooms: [String: MessageScreen]
    let list: ChannelScreen
    /// The newest direct chat.
    let directs: ChannelScreen
    let feed: ArrivalFeed<Model>
    private let state: Locked<State>
    private let outcomes: ReportedOutcomes
    private let writer: LiveWriter<Model, Entities>

    init(
        _ number: Int,
        _ store: ChatStore,
        _ service: SharedService,
        _ mistake: ChatMistake,
        user: Int,
        state: State = State()
    ) {
        self.state = Locked(state)
        self.number = number
        self.user = user
        self.store = store
        self.service = service
        self.mistake = mistake
        let userId = Names.user(user)
        let rooms = Names.channels.map { channel in
            (channel, MessageScreen(Self.messages(on: channel, of: userId, mistake), in: store, sleeps: mistake.sleeps))
        }
        self.rooms = Dictionary(rooms) { first, _ in first }
        list = ChannelScreen(Self.channels(.joined, of: userId, limit: 200), in: store, sleeps: mistake.sleeps)
        directs = ChannelScreen(Self.channels(.direct, of: userId, limit: 1), in: store, sleeps: mistake.sleeps)
        feed = ArrivalFeed(store.writer, owner: userId)
        let (outcomes, journal) = (ReportedOutcomes(), ChangeJournal<Model, Entities>())
        self.outcomes = outcomes
        self.journal = journal
        writer = LiveWriter(journal: journal) { outcomes.add($0) }
    }

    var userId: String { Names.user(user) }

    /// The current state of the store.
    var current: State { state.withLock { $0 } }

    func change<Value: Sendable>(_ body: @Sendable (inout State) -> Value) -> Value {
        state.withLock { body(&$0) }
    }

    /// Whether any work is waiting.
    var hasWork: Bool {
        state.withLock { $0.round != nil || !$0.fills.isEmpty || $0.isTimerRunning }
    }

    /// Stores items in one transaction, and passes the results to the machine.
    func receive(_ items: [LiveItem]) throws {
        guard !items.isEmpty else { return }
        let left = store.writer.writeWithoutTransaction { writer.store(items, in: $0) }
        guard left.isEmpty else { throw ChatViolation(invariant: .rows, text: "a transaction failed") }
        for outcome in outcomes.take() { try handle(outcome) }
    }

    /// Handles an outcome like ``StoreSync``.
    private func handle(_ outcome: LiveOutcome) throws {
        switch outcome {
        case .subscribed(_, let opened, let round): try advance { $0.opened(opened, round: round) }
        case .unsubscribed(let names): try advance { $0.unsubscribed(names) }
        case .fellBehind(let names): try advance { $0.fellBehind(names) }
        case .presenceOutdated(let name): try advance { $0.presenceOutdated(name) }
        case .connected: try advance { $0.connected() }
        case .spoke(let channel, _): feed.note(channel)
        case .disconnected(let error): try advance { $0.disconnected(error.map { "\($0)" }) }
        default: break
        }
    }

    func advance(_ input: @Sendable (inout BackfillMachine) -> [BackfillMachine.Action]) throws {
        for action in change({ input(&$0.machine) }) { try perform(action) }
    }

    private func perform(_ action: BackfillMachine.Action) throws {
        switch action {
        case .report(let event): check(event)
        case .readTime(let round): change { $0.round = round }
        case .close(let names, let timetoken, let round):
            try store.write { db in
                guard writer.isCurrent(round) else { return }
                for name in names { try Ledger(db: db).close(name, at: timetoken) }
            }
            try advance { $0.closed(names, round: round) }
        // No task waits here for a subscription.
        case .continueSubscribers: break
        case .fill(let name): change { $0.fills.append(name) }
        case .cancelFill(let name): change { $0.fills.removeAll { $0 == name } }
        case .startTimer: change { $0.isTimerRunning = !mistake.neverRetries }
        case .cancelTimer: change { $0.isTimerRunning = false }
        }
    }

    private func check(_ event: ChatSyncEvent) {
        change { state in
            switch event {
            case .outdated(let channels):
                for channel in channels { state.succeeded[channel] = [] }
            case .upToDate(let channels):
                for channel in channels {
                    let missing = Set(ServiceQuery.details).subtracting(state.succeeded[channel] ?? [])
                    guard !missing.isEmpty, state.violation == nil else { continue }
                    let names = missing.map(\.rawValue).sorted()
                    let text = "store \(number) reports \(channel) as whole without a response to: \(names)"
                    state.violation = ChatViolation(invariant: .upToDate, text: text)
                }
            default: break
            }
        }
    }

    /// Performs one unit of work: reads the time, fetches the missing data of one channel, or retries.
    func work(_ trouble: Trouble = Trouble()) async throws {
        enum Piece { case time(Int), fill(String), retry, nothing }
        let piece: Piece = change { state in
            state.trouble = trouble
            state.queries = 0
            if let round = state.round.take() { return .time(round) }
            if !state.fills.isEmpty { return .fill(state.fills.removeFirst()) }
            guard state.isTimerRunning else { return .nothing }
            state.isTimerRunning = false
            return .retry
        }
        switch piece {
        case .nothing: break
        case .retry: try advance { $0.timerFired() }
        case .time(let round):
            let isResponseDelivered = current.isConnected && !current.isTokenEnded && trouble.refused != 0
            let now = service.time()
            try advance {
                isResponseDelivered ? $0.timeCame(now, round: round) : $0.timeFailed("refused", round: round)
            }
        case .fill(let name): try await fill(name)
        }
        change { $0.trouble = Trouble() }
    }

    private func fill(_ name: String) async throws {
        let filler = Backfill<Model, Entities>(store: store, source: source, journal: journal) { _ in }
        do {
            let outcome = try await filler.fill(name)
            try mistake.apply(.filled(channel: name), to: store)
            feed.note(name)
            awaitAnnouncements()
            try advance { machine in
                guard !outcome.missing.isEmpty else { return machine.filled(name, isWhole: outcome.isWhole) }
                let isRefused = outcome.missing.values.allSatisfy(\.isForbidden)
                return machine.fillFailed(name, "\(outcome.missing)", isRefused: isRefused)
            }
        } catch let violation as ChatViolation {
            throw violation
        } catch is CancellationError where current.isKilled {
            return
        } catch {
            let reason = "\(error)"
            try advance { $0.fillFailed(name, reason) }
        }
    }

    /// The service as this store reads it.
    var source: SimulatedSource {
        SimulatedSource(
            service: service,
            prepare: { [weak self] _ in try self?.ask() ?? true },
            wait: { [weak self] query, channel in self?.succeeded(query, channel) },
            showsDeleted: mistake.showsDeleted
        )
    }

    private func ask() throws -> Bool {
        let (isRefused, isConnected, isKilled) = change { state in
            defer { state.queries += 1 }
            if state.trouble.killed == state.queries { state.isKilled = true }
            return (state.trouble.refused == state.queries, state.isConnected, state.isKilled)
        }
        guard !isKilled else { throw CancellationError() }
        guard isConnected else { throw PNError(code: kPNClientConnectionFailedOnInternetFailureError) }
        guard !current.isTokenEnded else { throw PNError.tokenEnded }
        guard isRefused else { return true }
        // Access is refused, the service fails, or its response is unreadable.
        let faults: [any Error] = [
            PNError(httpStatusCode: 403), PNError(httpStatusCode: 503), ChatError.wrongContentType("a page of HTML"),
        ]
        guard mistake.ignoresRefusals else { throw faults[current.queries % faults.count] }
        return false
    }

    private func succeeded(_ query: ServiceQuery, _ channel: String) {
        let now = service.state.now
        let changes: [ServiceChange] = change { state in
            state.succeeded[channel, default: []].insert(query)
            if query == .members { state.membersRead[channel] = now }
            return state.trouble.interrupted == state.queries - 1 ? state.trouble.meanwhile : []
        }
        guard !changes.isEmpty else { return }
        for change in changes { service.apply(change) }
        do {
            try deliver(.max)
        } catch {
            let violation = error as? ChatViolation ?? ChatViolation(invariant: .rows, text: "\(error)")
            change { $0.violation = $0.violation ?? violation }
        }
    }
}

/// The reports of the writer, until they are handled.
private final class ReportedOutcomes: Sendable {
    private let content = Locked<[LiveOutcome]>([])

    func add(_ outcomes: [LiveOutcome]) { content.withLock { $0 += outcomes } }

    func take() -> [LiveOutcome] {
        content.withLock { content in
            defer { content = [] }
            return content
        }
    }
}

extension ServiceQuery {
    /// The requests about a channel other than messages.
    static let details: [Self] = [.reactions, .channel, .members, .presence]
}
