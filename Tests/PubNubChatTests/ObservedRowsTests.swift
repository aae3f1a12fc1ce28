import Dispatch
import Foundation
import GRDB
import PubNub
import PubNubLocks
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
    }

    /// Collects the statements that read rows of a table from now on.
    private func reads(of store: ChatStore, from table: String) async throws -> Reads {
        let reads = Reads()
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

    @Test("A transaction that is rolled back notifies no observer, and a cancelled observer is removed")
    func undone() async throws {
        let store = try await store(channels: 1)
        let fetches = try await reads(of: store, from: "channel")
        let reported = IntegrationInbox<Int>()
        let observation = store.observe(
            PubNubManagedChannel.channelBy(channelID: "c0"),
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

    @Test("A query that depends on more than a value in one table is observed by its tables")
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
        var first = store.changes(of: PubNubManagedMessage.messagesBy(pubnubChannelId: "c0")).makeAsyncIterator()
        var second = store.changes(of: PubNubManagedMessage.messagesBy(pubnubChannelId: "c1")).makeAsyncIterator()
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

    /// The rows by which requests are observed, the key of each table first; nil for whole tables.
    private func rows<Entity: ManagedChatEntity>(_ requests: QueryInterfaceRequest<Entity>...) throws -> [String?] {
        let store = try storeWithBoth()
        return try store.read { db in
            try requests.map { request in
                try RowWatch.rows(of: request, db)?.map { rows in
                    let others = rows.conditions.map { " \($0.column) \($0.comparison) \($0.value)" }.joined()
                    return "\(rows.table): \(rows.key.column) \(rows.key.value)\(others)"
                }.joined(separator: ", ")
            }
        }
    }

    @Test("Requests of the default entities are observed by their rows")
    func keys() throws {
        let message = PubNubManagedMessage.self
        let messages = try rows(
            message.messageBy(messageId: "it's"),
            message.messageBy(pubnubTimetoken: 5, channelId: "c"),
            message.messagesBy(pubnubUserId: "u"),
            message.messagesBy(pubnubChannelId: "c").filter(Column("text").like("%a%")).limit(3, offset: 2),
            message.unsentMessagesBy(pubnubUserId: "u"),
            message.newestMessagesBy(pubnubChannelId: "c", limit: 50)
        )
        #expect(
            messages == [
                #"message: id "it\'s""#, #"message: timetoken 5 pubnubChannelId equal "c""#,
                #"message: pubnubUserId "u""#, #"message: pubnubChannelId "c""#,
                #"message: timetoken 0 pubnubUserId equal "u""#, #"message: pubnubChannelId "c""#,
            ]
        )
        let action = PubNubManagedMessageAction.self
        let actions = try rows(
            action.messageActionsBy(messageTimetoken: 5, channelId: "c"),
            action.messageActionsBy(pubnubChannelId: "c", after: 5, upTo: 9),
            action.newestMessageActionsBy(pubnubChannelId: "c", messages: 50)
        )
        #expect(
            actions == [
                #"messageAction: pubnubParentTimetoken 5 pubnubChannelId equal "c""#,
                #"messageAction: pubnubChannelId "c" published greater 5 published lessOrEqual 9"#,
                #"messageAction: pubnubChannelId "c", message: pubnubChannelId "c""#,
            ]
        )
        let users = try rows(PubNubManagedUser.usersBy(channelID: "c"), PubNubManagedUser.all())
        #expect(users == [#"user by channel: channelId "c", member: channelId "c" standing greater 0"#, nil])
        let none = try rows(PubNubManagedUser.none(), PubNubManagedUser.userBy(userId: "u").none())
        #expect(none == ["", ""])
    }

    @Test("Requests that find more than the rows with one value, or read other tables, are observed by tables")
    func wideRequests() throws {
        let message = PubNubManagedMessage.self
        #expect(
            try rows(
                message.filter(Column("pubnubChannelId") == "c" || Column("pubnubUserId") == "u"),
                message.filter(Column("pubnubChannelId") != "c"),
                message.filter(!(Column("pubnubChannelId") == "c")),
                message.messagesBy(pubnubChannelId: "c").joining(required: message.author),
                message.filter(sql: "pubnubChannelId = 'c'"),
                // SQLite considers these equal after converting one of them.
                message.filter(Column("timetoken") == "5"),
                message.filter(Column("pubnubChannelId") == 5),
                message.messagesBy(pubnubChannelId: "c").filter(
                    PubNubManagedUser.filter(Column("name") == "Ann").select(Column("id"))
                        .contains(Column("pubnubUserId"))
                )
            ) == [nil, nil, nil, nil, nil, nil, nil, nil]
        )
    }

    @Test(
        "The shape of a query: each table with the conditions of its rows",
        arguments: [
            (#"SELECT * FROM "t" WHERE "a" = ?"#, ["t: a equal ?0"]),
            (
                #"SELECT * FROM "t" WHERE ("a" = ?) AND ("b" <= ?) ORDER BY "c" LIMIT 5"#,
                ["t: a equal ?0, b lessOrEqual ?1"]
            ),
            (#"SELECT ? FROM "t" WHERE (("b" > ?) AND ((+"a" = ?)))"#, ["t: b greater ?1, a equal ?2"]),
            (#"SELECT * FROM "t" WHERE ("a" = ?) AND ("b" = 'x''?' OR "c" IN (?, ?))"#, ["t: a equal ?0"]),
            (#"SELECT * FROM "t" WHERE "a ""=" = ? AND b = 7"#, [#"t: a "= equal ?0, b equal 7"#]),
            (#"SELECT * FROM "t" WHERE "a" = ? OR "b" = ?"#, ["t: "]),
            (#"SELECT * FROM "t" WHERE ("b" BETWEEN ? AND "a" = ?)"#, ["t: "]),
            (#"SELECT * FROM "t" WHERE "b" = ? COLLATE NOCASE"#, ["t: "]),
            (#"SELECT * FROM "t" WHERE "b" <> ? AND "c" != ? AND "d" = -5 AND "e" = 1.5"#, ["t: "]),
            (#"SELECT * FROM "t" WHERE NOT ("a" = ?)"#, ["t: "]),
            (#"SELECT * FROM "t" WHERE "a" = 'x'"#, ["t: "]), (#"SELECT * FROM "t""#, ["t: "]),
            (
                #"SELECT * FROM "t" WHERE "a" IN (SELECT "b" FROM "s" WHERE "c" = ? ORDER BY "d" LIMIT 3) AND "e" = ?"#,
                ["t: e equal ?1, a in 1 b", "s: c equal ?0 [b,c,d]"]
            ),
            (#"SELECT * FROM "t" WHERE 0"#, []), (#"SELECT * FROM "t" WHERE "a" = ? AND (0)"#, []),
            (#"SELECT * FROM "t" WHERE ? AND "a" = ?"#, ["t: a equal ?1"]),
            (#"SELECT * FROM "t" WHERE "a" = :name"#, nil),
            (#"SELECT * FROM "t" "u" WHERE "a" = ?"#, nil), (#"SELECT * FROM "t", "u" WHERE "a" = ?"#, nil),
            (#"SELECT * FROM "t" JOIN "u" WHERE "a" = ?"#, nil),
            (#"SELECT * FROM "t" WHERE "a" = ? UNION SELECT * FROM "t""#, nil),
            (#"SELECT * FROM "t" WHERE ("a" = ?) AND ("b" = (SELECT 1))"#, nil),
            (#"SELECT * FROM "t" WHERE "a" = ? AND "b" NOT IN (SELECT "b" FROM "s" WHERE "c" = ?)"#, nil),
            (#"SELECT (SELECT "b" FROM "s" WHERE "a" = 1) FROM "t" WHERE "a" = ?"#, nil),
            (#"SELECT * FROM "t" WHERE "a" = ? -- "#, nil), (#"SELECT * FROM "t" WHERE "a = ?"#, nil),
            ("DELETE FROM t", nil), ("", nil),
        ] as [(String, [String]?)]
    )
    func shapes(_ sql: String, _ expected: [String]?) {
        let parts = QueryShape(sql: sql)?.parts.map { part in
            let conditions = part.conditions.map { condition in
                switch condition.operand {
                case .argument(let place): "\(condition.column) \(condition.comparison) ?\(place)"
                case .integer(let number): "\(condition.column) \(condition.comparison) \(number)"
                }
            }
            let memberships = part.memberships.map { "\($0.column) in \($0.part) \($0.selected)" }
            let columns = part.columns.map { " [\($0.sorted().joined(separator: ","))]" } ?? ""
            return "\(part.table): \((conditions + memberships).joined(separator: ", "))\(columns)"
        }
        #expect(parts == expected)
    }
}
