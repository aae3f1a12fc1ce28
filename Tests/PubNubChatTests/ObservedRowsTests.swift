import Dispatch
import Foundation
import GRDB
import PubNub
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("Observed queries: which observers read")
struct ObservedRowsTests {
    /// A store in memory, whose reads and writes are serialized.
    private func store(channels: Int) async throws -> ChatStore {
        let store = try storeWithBoth()
        try await store.write { db in
            for number in 0..<channels {
                try PubNubManagedChannel.insertOrUpdate(channel: channel("c\(number)"), into: db)
            }
        }
        return store
    }

    /// Returns after all waiting database accesses, and their consequences.
    private func settle(_ store: ChatStore) async throws {
        for _ in 0..<5 { try await store.write { _ in } }
    }

    /// The statements that read rows of a table.
    private final class Reads: Sendable {
        let statements = Locked<[String]>([])
        /// Checks of scopes would be counted as reads.
        let unchecked: [any Sendable]

        init(of store: ChatStore) { unchecked = store.withoutScopeChecks() }
    }

    /// Collects the statements that read rows of a table from now on.
    private func reads(of store: ChatStore, from table: String) async throws -> Reads {
        let reads = Reads(of: store)
        try await store.write { db in
            db.trace { event in
                guard case .statement(let statement) = event,
                    statement.sql.hasPrefix("SELECT * FROM \"\(table)\"")
                else { return }
                reads.statements.withLock { $0.append(statement.expandedSQL) }
            }
        }
        return reads
    }

    @Test("Only the observers of the changed channel read the store")
    func oneOfMany() async throws {
        let store = try await store(channels: 40)
        let fetches = try await reads(of: store, from: "message")
        @Sendable func messages(in channel: String) -> QueryInterfaceRequest<PubNubManagedMessage> {
            PubNubManagedMessage.messagesBy(pubnubChannelId: channel).order(Column("timetoken").desc).limit(50)
        }
        let reported = IntegrationInbox<[String]>()
        let observations = (0..<40).map { number in
            store.observe(
                messages(in: "c\(number)"),
                watching: .messages(inChannel: "c\(number)"),
                on: DispatchQueue(label: "test.observed-rows"),
                onError: { Issue.record("\($0)") },
                onChange: { reported.put($0.entities.map(\.id)) }
            )
        }
        _ = try await reported.next(40, "first result") { $0 }
        try await settle(store)
        fetches.statements.withLock { $0 = [] }
        try await store.write { db in _ = try PubNubManagedMessage.insert(message: message(channel: "c7"), into: db) }
        #expect(try await reported.next("change") { $0 } == ["m"])
        try await settle(store)
        let found = fetches.statements.withLock { $0.filter { $0.contains("pubnubChannelId") } }
        #expect(found.count == 1 && found.allSatisfy { $0.contains("'c7'") })
        #expect(reported.all.count == 41)
        observations.forEach { $0.cancel() }
    }

    @Test("R13.1: storing a known row again wakes no observer, an update instead only those that it concerns")
    func conflicts() async throws {
        let store = try await store(channels: 2)
        let woken = Locked<Set<String>>([])
        try await store.write { db in
            try PubNubManagedUser.insertOrUpdate(user: user("u", name: "U"), into: db)
            try db.execute(sql: "INSERT INTO member (id, channelId, userId) VALUES ('m', 'c0', 'u')")
            for (name, rows) in [
                ("user", ObservedRows("user", "id", "u")), ("c0", ObservedRows("member", "channelId", "c0")),
                ("c1", ObservedRows("member", "channelId", "c1")),
                ("standing", ObservedRows("member", "id", "m", columns: ["standing"])),
            ] { _ = try store.watch.add([rows], db) { woken.withLock { _ = $0.insert(name) } } }
        }
        func wakes(_ change: @escaping @Sendable (Database) throws -> Void) async throws -> Set<String> {
            woken.withLock { $0 = [] }
            try await store.write(change)
            return woken.withLock { $0 }
        }
        #expect(try await wakes { try PubNubManagedUser.insertPlaceholder("u", into: $0) }.isEmpty)
        let upsert = """
            INSERT INTO member (id, channelId, userId) VALUES ('m', 'c1', 'u')
                ON CONFLICT (id) DO UPDATE SET isPending = 1
            """
        #expect(try await wakes { try $0.execute(sql: upsert) } == ["c0"])
        let replacement = "INSERT OR REPLACE INTO member (id, channelId, userId) VALUES ('m', 'c1', 'u')"
        #expect(try await wakes { try $0.execute(sql: replacement) } == ["c0", "c1", "standing"])
    }

