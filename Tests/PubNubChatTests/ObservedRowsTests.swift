import Dispatch
import Foundation
import GRDB
import PubNub
import PubNubLocks
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("Observed queries: who is woken")
struct ObservedRowsTests {
    /// A store in memory, where reads and writes happen one after the other.
    private func store(channels: Int) async throws -> ChatStore {
        let store = try storeWithBoth()
        try await store.write { db in
            for number in 0..<channels {
                try PubNubManagedChannel.insertOrUpdate(channel: channel("c\(number)"), into: db)
            }
        }
        return store
    }

    /// Returns when everything has happened that was waiting for the database, and what that causes.
    private func settle(_ store: ChatStore) async throws {
        for _ in 0..<5 { try await store.write { _ in } }
    }

    @Test("of many observers of channels, only those of the channel that changes look at the store")
    func oneOfMany() async throws {
        let store = try await store(channels: 40)
        let fetches = Locked<[String: Int]>([:])
        @Sendable func messages(in channel: String) -> QueryInterfaceRequest<PubNubManagedMessage> {
            fetches.withLock { $0[channel, default: 0] += 1 }
            return PubNubManagedMessage.messagesBy(pubnubChannelId: channel).order(Column("timetoken").desc).limit(50)
        }
        let told = IntegrationInbox<[String]>()
        let observations = (0..<40).map { number in
            store.observe(
                messages(in: "c\(number)"),
                on: DispatchQueue(label: "test.observed-rows"),
                onError: { Issue.record("\($0)") },
                onChange: { told.put($0.entities.map(\.id)) }
            )
        }
        _ = try await told.next(40, "first result") { $0 }
        try await settle(store)
        fetches.withLock { $0 = [:] }
        try await store.write { db in _ = try PubNubManagedMessage.insert(message: message(channel: "c7"), into: db) }
        #expect(try await told.next("change") { $0 } == ["m"])
        try await settle(store)
        #expect(fetches.withLock { $0 } == ["c7": 1])
        #expect(told.all.count == 41)
        observations.forEach { $0.cancel() }
    }

