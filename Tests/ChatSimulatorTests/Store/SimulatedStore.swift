import Foundation
import GRDB
import PubNub
import PubNubLocks

@testable import PubNubChat

/// One store with its live path, and the client that it hears. The client, the network and the clock are simulated; what stores and decides is the real code.
final class SimulatedStore: Sendable {
    typealias Model = VoidCustomData
    typealias Entities = PubNubManagedChatEntities
    typealias Storage = ChatStorage<Model, Entities>

    struct State: Sendable {
        var machine = BackfillMachine()
        /// How many events of the service's log arrived or are lost.
        var position = 0
        var isConnected = false
        var subscribed: Set<String> = []
        /// The round of which the time is asked for.
        var round: Int?
        var fills: [String] = []
        var isTimerRunning = false
        var trouble = Trouble()
        var questions = 0
        /// The questions about a channel that were answered since it fell behind.
        var answered: [String: Set<Question>] = [:]
        var violation: ChatViolation?
        /// The place in the log of the last event that arrived about a user or channel.
        var metadataHeard: [String: Int] = [:]
        /// When the service last answered who the members of a channel are.
        var membersRead: [String: Timetoken] = [:]
        var forced: Set<SimulatedService.MemberKey> = []
        var written: Set<Int> = []
    }

    let number: Int
    let store: ChatStore
    let service: SharedService
    let mistake: ChatMistake
    let journal: ChangeJournal<Model, Entities>
    private let state = Locked(State())
    private let outcomes: ReportedOutcomes
    private let writer: LiveWriter<Model, Entities>

    init(_ number: Int, _ store: ChatStore, _ service: SharedService, _ mistake: ChatMistake) {
        self.number = number
        self.store = store
        self.service = service
        self.mistake = mistake
        let (outcomes, journal) = (ReportedOutcomes(), ChangeJournal<Model, Entities>())
        self.outcomes = outcomes
        self.journal = journal
        writer = LiveWriter(journal: journal) { outcomes.add($0) }
    }

    /// What the local store knows now.
    var current: State { state.withLock { $0 } }

    func change<Value: Sendable>(_ body: @Sendable (inout State) -> Value) -> Value {
        state.withLock { body(&$0) }
    }

    /// Whether anything waits to be done.
    var hasWork: Bool {
        state.withLock { $0.round != nil || !$0.fills.isEmpty || $0.isTimerRunning }
    }

    /// Stores items in one transaction, and lets the machine know.
    func hear(_ items: [LiveItem]) throws {
        guard !items.isEmpty else { return }
        let left = store.writer.writeWithoutTransaction { writer.store(items, in: $0) }
        guard left.isEmpty else { throw ChatViolation(invariant: .rows, text: "a transaction failed") }
        for outcome in outcomes.take() { try handle(outcome) }
    }

    /// As the live copy does.
    private func handle(_ outcome: LiveOutcome) throws {
        switch outcome {
        case .subscribed(_, let opened, let round): try advance { $0.opened(opened, round: round) }
        case .unsubscribed(let names): try advance { $0.unsubscribed(names) }
        case .fellBehind(let names): try advance { $0.fellBehind(names) }
        case .presenceOutdated(let name): try advance { $0.presenceOutdated(name) }
        case .connected: try advance { $0.connected() }
        case .disconnected(let error): try advance { $0.disconnected(error.map { "\($0)" }) }
        default: break
        }
    }

    func advance(_ input: @Sendable (inout BackfillMachine) -> [BackfillMachine.Action]) throws {
        for action in change({ input(&$0.machine) }) { try perform(action) }
    }

    private func perform(_ action: BackfillMachine.Action) throws {
        switch action {
        case .report(let news): heed(news)
        case .readTime(let round): change { $0.round = round }
        case .close(let names, let timetoken, let round):
            try store.write { db in
                guard writer.isCurrent(round) else { return }
                for name in names { try Ledger(db: db).close(name, at: timetoken) }
            }
            try advance { $0.closed(names, round: round) }
        case .fill(let name): change { $0.fills.append(name) }
        case .cancelFill(let name): change { $0.fills.removeAll { $0 == name } }
        case .startTimer: change { $0.isTimerRunning = !mistake.givesUp }
        case .cancelTimer: change { $0.isTimerRunning = false }
        }
    }

    private func heed(_ news: ChatNews) {
        change { state in
            switch news {
            case .behind(let channels):
                for channel in channels { state.answered[channel] = [] }
            case .whole(let channels):
                for channel in channels {
                    let missing = Set(Question.details).subtracting(state.answered[channel] ?? [])
                    guard !missing.isEmpty, state.violation == nil else { continue }
                    let names = missing.map(\.rawValue).sorted()
                    let text = "store \(number) reports \(channel) as whole without an answer to: \(names)"
                    state.violation = ChatViolation(invariant: .whole, text: text)
                }
            default: break
            }
        }
    }

    /// Does one piece of work: asks the time, fetches what is missing in one channel, or tries again.
    func work(_ trouble: Trouble = Trouble()) async throws {
        enum Piece { case time(Int), fill(String), retry, nothing }
        let piece: Piece = change { state in
            (state.trouble, state.questions) = (trouble, 0)
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
            let isAnswered = current.isConnected && trouble.refused != 0
            let now = service.time()
            try advance { isAnswered ? $0.timeCame(now, round: round) : $0.timeFailed("refused", round: round) }
        case .fill(let name): try await fill(name)
        }
        change { $0.trouble = Trouble() }
    }

    private func fill(_ name: String) async throws {
        let filler = Backfill<Model, Entities>(store: store, source: source, journal: journal) { _ in }
        do {
            let outcome = try await filler.fill(name)
            try mistake.apply(.filled(channel: name), to: store)
            try advance { machine in
                guard !outcome.missing.isEmpty else { return machine.filled(name, isWhole: outcome.isWhole) }
                let isRefused = outcome.missing.values.allSatisfy(\.isForbidden)
                return machine.fillFailed(name, "\(outcome.missing)", isRefused: isRefused)
            }
        } catch let violation as ChatViolation {
            throw violation
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
            wait: { [weak self] question, channel in self?.answered(question, channel) },
            showsDeleted: mistake.showsDeleted
        )
    }

    private func ask() throws -> Bool {
        let (isRefused, isConnected) = change { state in
            defer { state.questions += 1 }
            return (state.trouble.refused == state.questions, state.isConnected)
        }
        guard isConnected else { throw PNError(code: kPNClientConnectionFailedOnInternetFailureError) }
        guard isRefused else { return true }
        // Access is refused, the service has a problem, or what it says cannot be read.
        let faults: [any Error] = [
            PNError(httpStatusCode: 403), PNError(httpStatusCode: 503), ChatError.wrongContentType("a page of HTML"),
        ]
        guard mistake.ignoresRefusals else { throw faults[current.questions % faults.count] }
        return false
    }

    private func answered(_ question: Question, _ channel: String) {
        let now = service.state.now
        let changes: [ServiceChange] = change { state in
            state.answered[channel, default: []].insert(question)
            if question == .members { state.membersRead[channel] = now }
            return state.trouble.interrupted == state.questions - 1 ? state.trouble.meanwhile : []
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

/// What the writer reports, until it is handled.
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

extension Question {
    /// What is asked about a channel beside its messages.
    static let details: [Self] = [.reactions, .channel, .members, .presence]
}
