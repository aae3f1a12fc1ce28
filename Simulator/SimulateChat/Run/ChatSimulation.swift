import Foundation
import GRDB

@testable import PubNubChat

/// Runs schedules against two stores, which are opened once and emptied before each run.
final class ChatSimulation: Sendable {
    private let stores: [ChatStore]
    /// The directory of the stores, in memory if the system has such a file system. Stores in files have one connection
    /// for reading and one for writing, whose compiled statements stay valid.
    private let directory: URL
    private let mistake: ChatMistake
    /// Tables with references come first.
    private let tables: [String]

    /// - Parameter mistake: The mistake in the first store (default: none).
    /// - Throws: An error if a store cannot be opened.
    init(mistake: ChatMistake = ChatMistake()) throws {
        let memory = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
        let files = FileManager.default
        let parent = files.isWritableFile(atPath: memory.path) ? memory : files.temporaryDirectory
        let directory = parent.appending(path: "chat-simulation-\(UUID().uuidString)")
        stores = try (0..<2).map { number in
            let configuration = DatastoreConfiguration(
                storageDirectlyURL: directory,
                storageUniqueFilename: "\(number)"
            )
            let owner = ChatStoreOwner(subscribeKey: "demo", userId: Names.user(number))
            let store = try ChatStore(configuration: configuration, owner: owner)
            let policy = ChatChangePolicy(
                edits: .members(withStatus: [Names.editors]),
                deletions: .users([Names.moderator]).union(.members(withStatus: [Names.deleters]))
            )
            try store.write { try MessageChanges.apply(policy, $0) }
            return store
        }
        let service = SharedService(.everything)
        Self.addMembers(to: service, channels: Names.channels)
        let members = Names.channels.flatMap { service.state.members(of: $0) }
        for store in stores { try SimulatedStore.prepare(store, members: members) }
        self.directory = directory
        self.mistake = mistake
        tables = try stores[0].read { db in
            let sql = """
                SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
                AND name NOT IN ('grdb_migrations', 'copyOwner', 'searchWord', 'simulatedMember', 'changePolicy') AND name NOT GLOB 'messageSearch_*' ORDER BY rowid DESC
                """
            return try String.fetchAll(db, sql: sql)
        }
    }

    deinit {
        for store in stores { try? store.close() }
        try? FileManager.default.removeItem(at: directory)
    }

    /// Runs a schedule.
    ///
    /// - Returns: The violated invariant; nil if all hold.
    func run(_ schedule: ChatSchedule) async -> ChatViolation? {
        do {
            for (number, store) in stores.enumerated() { try empty(store, Names.user(schedule.user(of: number))) }
            let service = SharedService(schedule.traits)
            var simulated = stores.enumerated().map { number, store in
                SimulatedStore(
                    number,
                    store,
                    service,
                    number == 0 ? mistake : ChatMistake(),
                    user: schedule.user(of: number)
                )
            }
            Self.addMembers(to: service, channels: schedule.channels)
            for channel in schedule.channels.indices { service.addHistory(Names.history(of: channel)) }
            defer { for store in simulated { store.close() } }
            for store in simulated { try store.begin(schedule.channels) }
            for step in schedule.steps {
                switch step {
                case .service(let change): service.apply(change)
                case .store(let number, let step):
                    try await simulated[number].perform(step)
                    guard simulated[number].current.isKilled else { continue }
                    simulated[number] = try simulated[number].restarted()
                }
            }
            try await end(simulated, service, schedule)
            return nil
        } catch let violation as ChatViolation {
            return violation
        } catch {
            return ChatViolation(invariant: .rows, text: "\(error)")
        }
    }

    /// Makes the users of the stores members of channels: only members have read markers.
    private static func addMembers(to service: SharedService, channels: [String]) {
        for channel in channels.indices {
            for user in 0..<2 { service.apply(.setMember(channel: channel, user: user, status: 0)) }
        }
    }

    private func empty(_ store: ChatStore, _ user: String) throws {
        try store.write { db in
            try db.cachedStatement(sql: "UPDATE copyOwner SET userId = ?").execute(arguments: [user])
            for table in tables { try db.cachedStatement(sql: "DELETE FROM \(table)").execute() }
        }
    }

    /// Ends the run without further faults: both stores must be up to date, and equal to the service.
    private func end(_ stores: [SimulatedStore], _ service: SharedService, _ schedule: ChatSchedule) async throws {
        let channels = schedule.channels
        let traits = schedule.traits
        for store in stores {
            try await store.renewToken()
            try store.connect(isCaughtUp: true)
            for channel in channels { try store.subscribe(channel) }
            try await store.sendAll()
            // Refused data is requested again after the rights of the client change.
            try store.advance { $0.rightsChanged() }
        }
        for store in stores {
            try await settle(store, channels)
            for channel in channels { try await store.fetchOlder(channel, count: .max) }
        }
        try check(stores, traits, isEverythingRead: false)
        // A connected store learns of a deletion only by reading history.
        guard !service.state.deleted.isEmpty else { return }
        let now = service.time()
        for store in stores {
            try await store.store.write { db in
                for channel in channels { try Ledger(db: db).miss(channel, TimetokenRange(after: 0, upTo: now)) }
            }
            try store.advance { $0.fellBehind(channels) }
            try await settle(store, channels)
        }
        try check(stores, traits, isEverythingRead: true)
    }

    private func check(
        _ stores: [SimulatedStore],
        _ traits: ChatTraits,
        isEverythingRead: Bool
    ) throws {
        for store in stores {
            if let violation = store.current.violation { throw violation }
            try store.checkWishes()
            try store.checkMemberWishes()
            try store.look()
            try store.store.read { db in
                let check = try StoreCheck(store, traits: traits, isEverythingRead: isEverythingRead, db)
                try check.check(db)
                try check.checkMemberships(db)
                try check.checkScreens(store, db)
                try check.checkArrivals(db)
            }
        }
    }

    private func settle(_ store: SimulatedStore, _ channels: [String]) async throws {
        try store.deliver(.max)
        for _ in 0..<60 {
            guard store.hasWork else { break }
            try await store.work()
        }
        let state = store.current
        let isWhole = try await store.store.read { db in
            try channels.allSatisfy { try Ledger(db: db).isWhole($0) }
        }
        guard !store.hasWork, isWhole else {
            throw ChatViolation(invariant: .rest, text: "store \(store.number) is not whole: \(state.machine)")
        }
    }
}