    @Test("a transaction that is undone wakes nobody, and one that is cancelled is forgotten")
    func undone() async throws {
        let store = try await store(channels: 1)
        let fetches = Locked(0)
        @Sendable func channel() -> QueryInterfaceRequest<PubNubManagedChannel> {
            fetches.withLock { $0 += 1 }
            return PubNubManagedChannel.channelBy(channelID: "c0")
        }
        let told = IntegrationInbox<Int>()
        let observation = store.observe(
            channel(),
            on: DispatchQueue(label: "test.observed-rows"),
            onError: { Issue.record("\($0)") },
            onChange: { told.put($0.entities.count) }
        )
        #expect(try await told.next("first result") { $0 } == 1)
        try await settle(store)
        let before = fetches.withLock { $0 }
        await #expect(throws: ChatError.self) {
            try await store.write { db in
                try PubNubManagedChannel.remove(channelId: "c0", from: db)
                throw ChatError.entityCreationError("no")
            }
        }
        try await settle(store)
        #expect(fetches.withLock { $0 } == before)
        observation.cancel()
        try await store.write { db in _ = try PubNubManagedChannel.remove(channelId: "c0", from: db) }
        try await settle(store)
        #expect(fetches.withLock { $0 } == before && told.all == [1])
    }

    @Test("a query that depends on more than a value in one table is observed by its tables")
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

    @Test("rows that SQL removes, or that lose what they referred to, are told")
    func plainSQL() async throws {
        let store = try await store(channels: 2)
        try await store.write { db in
            try PubNubManagedMessage.insert(message: message("a", channel: "c0"), into: db)
            try PubNubManagedMessage.insert(message: message("b", channel: "c1"), into: db)
        }
        var first = store.changes(of: PubNubManagedMessage.messagesBy(pubnubChannelId: "c0")).makeAsyncIterator()
        var second = store.changes(of: PubNubManagedMessage.messagesBy(pubnubChannelId: "c1")).makeAsyncIterator()
        #expect(try await first.next()?.entities.count == 1)
        #expect(try await second.next()?.entities.count == 1)
        try await store.write { db in try db.execute(sql: "DELETE FROM channel WHERE id = 'c0'") }
        #expect(try await first.next()?.removals.map(\.id) == ["a"])
        try await store.write { db in try db.execute(sql: "DELETE FROM message") }
        #expect(try await second.next()?.removals.map(\.id) == ["b"])
    }

    /// What requests are observed by; nil for their tables.
    private func keys<Entity: ManagedChatEntity>(_ requests: QueryInterfaceRequest<Entity>...) throws -> [String?] {
        let store = try storeWithBoth()
        return try store.read { db in
            try requests.map { try RowWatch.key(of: $0, db).map { "\($0.column) \($0.value)" } }
        }
    }

    @Test("all requests of the default entities by an identifier are observed by it")
    func keys() throws {
        let message = PubNubManagedMessage.self
        #expect(
            try keys(
                message.messageBy(messageId: "it's"),
                message.messageBy(pubnubTimetoken: 5, channelId: "c"),
                message.messagesBy(pubnubUserId: "u"),
                message.messagesBy(pubnubChannelId: "c").filter(Column("text").like("%a%")).limit(3, offset: 2)
            ) == ["id it's", "pubnubChannelId c", "pubnubUserId u", "pubnubChannelId c"]
        )
        let action = PubNubManagedMessageAction.self
        #expect(
            try keys(
                action.messageActionsBy(pubnubUserId: "u"),
                action.messageActionsBy(messageId: "m"),
                action.messageActionsBy(messageTimetoken: 5, channelId: "c"),
                action.messageActionBy(messageActionId: "a")
            ) == ["pubnubUserId u", "pubnubParentId m", "pubnubChannelId c", "id a"]
        )
        let member = PubNubManagedMember.self
        #expect(
            try keys(
                member.membershipsBy(userId: "u"),
                member.membersBy(channelID: "c", excludingUserId: "u", onlyPresent: true),
                member.memberBy(pubnubChannelId: "c", pubnubUserId: "u")
            ) == ["userId u", "channelId c", "channelId c"]
        )
        #expect(try keys(PubNubManagedUser.userBy(userId: "u"), PubNubManagedUser.all()) == ["id u", nil])
        #expect(try keys(PubNubManagedChannel.channelBy(pubnubId: "c")) == ["id c"])
    }

    @Test("requests that find more than the rows with one value, or look elsewhere, are not")
    func wideRequests() throws {
        let message = PubNubManagedMessage.self
        #expect(
            try keys(
                message.filter(Column("pubnubChannelId") == "c" || Column("pubnubUserId") == "u"),
                message.filter(Column("pubnubChannelId") != "c"),
                message.filter(!(Column("pubnubChannelId") == "c")),
                message.messagesBy(pubnubChannelId: "c").joining(required: message.author),
                message.filter(sql: "pubnubChannelId = 'c'")
            ) == [nil, nil, nil, nil, nil]
        )
    }

    @Test(
        "the shape of a query",
        arguments: [
            (#"SELECT * FROM "t" WHERE "a" = ?"#, ["a 0"]),
            (#"SELECT * FROM "t" WHERE ("a" = ?) AND ("b" = ?) ORDER BY "c" LIMIT 5"#, ["a 0", "b 1"]),
            (#"SELECT ? FROM "t" WHERE (("b" > ?) AND (("a" = ?)))"#, ["a 2"]),
            (#"SELECT * FROM "t" WHERE ("a" = ?) AND ("b" = 'x''?' OR "c" IN (?, ?))"#, ["a 0"]),
            (#"SELECT * FROM "t" WHERE "a ""=" = ?"#, [#"a "= 0"#]),
            (#"SELECT * FROM "t" WHERE "a" = ? OR "b" = ?"#, nil),
            (#"SELECT * FROM "t" WHERE ("b" BETWEEN ? AND "a" = ?)"#, nil),
            (#"SELECT * FROM "t" WHERE "b" = ? COLLATE NOCASE"#, nil),
            (#"SELECT * FROM "t" WHERE NOT ("a" = ?)"#, nil),
            (#"SELECT * FROM "t" WHERE "a" = :name"#, nil),
            (#"SELECT * FROM "t" WHERE "a" = 'x'"#, nil), (#"SELECT * FROM "t""#, nil),
            (#"SELECT * FROM "t" "u" WHERE "a" = ?"#, nil),
            (#"SELECT * FROM "t" JOIN "u" WHERE "a" = ?"#, nil),
            (#"SELECT * FROM "t" WHERE "a" = ? UNION SELECT * FROM "t""#, nil),
            (#"SELECT * FROM "t" WHERE ("a" = ?) AND ("b" = (SELECT 1))"#, nil),
            (#"SELECT * FROM "t" WHERE "a" = ? -- "#, nil), (#"SELECT * FROM "t" WHERE "a = ?"#, nil),
            ("DELETE FROM t", nil), ("", nil),
        ] as [(String, [String]?)]
    )
    func shapes(_ sql: String, _ expected: [String]?) {
        let shape = QueryShape(sql: sql)
        #expect(shape?.equalities.map { "\($0.column) \($0.argument)" } == expected)
        #expect(shape == nil || shape?.table == "t")
    }
}
