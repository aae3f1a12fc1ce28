import Foundation
import GRDB
import Logging
import PubNub
import PubNubSupport
import PubNubMachines

/// Fetches the metadata of users and channels of which the store knows only the identifier, in batches.
final class MetadataCompleter<Model: ChatCustomData, Entities: ManagedChatEntities>: Sendable {
    private struct State {
        var isEnabled = false
        /// Whether rows may have been added since the last look.
        var isOutdated = false
        /// Whether known rows are to be looked at.
        var readsAgain = false
        /// The time of the last search for rows whose metadata is old; nil before the first one.
        var searched: Double?
        var task: Task<Void, Never>?
    }

    /// The maximum number of identifiers in a filter, which is part of a URL.
    private static var batch: Int { 20 }
    /// The number of requests for single objects at a time, if the service does not list them.
    private static var width: Int { 4 }
    /// The seconds after which an object without metadata is wanted again, and a known user is read again.
    private static var absence: Double { 86_400 }
    /// The seconds after which a client that stays connected searches for such rows again.
    private static var searchPeriod: Double { 3_600 }
    /// The number of messages, those that were stored last, whose authors are read again.
    private static var recentMessages: Int { 500 }

    private let state = Locked(State())
    private let store: ChatStore
    private let journal: ChangeJournal<Model, Entities>
    private let service: @Sendable () -> ChatService
    private let isConnected: @Sendable () -> Bool
    /// Waits until more rows are collected.
    private let collect: @Sendable () async throws -> Void
    /// Waits after a failure.
    private let pause: @Sendable (_ attempt: Int) async throws -> Void
    /// The time in seconds since 1970.
    private let now: @Sendable () -> Double

