import GRDB

@testable import PubNubChat

/// Runs schedules against two stores, which are opened once and emptied before each run.
final class ChatSimulation: Sendable {
    private let stores: [ChatStore]
    private let mistake: ChatMistake
    /// Those that refer to others first.
    private let tables: [String]

    /// - Parameter mistake: What is broken in the first store (default: nothing).
    /// - Throws: A `DatabaseError` if a store cannot be opened.
    init(mistake: ChatMistake = ChatMistake()) throws {
        stores = try (0..<2).map { _ in try ChatStore(configuration: .inMemory) }
        self.mistake = mistake
        tables = try stores[0].read { db in
            let sql = """
                SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
                AND name <> 'grdb_migrations' ORDER BY rowid DESC
                """
            return try String.fetchAll(db, sql: sql)
        }
    }

    /// Runs a schedule.
    ///
    /// - Returns: What does not hold; nil when everything does.
    func run(_ schedule: ChatSchedule) async -> ChatViolation? {
        do {
            for store in stores { try empty(store) }
            let service = SharedService(schedule.traits)
            let copies = stores.enumerated().map { number, store in
                SimulatedStore(number, store, service, number == 0 ? mistake : ChatMistake())
            }
            for copy in copies { try copy.begin(schedule.channels) }
            for step in schedule.steps {
                switch step {
                case .service(let change): service.apply(change)
                case .copy(let number, let step): try await copies[number].perform(step)
                }
            }
            try await end(copies, service, schedule)
            return nil
        } catch let violation as ChatViolation {
            return violation
        } catch {
            return ChatViolation(invariant: .rows, text: "\(error)")
        }
    }

    private func empty(_ store: ChatStore) throws {
        try store.write { db in
            for table in tables { try db.cachedStatement(sql: "DELETE FROM \(table)").execute() }
        }
    }

    /// Nothing goes wrong any more: both stores have to become whole, and equal to the service.
    private func end(_ copies: [SimulatedStore], _ service: SharedService, _ schedule: ChatSchedule) async throws {
        let (channels, traits) = (schedule.channels, schedule.traits)
        for copy in copies {
            try copy.connect(isCaughtUp: true)
            for channel in channels { try copy.subscribe(channel) }
            try copy.sendAll()
            // What was refused is asked again once the rights of the client change.
            try copy.advance { $0.rightsChanged() }
        }
        for copy in copies { try await settle(copy, channels) }
        try check(copies, service, traits, isEverythingRead: false)
        // A store that was connected learns only by reading that a message was deleted.
        guard !service.state.deleted.isEmpty else { return }
        let now = service.time()
        for copy in copies {
            try await copy.store.write { db in
                for channel in channels { try Ledger(db: db).miss(channel, TimetokenRange(after: 0, upTo: now)) }
            }
            try copy.advance { $0.fellBehind(channels) }
            try await settle(copy, channels)
        }
        try check(copies, service, traits, isEverythingRead: true)
    }

    private func check(
        _ copies: [SimulatedStore],
        _ service: SharedService,
        _ traits: ChatTraits,
        isEverythingRead: Bool
    ) throws {
        for copy in copies {
            if let violation = copy.current.violation { throw violation }
            let check = StoreCheck(
                service: service.state,
                copy: copy.current,
                number: copy.number,
                traits: traits,
                isEverythingRead: isEverythingRead
            )
            try copy.store.read { try check.check($0) }
        }
    }

    private func settle(_ copy: SimulatedStore, _ channels: [String]) async throws {
        try copy.deliver(.max)
        for _ in 0..<60 {
            guard copy.hasWork else { break }
            try await copy.work()
        }
        let state = copy.current
        let isWhole = try await copy.store.read { db in
            try channels.allSatisfy { try Ledger(db: db).isWhole($0) }
        }
        guard !copy.hasWork, isWhole else {
            throw ChatViolation(invariant: .rest, text: "store \(copy.number) is not whole: \(state.machine)")
        }
    }
}