    @Test("A transaction that is rolled back notifies no observer, and a cancelled observer is removed")
    func undone() async throws {
        let store = try await store(channels: 1)
        let fetches = try await reads(of: store, from: "channel")
        let reported = IntegrationInbox<Int>()
        let observation = store.observe(
            PubNubManagedChannel.channelBy(channelID: "c0"),
            watching: .channel("c0"),
            on: DispatchQueue(label: "test.observed-rows"),
            onError: { Issue.record("\($0)") },
            onChange: { reported.put($0.entities.count) }
        )
        #expect(try await reported.next("first result") { $0 } == 1)
        try await settle(store)
        let before = fetches.statements.withLock(\.count)
        await #expect(throws: ChatError.self) {
            try await store.write { db in
                try db.execute(sql: "DELETE FROM channel WHERE id = 'c0'")
                throw ChatError.entityCreationError("no")
            }
        }
        try await settle(store)
        #expect(before > 0 && fetches.statements.withLock(\.count) == before)
        observation.cancel()
        try await store.write { db in try db.execute(sql: "DELETE FROM channel WHERE id = 'c0'") }
        try await settle(store)
        #expect(fetches.statements.withLock(\.count) == before && reported.all == [1])
    }

    @Test("A query without a scope is observed by its tables")
    func wider() async throws {
        let store = try await store(channels: 1)
        try await store.write { db in _ = try PubNubManagedMessage.insert(message: message(channel: "c0"), into: db) }
        let byAuthor = store.changes(
            of: PubNubManagedMessage.messagesBy(pubnubChannelId: "c0")
                .joining(required: PubNubManagedMessage.author.filter(Column("name") == "Ann"))
        )
        var changes = byAuthor.makeAsyncIterator()
        #expect(try await changes.next()?.entities.isEmpty == true)
        try await store.write { db in _ = try PubNubManagedUser.insertOrUpdate(user: user(name: "Ann"), into: db) }
        #expect(try await changes.next()?.insertions.map(\.id) == ["m"])

        var unsent = store.changes(of: PubNubManagedMessage.filter(Column("timetoken") == 0)).makeAsyncIterator()
        #expect(try await unsent.next()?.entities.isEmpty == true)
        try await store.write { db in
            _ = try PubNubManagedMessage.insert(message: message("x", timetoken: 0, channel: "c0"), into: db)
        }
        #expect(try await unsent.next()?.insertions.map(\.id) == ["x"])
    }

    @Test("Reports rows that SQL removes, or whose references SQL clears")
    func plainSQL() async throws {
        let store = try await store(channels: 2)
        try await store.write { db in
            try PubNubManagedMessage.insert(message: message("a", channel: "c0"), into: db)
            try PubNubManagedMessage.insert(message: message("b", channel: "c1"), into: db)
        }
        func changes(in channel: String) -> ChatQueryChanges<PubNubManagedMessage> {
            store.changes(
                of: PubNubManagedMessage.messagesBy(pubnubChannelId: channel),
                watching: .messages(inChannel: channel)
            )
        }
        var first = changes(in: "c0").makeAsyncIterator()
        var second = changes(in: "c1").makeAsyncIterator()
        #expect(try await first.next()?.entities.count == 1)
        #expect(try await second.next()?.entities.count == 1)
        try await store.write { db in try db.execute(sql: "DELETE FROM channel WHERE id = 'c0'") }
        #expect(try await first.next()?.removals.map(\.id) == ["a"])
        try await store.write { db in
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO message (id, timetoken, dateCreated, text, pubnubChannelId)
                    VALUES ('b', 100, 0, '', NULL)
                    """
            )
        }
        #expect(try await second.next()?.removals.map(\.id) == ["b"])
        try await store.write { db in try db.execute(sql: "UPDATE message SET pubnubChannelId = 'c1'") }
        #expect(try await second.next()?.insertions.map(\.id) == ["a", "b"])
        try await store.write { db in try db.execute(sql: "DELETE FROM message") }
        #expect(try await second.next()?.removals.map(\.id) == ["a", "b"])
    }

    @Test("Scopes are added, and a scope of tables stays so")
    func scopes() {
        let both = ChatScope.messages(inChannel: "c") + .reactions(inChannel: "c")
        #expect(both.rows?.map(\.table) == ["message", "messageAction"])
        #expect(both + .messages(inChannel: "c") == both)
        #expect(
            ChatScope.newestReactions(inChannel: "c") + .messages(inChannel: "c") != .newestReactions(inChannel: "c")
        )
        #expect(both + .tables == .tables)
        #expect(ChatScope.messages(inChannel: "c") != .messages(inChannel: "d"))
    }

    @Test("A scope that lacks a table of its request does not lose changes")
    func narrow() async throws {
        let store = try await store(channels: 1)
        try await store.write { db in _ = try PubNubManagedMessage.insert(message: message(channel: "c0"), into: db) }
        var changes = store.changes(
            of: PubNubManagedMessage.messagesBy(pubnubChannelId: "c0")
                .joining(required: PubNubManagedMessage.author.filter(Column("name") == "Ann")),
            watching: .messages(inChannel: "c0")
        ).makeAsyncIterator()
        #expect(try await changes.next()?.entities.isEmpty == true)
        try await store.write { db in _ = try PubNubManagedUser.insertOrUpdate(user: user(name: "Ann"), into: db) }
        #expect(try await changes.next()?.insertions.map(\.id) == ["m"])
    }

    /// A model of an app: its requests are made of its state.
    @MainActor private final class RoomModel {
        var room = "c0"
        var limit = 5

        func changes(in store: ChatStore) -> ChatQueryChanges<PubNubManagedMessage> {
            store.changes(
                of: PubNubManagedMessage.newestMessagesBy(pubnubChannelId: room, limit: limit),
                watching: .messages(inChannel: room)
            )
        }
    }

    @Test("R13.8: a request is built from the state of a model on the main actor")
    @MainActor func mainActor() async throws {
        let store = try await store(channels: 1)
        let model = RoomModel()
        var changes = model.changes(in: store).makeAsyncIterator()
        #expect(try await changes.next()?.entities.isEmpty == true)
        try await store.write { db in _ = try PubNubManagedMessage.insert(message: message(channel: "c0"), into: db) }
        #expect(try await changes.next()?.insertions.map(\.id) == ["m"])
    }
}