    init(
        store: ChatStore,
        journal: ChangeJournal<Model, Entities>,
        service: @escaping @Sendable () -> ChatService,
        isConnected: @escaping @Sendable () -> Bool,
        collect: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .milliseconds(250)) },
        pause: @escaping @Sendable (_ attempt: Int) async throws -> Void = { attempt in
            try await Task.sleep(for: .seconds(min(60, 1 << min(attempt, 6))))
        },
        now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
    ) {
        self.store = store
        self.journal = journal
        self.service = service
        self.isConnected = isConnected
        self.collect = collect
        self.pause = pause
        self.now = now
    }

    deinit { state.withLock { $0.task }?.cancel() }

    /// From now on fetches metadata while the client is connected.
    func begin() { state.withLock { $0.isEnabled = true } }

    /// Stops, and waits for the running request.
    func end() async {
        let task = state.withLock { state in
            state.isEnabled = false
            return state.task
        }
        task?.cancel()
        await task?.value
    }

    /// The client is connected: what was refused or absent long ago is wanted again, and the authors of recent messages are read
    /// again. The service announces changes of a user only on the user's channels, which this client may not have subscribed.
    func connected() {
        let time = now()
        let isEnabled = state.withLock { state in
            if state.isEnabled { state.searched = time }
            return state.isEnabled
        }
        if isEnabled { searchOutdated(withRefused: true, at: time) }
    }

    /// Searches for rows whose metadata is old, and fetches it.
    ///
    /// - Parameters:
    ///   - withRefused: Whether refused metadata is wanted again, which needs other rights.
    ///   - time: The current time.
    private func searchOutdated(withRefused: Bool, at time: Double) {
        Task { [weak self, store] in
            let isDefault =
                Entities.User.self == PubNubManagedUser.self && Entities.Channel.self == PubNubManagedChannel.self
            if isDefault { _ = try? await store.write { try Self.wantAgain(withRefused: withRefused, at: time, $0) } }
            if isDefault, Entities.Message.self == PubNubManagedMessage.self {
                _ = try? await store.write { try Self.beginAges(at: time, $0) }
                self?.state.withLock { $0.readsAgain = true }
            }
            self?.note()
        }
    }

    /// Rows may have been added. A client may stay connected for weeks, so this also searches for old metadata once an hour.
    func note() {
        guard isConnected() else { return }
        let time = now()
        let isSearchDue = state.withLock { state in
            guard state.isEnabled else { return false }
            // The clock of the device may have been set back.
            if let last = state.searched, (0..<Self.searchPeriod).contains(time - last) { return false }
            state.searched = time
            return true
        }
        if isSearchDue { searchOutdated(withRefused: false, at: time) }
        state.withLock { state in
            guard state.isEnabled else { return }
            state.isOutdated = true
            guard state.task == nil else { return }
            let collect = collect
            // A pause must not retain this object.
            state.task = Task { [weak self] in
                while (try? await collect()) != nil, await self?.work() == true {}
                self?.stopped()
            }
        }
    }

    private func stopped() {
        let isOutdated = state.withLock { state in
            state.task = nil
            return state.isOutdated
        }
        if isOutdated { note() }
    }

    /// Fetches what is wanted.
    ///
    /// - Returns: Whether to look again.
    private func work() async -> Bool {
        state.withLock { $0.isOutdated = false }
        var attempt = 0
        while state.withLock({ $0.isEnabled }), isConnected(), !Task.isCancelled {
            do {
                let hasUsers = try await complete(.user)
                let hasChannels = try await complete(.channel)
                let hasOutdated = try await readAgain()
                guard hasUsers || hasChannels || hasOutdated else { break }
                attempt = 0
            } catch {
                guard !(error is CancellationError) else { return false }
                ChatLog.logger.debug("The metadata of users and channels is fetched again after a pause: \(error)")
                guard (try? await pause(attempt)) != nil else { return false }
                attempt += 1
            }
        }
        return state.withLock { $0.isOutdated && $0.isEnabled } && isConnected()
    }

    private enum Kind: String {
        case user
        case channel
    }

    /// Fetches one batch.
    ///
    /// - Returns: Whether anything was wanted.
    private func complete(_ kind: Kind) async throws -> Bool {
        guard isDefault(kind) else { return false }
        let ids = try await store.read { try Self.wanted(kind, $0) }
        guard !ids.isEmpty else { return false }
        try await fetch(ids, kind, service())
        return true
    }

    /// Fetches one batch of known users whose metadata is old.
    ///
    /// - Returns: Whether there was one.
    private func readAgain() async throws -> Bool {
        guard state.withLock(\.readsAgain) else { return false }
        let time = now()
        let ids = try await store.read { try Self.outdated(at: time, $0) }
        guard !ids.isEmpty else {
            state.withLock { $0.readsAgain = false }
            return false
        }
        try await fetch(ids, .user, service())
        try await store.write { db in
            for id in ids { try db.run("UPDATE user SET metadataAsked = ? WHERE id = ?", [time, id]) }
        }
        return true
    }

    /// Fetches the metadata of some users or channels.
    func complete(users: [String] = [], channels: [String] = []) async throws {
        let service = service()
        for (ids, kind) in [(users, Kind.user), (channels, .channel)] {
            for start in stride(from: 0, to: ids.count, by: Self.batch) {
                try await fetch(Array(ids[start..<min(start + Self.batch, ids.count)]), kind, service)
            }
        }
    }

    private func isDefault(_ kind: Kind) -> Bool {
        switch kind {
        case .user: Entities.User.self == PubNubManagedUser.self
        case .channel: Entities.Channel.self == PubNubManagedChannel.self
        }
    }

    private func fetch(_ ids: [String], _ kind: Kind, _ service: ChatService) async throws {
        let filter = ids.map { "id == \(FilterLanguage.string($0))" }.joined(separator: " || ")
        do {
            switch kind {
            case .user:
                try await store(ids, kind) {
                    let page: ServicePage<ChatUser<Model.User>> = try await service.users(
                        UsersFetchRequest(filter: filter)
                    )
                    return page.items
                } each: { storage, user in
                    try storage.store(fetched: user)
                }
            case .channel:
                try await store(ids, kind) {
                    let page: ServicePage<ChatChannel<Model.Channel>> =
                        try await service.channels(ChannelsFetchRequest(filter: filter))
                    return page.items
                } each: { storage, channel in
                    try storage.store(fetched: channel)
                }
            }
        } catch let error as PNError where error.isFeatureOff {
            try await store.write { [self] in try mark(ids, kind, .absent, $0) }
        } catch let error as PNError where error.isRefusedForGood || error.isForbidden {
            // A keyset may allow single objects and no lists, and a stranger may choose identifiers that make the filter too
            // long.
            try await fetchSingly(ids, kind, service)
        }
    }

    private func fetchSingly(_ ids: [String], _ kind: Kind, _ service: ChatService) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, id) in ids.enumerated() {
                if index >= Self.width { try await group.next() }
                group.addTask { try await self.fetchOne(id, kind, service) }
            }
            try await group.waitForAll()
        }
    }

    private func fetchOne(_ id: String, _ kind: Kind, _ service: ChatService) async throws {
        do {
            switch kind {
            case .user:
                try await store([id], kind) {
                    [try await service.user(ChatUserRequest(user: ChatUser<Model.User>(id: id)))]
                } each: { storage, user in
                    try storage.store(fetched: user)
                }
            case .channel:
                try await store([id], kind) {
                    [try await service.channel(ChatChannelRequest(channel: ChatChannel<Model.Channel>(id: id)))]
                } each: { storage, channel in
                    try storage.store(fetched: channel)
                }
            }
        } catch let error as PNError where error.isForbidden {
            try await store.write { [self] in try mark([id], kind, .forbidden, $0) }
        } catch let error as PNError where error.isRefusedForGood || error.isNotFound {
            // The service does not have it, or accepts no such identifier.
            try await store.write { [self] in try mark([id], kind, .absent, $0) }
        }
    }

    /// Sends a request and stores its response. Objects that it does not contain are absent.
    private func store<Object: Sendable & Identifiable<String>>(
        _ ids: [String],
        _ kind: Kind,
        _ question: () async throws -> [Object],
        each: @escaping @Sendable (ChatStorage<Model, Entities>, Object) throws -> Void
    ) async throws {
        let channels = kind == .channel ? ids : []
        try await journal.ask(about: channels, in: store, question) { [self] found, storage in
            _ = try storage.storePage(found) { try each(storage, $0) }
            // Those that an event completed in the meantime are known.
            try mark(ids, kind, .absent, storage.db)
        }
    }

    /// Sets the state of rows that are still wanted.
    private func mark(_ ids: [String], _ kind: Kind, _ state: ChatMetadataState, _ db: Database) throws {
        let sql = """
            UPDATE \(kind.rawValue) SET metadataState = ?, metadataAsked = ? WHERE id = ? AND metadataState > 0
            """
        guard isDefault(kind) else { return }
        let time = now()
        for id in ids { try db.run(sql, [state.rawValue, time, id]) }
    }

    /// The newest rows that are wanted. Threads and channels of moderation have no metadata.
    private static func wanted(_ kind: Kind, _ db: Database) throws -> [String] {
        let sql = """
            SELECT id FROM \(kind.rawValue) WHERE metadataState = 1 AND metadataState > 0 AND id <> ''
                AND id NOT GLOB 'PUBNUB_INTERNAL_*' AND id NOT GLOB 'PN_PRV.*' ORDER BY rowid DESC LIMIT \(batch)
            """
        return try String.fetchAll(db.cachedStatement(sql: sql))
    }

    private static var recentAuthors: String {
        """
        id IN (SELECT pubnubUserId FROM (SELECT pubnubUserId FROM message ORDER BY rowid DESC LIMIT \(recentMessages)))
        """
    }

    /// Begins the ages of known users. The store does not record when an event or a list brought them.
    private static func beginAges(at time: Double, _ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE user SET metadataAsked = ? WHERE metadataState = 0 AND metadataAsked IS NULL AND \(recentAuthors)
                """,
            arguments: [time]
        )
    }

    /// Known authors of recent messages that were read long ago.
    private static func outdated(at time: Double, _ db: Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT id FROM user WHERE metadataState = 0 AND metadataAsked < ? AND \(recentAuthors) AND id <> ''
                    ORDER BY id LIMIT \(batch)
                """,
            arguments: [time - absence]
        )
    }

    private static func wantAgain(withRefused: Bool, at time: Double, _ db: Database) throws {
        for kind in [Kind.user, .channel] {
            let sql = """
                UPDATE \(kind.rawValue) SET metadataState = 1 WHERE metadataState > 0
                    AND (? AND metadataState = 3 OR metadataState = 2 AND metadataAsked < ?)
                """
            try db.execute(sql: sql, arguments: [withRefused, time - absence])
        }
    }
}
